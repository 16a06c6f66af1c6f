import { expect, test } from 'vitest';
import { GAMES } from '../games';
import { drawingOf } from '../lobby/bots';
import { ANIMALS } from './animals';
import type { Drawing } from './drawings';

const PACKAGE = '../../../src/tinplate';

function written(drawings: Readonly<Record<string, Drawing>>): string {
  const lines = Object.entries(drawings).map(
    ([name, drawing]) => `  ${JSON.stringify(name)}: ${JSON.stringify(drawing)}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

// The server draws the same faces into pictures that people share. `npx vitest -u` writes them.
test('the server has the faces of people, and of bots of all games', async () => {
  const people = Object.entries(ANIMALS).map(([name, { drawing }]) => [name, drawing] as const);
  const everybody = Object.fromEntries(people);
  const shared = { random: drawingOf('random'), '': drawingOf('') };

  await expect(written(everybody)).toMatchFileSnapshot(`${PACKAGE}/server/faces/people.json`);
  await expect(written(shared)).toMatchFileSnapshot(`${PACKAGE}/server/faces/bots.json`);
});

test.each(GAMES)('the server has the faces of the bots of $title', async ({ name, bots }) => {
  const faces = Object.entries(bots).map(([bot, [, drawing]]) => [bot, drawing] as const);

  await expect(written(Object.fromEntries(faces))).toMatchFileSnapshot(
    `${PACKAGE}/games/${name}/faces.json`,
  );
});
