// A position to try moves on, without a clock. Where robots can go is asked move by move.

import { loadAhead } from '../../app/ahead';
import { notices } from '../../app/notices.svelte';
import { isTyping } from '../../app/keys';
import { isSame } from './board/notation';
import { headingName } from '../../board/headings';
import { cellName, colourOf, robotName } from './board/words';
import { m } from '../../paraglide/messages';
import { RobotAnimation } from './playback/robotAnimation.svelte';
import { ROBOTS } from '../../board/robots';
import { after, sliding, type Motion } from './playback/timeline';
import type {
  Cell,
  Heading,
  Played,
  PositionFacts,
  Robot,
  Slide,
} from '../../wire/generated/ricochet';
import { get } from '../../wire/http';
import { robotOf } from './keys';
import { headingOfKey } from './../../board/headings';

/** What came of the last thing that was tried. */
export interface Reply {
  kind: 'slid' | 'crossed' | 'arrived' | 'void' | 'blocked' | 'taken back';
  says: () => string; // in the language of the moment
  seen: () => string; // the same beside a board, which has no names of places
}

function told(kind: Reply['kind'], says: Reply['says'], seen = says): Reply {
  return { kind, says, seen };
}

export class Trial {
  readonly animation = new RobotAnimation();
  selected = $state<Robot | null>(null);
  reply = $state.raw<Reply | null>(null);
  made = $state.raw<readonly Slide[]>([]);
  #played = $state.raw<Played | null>(null);

  #rule = '';
  #turn: Promise<unknown> = Promise.resolve();

  /** The position at the beginning; null as long as none is known. */
  readonly start = $derived<PositionFacts | null>(this.#played?.before ?? null);
  readonly origin = $derived<readonly Cell[]>(this.start?.robots.map(({ cell }) => cell) ?? []);
  readonly robots = $derived(after(this.origin, this.made));
  readonly isSolved = $derived(this.#played?.verdict === 'arrived');
  readonly offers = $derived.by(() => {
    const all = new Map<Robot, Heading[]>();
    for (const { slide } of this.#played?.next ?? [])
      all.set(slide.robot, [...(all.get(slide.robot) ?? []), slide.heading]);
    return all;
  });
  /** Where the selected robot would come to rest. */
  readonly ends = $derived(
    new Map(
      (this.#played?.next ?? [])
        .filter(({ slide }) => slide.robot === this.selected)
        .flatMap(({ slide: { heading, cells } }): [Heading, Cell][] => {
          const end = cells.at(-1);
          return end ? [[heading, end]] : [];
        }),
    ),
  );

  /** The position as it is now, robots standing where the moves have brought them. */
  get now(): PositionFacts | null {
    return this.#played?.after ?? null;
  }

  /** Begin with a position; throws what is wrong with its text. */
  load(position: string, rule: string): Promise<void> {
    return this.#inTurn(async () => {
      const played = await ask(position, rule, []);
      this.#rule = rule;
      this.#played = played;
      this.made = [];
      this.selected = null;
      this.reply = null;
      this.animation.place(this.origin);
      // Should the network go, robots move on: what answers then comes now.
      loadAhead(async () => (await import('./offline')).prepare());
    });
  }

  select(robot: Robot): void {
    if (this.offers.has(robot)) this.selected = robot;
  }

  slide(robot: Robot, heading: Heading): Promise<void> {
    return this.#inTurn(() => this.#slide(robot, heading));
  }

  takeBack(): Promise<void> {
    return this.#inTurn(async () => {
      const last = this.made.at(-1);
      if (!last) return;
      const back = sliding({ robot: last.robot, cells: last.cells.toReversed() });
      await this.#show(this.made.slice(0, -1), [back]);
      this.reply = told('taken back', m.told_taken_back);
    });
  }

  startOver(): Promise<void> {
    return this.#inTurn(async () => {
      this.reply = null;
      if (this.made.length) await this.#show([], []);
    });
  }

  /** Whether the key meant something here. */
  press(event: KeyboardEvent): boolean {
    if (isTyping(event) || event.repeat) return false;
    const [robot, heading] = [robotOf(event), headingOfKey(event)];
    // Fast typists pick a robot while the answer to the last move is still on its way.
    if (robot && this.origin[ROBOTS.indexOf(robot)]) this.selected = robot;
    else if (heading && this.selected) void this.slide(this.selected, heading);
    else if (event.key === 'Backspace') void this.takeBack();
    else if (event.key === '0') void this.startOver();
    else if (event.key === 'Escape') this.selected = null;
    else return false;
    if (event.key !== 'Escape') event.preventDefault(); // it closes a menu, too
    return true;
  }

  async #slide(robot: Robot, heading: Heading): Promise<void> {
    if (this.isSolved) return;
    const offered = this.#played?.next.find(
      ({ slide }) => slide.robot === robot && slide.heading === heading,
    );
    if (!offered) {
      this.reply = told('blocked', () =>
        m.try_blocked({ robot: robotName(robot), heading: headingName(heading) }),
      );
    } else if (offered.verdict === 'void') {
      this.reply = told('void', () => m.try_void({ robot: robotName(robot) }));
    } else {
      const { slide } = offered;
      await this.#show([...this.made, slide], [sliding(slide)]);
      this.reply = this.#replyTo(slide);
    }
  }

  #replyTo(slide: Slide): Reply {
    const robot = () => robotName(slide.robot);
    const count = this.made.length;
    if (this.isSolved) return told('arrived', () => m.try_arrived({ robot: robot(), count }));
    const cell = cellName(slide.cells.at(-1) ?? [0, 0]);
    if (this.#crosses(slide))
      return told(
        'crossed',
        () => m.try_crossed({ robot: robot(), cell }),
        () => m.try_crossed_seen({ robot: robot() }),
      );
    const heading = () => headingName(slide.heading);
    return told(
      'slid',
      () => m.try_slid({ robot: robot(), heading: heading(), cell }),
      () => m.try_slid_seen({ robot: robot(), heading: heading() }),
    );
  }

  /** Whether a robot whose target it is went over it without coming to rest there. */
  #crosses({ robot, cells }: Slide): boolean {
    if (!this.start) return false;
    const { target, target_cell } = this.start;
    const isOwn = (colourOf(target) ?? robot) === robot;
    return isOwn && cells.slice(1, -1).some((cell) => isSame(cell, target_cell));
  }

  /** Show robots after these slides, and ask what can be done then; undone if that fails. */
  async #show(made: readonly Slide[], plan: readonly Motion[]): Promise<void> {
    const before = this.made;
    this.made = made;
    this.animation.play(plan, this.robots);
    try {
      this.#played = await ask(this.start?.position ?? '', this.#rule, made);
    } catch (error) {
      this.made = before;
      this.animation.place(this.robots);
      notices.showError(error);
    }
  }

  /** One after the other: the next move is judged when it is known what the last one led to. */
  #inTurn(act: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(act);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

function ask(position: string, rule: string, made: readonly Slide[]): Promise<Played> {
  const moves = made.map(({ robot, heading }) => robot + heading).join(' ');
  return get('/api/ricochet/slides', { query: { position, rule, moves } });
}
