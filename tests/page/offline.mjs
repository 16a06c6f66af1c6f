// Runs a worker of the built page in Node.js: a question in JSON on each line, and an answer, with
// the milliseconds that it took.

import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

let answer = null;
globalThis.self = { postMessage: (reply) => (answer = reply.answer) };
await import(pathToFileURL(process.argv[2]).href);
for await (const line of createInterface({ input: process.stdin })) {
  const began = performance.now();
  globalThis.self.onmessage({ data: JSON.parse(line) });
  const took = performance.now() - began;
  process.stdout.write(`${JSON.stringify({ ...answer, took })}\n`);
}
