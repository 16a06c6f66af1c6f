// Writes the types of the HTTP routes for the page, from what `write_types.py` wrote in OpenAPI.
//
// A schema that is one of the types of the wire becomes that type, so that it is declared once.

import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const FOLDER = new URL('src/wire/generated/', import.meta.url);

/** `table.Opened` is the type `Opened` of the file `table.ts`. */
function typeOf({ 'x-typescript': type }) {
  if (!type) return undefined;
  const [file, name] = type.split('.');
  const module = ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(`./${file}`));
  return ts.factory.createImportTypeNode(module, undefined, ts.factory.createIdentifier(name));
}

const description = JSON.parse(readFileSync(new URL('openapi.json', FOLDER), 'utf8'));
const types = await openapiTS(description, { transform: typeOf, silent: true });
const notice = '// Written by `make page` from the routes of the server: do not edit.';
writeFileSync(new URL('http.ts', FOLDER), `${notice}\n\n${astToString(types)}`);
