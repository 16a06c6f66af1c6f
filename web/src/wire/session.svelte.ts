// A table as this browser knows it: one socket, which reconnects by itself.
//
// Everything on the page is derived from the latest table and view. Entries are passed on to
// listeners that animate them; people who come late, or were away, see the present at once.

import { notices } from '../app/notices.svelte';
import { notePlaying } from '../app/playing';
import { socketAddress } from '../app/router.svelte';
import { m } from '../paraglide/messages';
import { changed, type Change } from './changes';
import { offset, type Sample } from './clock';
import { explain } from './explain';
import type {
  Act,
  Changes,
  Chat,
  ChatLine,
  Done,
  Ending,
  Guest,
  Outgoing,
  Play,
  Presence,
  Reacted,
  Refused,
  Table,
  View,
} from './generated/table';

export type Connection = 'connecting' | 'open' | 'lost' | 'no table' | 'refused';
export type TableCommand = Act['command'];
export type Reaction = Reacted['reaction'];

/** What may be seen of a match now. The types of its values depend on its game. */
export interface Match {
  id: string;
  game: string;
  seat: number | null;
  version: number;
  view: unknown;
  legal: readonly unknown[];
  deadline: number | null;
  ending: Ending | null;
  zero: number; // when it was opened, by our performance.now()
  openedAt: number; // the same, by the server's clock
}

/** Entries, and the match they led to; `wasAway` if the connection was lost when they happened. */
export type Listener = (entries: readonly unknown[], match: Match, wasAway: boolean) => void;

interface Waiting {
  message: Act | Play;
  settle: (answer: Done | Refused) => void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PING_EVERY = 15_000;
const SAMPLES_KEPT = 8;
const TRY_AGAIN_AFTER = 1000;
const REACTION_SHOWN_FOR = 5000;
const FOR_GOOD: Record<number, Connection> = { 4404: 'no table', 4400: 'refused' };

export class Session {
  connection = $state<Connection>('connecting');
  you = $state<Guest | null>(null);
  /** Milliseconds that the server waits for whoever is away before it gives their seat away. */
  grace = 0;
  table = $state.raw<Table | null>(null);
  presence = $state.raw<Presence | null>(null);
  lines = $state.raw<readonly ChatLine[]>([]);
  match = $state.raw<Match | null>(null);
  /** What people show now: the last reaction of each, for a few seconds. */
  reactions = $state.raw<readonly Reacted[]>([]);

  readonly #id: string;
  readonly #listeners = new Set<Listener>();
  readonly #waiting = new Map<string, Waiting>();
  readonly #name = crypto.getRandomValues(new Uint32Array(2)).join('-');
  #count = 0;
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #samples: Sample[] = [];
  #isClosed = false;
  #isCatchingUp = false; // with what a greeting is answered

