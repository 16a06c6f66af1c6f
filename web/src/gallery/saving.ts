// Drawings on the server: saved, changed, looked at. What editors need is here.
//
// Every request has an id of its own: one that is sent again, because no answer came, happens once.

import { me } from '../app/guest.svelte';
import { href } from '../app/router.svelte';
import type { ChangeDrawing, DrawingListed, OneDrawing } from '../wire/generated/table';
import { post } from '../wire/http';
import { sureOf } from './sure';

export type DrawingCommand = ChangeDrawing['command'];

/** Save a new drawing of a game; the guest is its author. */
export async function saveDrawing(game: string, name: string, text: string): Promise<OneDrawing> {
  await me.ensure();
  const body = { id: crypto.randomUUID(), game, name, text };
  return sureOf(() => post('/api/drawings', { body }));
}

/** Do something with a drawing: rename, redraw, publish, take back, delete or report it. */
export async function changeDrawing(id: string, command: DrawingCommand): Promise<DrawingListed> {
  await me.ensure();
  const body = { id: crypto.randomUUID(), command };
  return sureOf(() => post('/api/drawings/{drawing}', { path: { drawing: id }, body }));
}

/** The address of its picture. Each of its texts has its own, so that browsers keep it. */
export function pictureOf({ id, edition }: DrawingListed, isDark: boolean): string {
  return href(`/api/drawings/${id}/picture.svg?edition=${edition}&dark=${isDark}`);
}
