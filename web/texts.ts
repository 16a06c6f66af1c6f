// The texts of the page, one file for each language and part, so that nobody loads five languages.
//
// Paraglide compiles every message for all languages into the script that uses it. That is how the
// page is developed and tested; a build takes the messages from there, and `m` from
// src/app/texts.svelte.ts instead. The parts: what the first page says, what tables say by folder of
// messages, and the rest of each folder. An `import()` of something that speaks waits for the parts
// it needs; they are fetched together with it.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';

type Part = string;
type Locale = string;

const ROOT = import.meta.dirname;
const START = join(ROOT, 'src/main.ts');
const SPOKEN = join(ROOT, 'src/app/texts.svelte.ts');
const COMPILED = join(ROOT, 'src/paraglide');
const FILES = 'virtual:texts';
const FIRST = 'first'; // what the first page says, whoever's message it is
const COMMON = 'common';
const MORE = 'More'; // of a folder, what no table says at once
const ENDINGS = ['', '.ts', '.svelte', '.svelte.ts', '/index.ts'];
const STATIC = /^\s*(?:import|export)\s(?!type\s)[^'"();]*?from\s*['"](\.[^'"]+)['"]/gm;
const LATER = /\bimport\(\s*(["'`])(\.[^"'`]+)\1\s*\)/g;
const KEY = /\bm\.([a-z]\w*)/g;
const GLOB = /\bimport\.meta\.glob(?:<[^>]*>)?\(\s*['"]([^'"]+)['"]/g;

interface Settings {
  locales: readonly Locale[];
  'plugin.inlang.messageFormat': { pathPattern: readonly string[] };
}

const SETTINGS = JSON.parse(
  readFileSync(join(ROOT, 'project.inlang/settings.json'), 'utf8'),
) as Settings;

/** In which folder a message is: that of a game, or the common one. */
function foldersOfKeys(): ReadonlyMap<string, Part> {
  const [locale] = SETTINGS.locales;
  return new Map(
    SETTINGS['plugin.inlang.messageFormat'].pathPattern.flatMap((pattern) => {
      const part = /games\/(\w+)\//.exec(pattern)?.[1] ?? COMMON;
      const path = join(ROOT, pattern.replace('{locale}', locale ?? ''));
      const keys = Object.keys(JSON.parse(readFileSync(path, 'utf8')) as object);
      return keys.filter((key) => !key.startsWith('$')).map((key) => [key, part] as const);
    }),
  );
}

/** A file that is imported by a relative path; null for what is no source. */
function found(from: string, link: string): string | null {
  const path = resolve(dirname(from), link);
  const file = ENDINGS.map((ending) => path + ending).find(
    (one) => /\.(ts|svelte)$/.test(one) && existsSync(one),
  );
  return file?.startsWith(COMPILED) ? null : (file ?? null);
}

/** The files of a pattern, in which one folder or name may be any. */
function ofPattern(from: string, pattern: string): string[] {
  const [before = '', after = ''] = pattern.split('*');
  const folder = resolve(dirname(from), before);
  return readdirSync(folder).flatMap((name) => found(from, before + name + after) ?? []);
}

/** A file and all that is loaded with it, at once or, by a pattern, later. */
function loadedWith(file: string, all = new Set<string>()): ReadonlySet<string> {
  if (all.has(file)) return all;
  all.add(file);
  const code = readFileSync(file, 'utf8');
  const named = [...code.matchAll(STATIC)].flatMap(([, link = '']) => found(file, link) ?? []);
  const ofPatterns = [...code.matchAll(GLOB)].flatMap(([, each = '']) => ofPattern(file, each));
  for (const other of [...named, ...ofPatterns]) loadedWith(other, all);
  return all;
}

/** Where a match is played: the shared page, and the table of each game. */
function tables(): readonly string[] {
  const names = readdirSync(join(ROOT, 'src/games'), { recursive: true, encoding: 'utf8' });
  const ofGames = names.filter((name) => /^\w+[\\/]\w+Table\.svelte$/.test(name));
  return ['pages/TablePage.svelte', ...ofGames.map((name) => join('games', name))];
}

/** The parts, and which of them a file needs. */
class Parts {
  readonly #parts: ReadonlyMap<string, Part>; // by key
  readonly all: readonly Part[];

  constructor() {
    const folders = foldersOfKeys();
    const saidBy = (file: string) =>
      [...loadedWith(file)].flatMap((loaded) => keysIn(loaded, folders));
    const first = new Set(saidBy(START));
    const atTables = new Set(tables().flatMap((file) => saidBy(join(ROOT, 'src', file))));
    this.#parts = new Map(
      [...folders].map(([key, folder]) => {
        if (first.has(key)) return [key, FIRST];
        return [key, atTables.has(key) ? folder : folder + MORE];
      }),
    );
    this.all = [...new Set(this.#parts.values())].sort();
  }

  keysOf(part: Part): readonly string[] {
    return [...this.#parts].flatMap(([key, of]) => (of === part ? [key] : []));
  }

  /** Besides those of the first page, which are always there. */
  neededBy(file: string): readonly Part[] {
    const parts = [...loadedWith(file)].flatMap((one) =>
      keysIn(one, this.#parts).map((key) => this.#parts.get(key) ?? COMMON),
    );
    return [...new Set(parts)].filter((part) => part !== FIRST).sort();
  }
}

function keysIn(file: string, known: ReadonlyMap<string, unknown>): string[] {
  const keys = [...readFileSync(file, 'utf8').matchAll(KEY)].map(([, key = '']) => key);
  return keys.filter((key) => known.has(key));
}

/** A message in one language, as it was compiled: a text, or a function of what is filled in. */
function compiled(locale: Locale, key: string): string {
  const source = readFileSync(join(COMPILED, `messages/${key}.js`), 'utf8');
  const [, inputs, body = ''] =
    new RegExp(
      `^const ${locale}_${key} = /\\*\\* .*? \\*/ \\((i?)\\) => \\{([^]*?)\\n\\};`,
      'm',
    ).exec(source) ?? [];
  const plain = body.replaceAll(/\/\*\*.*?\*\/ /g, '');
  if (inputs) return `${JSON.stringify(key)}: (i) => {${plain}}`;
  const text = /^\s*return \(([^]*)\)\s*$/.exec(plain)?.[1];
  if (text === undefined) throw new Error(`the message ${key} is not compiled as expected`);
  return `${JSON.stringify(key)}: ${text}`;
}

function moduleOf(locale: Locale, keys: readonly string[]): string {
  const texts = keys.map((key) => compiled(locale, key)).join(',\n');
  return `import * as registry from ${JSON.stringify(join(COMPILED, 'registry.js'))};
export default {\n${texts}\n};`;
}

const PLACE = new RegExp(`^${join(ROOT, 'src/texts')}/(\\w+)\\.(\\w+)\\.js$`);

function placeOf(locale: Locale, part: Part): string {
  return join(ROOT, `src/texts/${locale}.${part}.js`); // nobody writes it; it names the script
}

/** Where each language and part is, for the page to load. */
function listOf(parts: readonly Part[]): string {
  const files = SETTINGS.locales.map((locale) => {
    const loads = parts.map(
      (part) => `${part}: () => import(${JSON.stringify(placeOf(locale, part))})`,
    );
    return `${locale}: { ${loads.join(', ')} }`;
  });
  return `export const FILES = { ${files.join(',\n')} };`;
}

function linkTo(name: string, attributes: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attributes, href: `./${name}` }, injectTo: 'head-prepend' };
}

/** While developing there are no such files: the messages are in the scripts. */
export function noTexts(): Plugin {
  return {
    name: 'no-texts',
    apply: 'serve',
    resolveId: (id) => (id === FILES ? `\0${FILES}` : null),
    load: (id) => (id === `\0${FILES}` ? 'export const FILES = {};' : null),
  };
}

export function textsByLanguage(): Plugin {
  let parts: Parts;
  return {
    name: 'texts-by-language',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      parts = new Parts();
    },
    resolveId(id, importer) {
      if (id === FILES) return `\0${FILES}`;
      if (PLACE.test(id)) return id;
      const isOurs = importer !== undefined && !importer.startsWith(COMPILED);
      return isOurs && id.endsWith('/paraglide/messages') ? SPOKEN : null;
    },
    load(id) {
      if (id === `\0${FILES}`) return listOf(parts.all);
      const [, locale, part] = PLACE.exec(id) ?? [];
      return locale && part ? moduleOf(locale, parts.keysOf(part)) : null;
    },
    transform: {
      order: 'post',
      handler(code, id) {
        const [file = ''] = id.split('?');
        if (!file.startsWith(join(ROOT, 'src')) || !code.includes('import(')) return null;
        let isChanged = false;
        const waiting = code.replaceAll(LATER, (whole, _, link: string) => {
          const target = found(file, link);
          const needed = target ? parts.neededBy(target) : [];
          if (!needed.length) return whole;
          isChanged = true;
          return `withTexts(${JSON.stringify(needed)}, () => ${whole})`;
        });
        if (!isChanged) return null;
        const source = JSON.stringify(SPOKEN);
        return { code: `import { withTexts } from ${source};\n${waiting}`, map: null };
      },
    },
    // The browser should not wait for the scripts to find out which texts it needs.
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const shared = new Set<string>(); // what the texts of every language need
        const spoken = Object.values(bundle).flatMap((script) => {
          if (script.type !== 'chunk') return [];
          const [, hreflang, part] = PLACE.exec(script.facadeModuleId ?? '') ?? [];
          if (!hreflang || part !== FIRST) return [];
          for (const name of script.imports) shared.add(name);
          return [linkTo(script.fileName, { rel: 'texts', hreflang })];
        });
        return [...spoken, ...[...shared].map((name) => linkTo(name, { rel: 'modulepreload' }))];
      },
    },
  };
}