  constructor(id: string) {
    this.#id = id;
    addEventListener('online', this.#hurry);
    addEventListener('offline', this.#cut);
    document.addEventListener('visibilitychange', this.#hurry);
    this.#connect();
  }

  get id(): string {
    return this.#id;
  }

  /** The chair of this browser's guest; null for spectators. */
  get chair(): number | null {
    const at = this.table?.chairs.findIndex((chair) => chair.owner?.id === this.you?.id) ?? -1;
    return this.you && at >= 0 ? at : null;
  }

  get isHost(): boolean {
    return this.you !== null && this.table?.host === this.you.id;
  }

  /** Call it whenever something happened in the match; the function it returns stops that. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  act(command: TableCommand): Promise<Done | Refused> {
    return this.#order((id) => ({ type: 'Act', id, command }));
  }

  play(command: unknown): Promise<Done | Refused> {
    const match = this.match?.id ?? '';
    return this.#order((id) => ({ type: 'Play', id, match, command }));
  }

  /** Show everybody a reaction: it is neither answered nor sent again. */
  react(reaction: Reaction): void {
    this.#send({ type: 'React', reaction });
  }

  /** Reconnect under the guest's present name: the cookie is read when a socket is opened. */
  reconnect(): void {
    this.#socket?.close();
    this.#wait = 0;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#ping);
    removeEventListener('online', this.#hurry);
    removeEventListener('offline', this.#cut);
    document.removeEventListener('visibilitychange', this.#hurry);
    this.#socket?.close();
    this.#giveUp();
  }

  /** Refuse all commands that are waiting: no answer will come any more. */
  #giveUp(): void {
    for (const id of [...this.#waiting.keys()])
      this.#settle({ type: 'Refused', id, because: m.no_answer_comes(), code: '', facts: {} });
  }

  #order(message: (id: string) => Act | Play): Promise<Done | Refused> {
    this.#count += 1;
    const order = message(`${this.#name}-${this.#count}`);
    return new Promise((settle) => {
      this.#waiting.set(order.id, { message: order, settle });
      this.#send(order);
    });
  }

  #send(message: unknown): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect(): void {
    const socket = new WebSocket(socketAddress(`/api/tables/${this.#id}/socket`));
    this.#socket = socket;
    socket.onopen = () => this.#greet();
    socket.onmessage = (message: MessageEvent<string>) => {
      if (socket === this.#socket) this.#read(message.data);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lose(event.code);
    };
  }

  #greet(): void {
    const { match } = this;
    const seen = match && { match: match.id, seat: match.seat, version: match.version };
    this.#isCatchingUp = true;
    this.#send({ type: 'Hello', seen, with_changes: true });
    // What was not answered is sent again by its id: it is answered, not repeated.
    for (const { message } of this.#waiting.values()) this.#send(message);
    this.#samples = [];
    this.#askTime();
    clearInterval(this.#ping);
    this.#ping = setInterval(() => this.#askTime(), PING_EVERY);
  }

  #lose(code: number): void {
    this.#socket = null;
    clearInterval(this.#ping);
    clearTimeout(this.#retry);
    if (this.#isClosed) return;
    const forGood = FOR_GOOD[code];
    if (forGood) {
      this.connection = forGood;
      this.#giveUp();
      return;
    }
    if (this.connection === 'open') this.connection = 'lost';
    const wait = this.#wait * (0.5 + Math.random());
    this.#wait = Math.min(LONGEST_WAIT, Math.max(FIRST_WAIT, 2 * this.#wait));
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  readonly #hurry = (): void => {
    if (document.hidden || this.#isClosed) return;
    if (this.connection !== 'lost' && this.connection !== 'connecting') return;
    if (this.#socket) return;
    clearTimeout(this.#retry);
    this.#connect();
  };

  /** A socket over a network that is gone would be noticed minutes later. */
  readonly #cut = (): void => {
    this.#socket?.close();
    this.#lose(0);
  };

  #askTime(): void {
    this.#send({ type: 'Ping', at: performance.now() });
  }

  #read(text: string): void {
    const message = JSON.parse(text) as Outgoing;
    switch (message.type) {
      case 'Welcome':
        this.you = message.you;
        this.grace = message.grace;
        this.connection = 'open';
        this.#wait = FIRST_WAIT;
        break;
      case 'Table':
        this.table = message;
        break;
      case 'Presence':
        this.presence = message;
        break;
      case 'Chat':
        this.#hear(message);
        break;
      case 'Reacted':
        this.#show(message);
        break;
      case 'View':
        this.#look(message);
        break;
      case 'Changes':
        this.#follow(message);
        break;
      case 'Entries': // for clients that know the rules
        break;
      case 'Done':
        this.#settle(message);
        break;
      case 'Refused':
        void this.#refuse(message);
        break;
      case 'Trouble':
        void explain(message).then((because) => notices.show(because));
        if (message.id) this.#askAgain(message.id);
        break;
      case 'Pong':
        this.#isCatchingUp = false; // a ping is sent after the greeting, and answered after what that brought
        this.#samples.push({ sent: message.at, received: performance.now(), there: message.now });
        this.#samples = this.#samples.slice(-SAMPLES_KEPT);
        break;
    }
  }

  /** After trouble nobody knows whether a command was logged: its id makes it safe to repeat. */
  #askAgain(id: string): void {
    setTimeout(() => {
      const waiting = this.#waiting.get(id);
      if (waiting) this.#send(waiting.message);
    }, TRY_AGAIN_AFTER);
  }

  #hear({ lines, is_whole }: Chat): void {
    if (is_whole) {
      this.lines = lines; // somebody was blocked here, or is so no more
      return;
    }
    const last = this.lines.at(-1)?.number ?? 0;
    this.lines = [...this.lines, ...lines.filter((line) => line.number > last)];
  }

  #show(reacted: Reacted): void {
    const others = this.reactions.filter(({ guest }) => guest.id !== reacted.guest.id);
    this.reactions = [...others, reacted];
    setTimeout(() => {
      this.reactions = this.reactions.filter((each) => each !== reacted);
    }, REACTION_SHOWN_FOR);
  }

  #look(view: View): void {
    this.match = {
      id: view.match,
      game: view.game,
      seat: view.seat,
      version: view.version,
      view: view.view,
      ...this.#facts(view),
      legal: view.legal as readonly unknown[],
      openedAt: view.opened_at,
    };
    this.#tell(this.match, []);
  }

  #follow(news: Changes): void {
    const entries = news.entries as readonly { version: number; events: readonly unknown[] }[];
    const before = this.match;
    const [first, last] = [entries.at(0), entries.at(-1)];
    if (!first || !last) return;
    if (before?.id !== news.match || first.version !== before.version + 1) {
      this.#send({ type: 'Hello', seen: null, with_changes: true }); // for a whole view
      return;
    }
    this.match = {
      ...before,
      version: last.version,
      view: changed(before.view, news.view as Change),
      ...this.#facts(news),
      legal: changed(before.legal, news.legal as Change) as readonly unknown[],
    };
    this.#tell(this.match, entries);
  }

  #tell(match: Match, entries: readonly unknown[]): void {
    if (match.seat !== null) notePlaying(match.game, match.ending === null);
    for (const listener of this.#listeners) listener(entries, match, this.#isCatchingUp);
  }

  #facts({ deadline, ending, clock }: View | Changes) {
    const zero = performance.now() - this.#wayHere() - clock;
    return { deadline, ending, zero };
  }

  /** How long a message takes to get here. */
  #wayHere(): number {
    if (!this.#samples.length) return 0;
    const quickest = Math.min(...this.#samples.map(({ sent, received }) => received - sent));
    return quickest / 2;
  }

  /** The server's wall clock now, in milliseconds since 1970. */
  now(): number {
    const late = this.#samples.length ? offset(this.#samples) : Date.now() - performance.now();
    return performance.now() + late;
  }

  #settle(answer: Done | Refused): void {
    this.#waiting.get(answer.id)?.settle(answer);
    this.#waiting.delete(answer.id);
  }

  /** It waits for nothing but its sentence, so it is not sent again. */
  async #refuse(answer: Refused): Promise<void> {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    waiting?.settle({ ...answer, because: await explain(answer) });
  }
}
