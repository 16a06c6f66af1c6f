// Where a draft program would lead: asked of the server, which knows the rules.

import type { Preview, Wished } from '../../wire/generated/rally';
import { post } from '../../wire/http';

export class ProgramPreview {
  preview = $state.raw<Preview | null>(null);
  #asked = 0;

  /** Only the latest question counts. A preview is a courtesy: the match goes on without it. */
  async ask(wish: Wished | null): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const preview = wish && (await post('/api/rally/preview', { body: wish }).catch(() => null));
    if (asked === this.#asked) this.preview = preview;
  }
}
