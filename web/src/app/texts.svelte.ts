// What the page says, in one language: a built page loads each language in files of its own, part by
// part (web/texts.ts). While developing there are no such files: messages are in the scripts.

import { FILES } from 'virtual:texts';
import { getLocale, type Locale } from '../paraglide/runtime';

type Text = string | ((inputs: unknown) => string);
type Texts = Readonly<Record<string, Text>>;

class Language {
  #texts = $state.raw<Texts>({});
  #locale: Locale = getLocale();
  #asked = new Map<string, Promise<void>>(); // by part

  /** Some parts, before something is shown that says what is in them. */
  async load(parts: readonly string[]): Promise<void> {
    await Promise.all(parts.map((part) => this.#load(part)));
  }

  /** Another language: everything changes at once. */
  async speak(locale: Locale): Promise<void> {
    const parts = [...this.#asked.keys()];
    const read = await Promise.all(parts.map((part) => FILES[locale]?.[part]?.()));
    const late = [...this.#asked.keys()].filter((part) => !parts.includes(part));
    this.#locale = locale;
    this.#asked = new Map(parts.map((part) => [part, Promise.resolve()]));
    this.#texts = Object.assign({}, ...read.map((file) => file?.default)) as Texts;
    await this.load(late);
  }

  say(key: string, inputs: unknown): string {
    const text = this.#texts[key];
    if (text === undefined) return this.#miss(key);
    return typeof text === 'string' ? text : text(inputs);
  }

  #load(part: string): Promise<void> {
    const known = this.#asked.get(part);
    if (known) return known;
    const asked = this.#read(part);
    this.#asked.set(part, asked);
    asked.catch(() => this.#asked.delete(part)); // the next one tries again
    return asked;
  }

  async #read(part: string): Promise<void> {
    const locale = this.#locale;
    const file = await FILES[locale]?.[part]?.();
    if (file && locale === this.#locale) this.#texts = { ...this.#texts, ...file.default };
  }

  /** Nobody has loaded its part: it is said a moment later. */
  #miss(key: string): string {
    console.error(`The text “${key}” is not loaded yet.`);
    void this.load(Object.keys(FILES[this.#locale] ?? {})).catch(() => undefined);
    return '';
  }
}

export const language = new Language();

/** Something that speaks, together with what it says. */
export async function withTexts<T>(parts: readonly string[], load: () => Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([load(), language.load(parts)]);
  return loaded;
}

/** In a built page, in place of the messages that were compiled into its scripts. */
export const m = new Proxy(
  {},
  { get: (_, key) => (inputs: unknown) => language.say(String(key), inputs) },
);
