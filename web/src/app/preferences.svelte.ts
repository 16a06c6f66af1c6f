// Preferences, stored in this browser.

import { getLocale, overwriteGetLocale, setLocale, type Locale } from '../paraglide/runtime';
import { localeOfDates } from './region';
import { store, stored } from './storage';
import { language } from './texts.svelte';

export type { Locale };

export const LANGUAGES: Record<Locale, string> = {
  en: 'English',
  it: 'Italiano',
  es: 'Español',
  ca: 'Català',
  el: 'Ελληνικά',
};

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const REDUCED = matchMedia('(prefers-reduced-motion: reduce)');
const DARK = matchMedia('(prefers-color-scheme: dark)');

function themeNamed(name: string | null): Theme {
  return THEMES.find((theme) => theme === name) ?? 'auto';
}

class Preferences {
  chosenTheme = $state<Theme>(themeNamed(stored('theme')));
  locale = $state<Locale>(getLocale());
  letters = $state(stored('letters') === 'yes');
  rules = $state(stored('rules') === 'yes'); // their numbers, where something happened by one
  sound = $state(stored('sound') !== 'no'); // browsers play nothing before the first click
  isDark = $state(document.documentElement.dataset['theme'] === 'dark');
  #isStillHere = $state(REDUCED.matches);
  isStillChosen = $state(stored('still') === 'yes');

  constructor() {
    document.documentElement.lang = this.locale;
    this.#holdStill();
    REDUCED.addEventListener('change', ({ matches }) => (this.#isStillHere = matches));
    DARK.addEventListener('change', () => this.#paint());
    // On paper everything is light.
    addEventListener('beforeprint', () => (document.documentElement.dataset['theme'] = 'light'));
    addEventListener('afterprint', () => this.#paint());
  }

  /** In which dates are written: in the page's language, as where the reader is. */
  get dates(): string {
    return localeOfDates(this.locale, navigator.languages);
  }

  /** Whether nothing should move more than it has to. */
  get still(): boolean {
    return this.#isStillHere || this.isStillChosen;
  }

  wear(theme: Theme): void {
    this.chosenTheme = theme;
    store('theme', theme);
    this.#paint();
  }

  keepStill(yes: boolean): void {
    this.isStillChosen = yes;
    store('still', yes ? 'yes' : 'no');
    this.#holdStill();
  }

  #paint(): void {
    const { chosenTheme } = this;
    const theme = chosenTheme === 'auto' ? (DARK.matches ? 'dark' : 'light') : chosenTheme;
    document.documentElement.dataset['theme'] = theme;
    this.isDark = theme === 'dark';
  }

  #holdStill(): void {
    document.documentElement.toggleAttribute('data-still', this.isStillChosen);
  }

  async speak(locale: Locale): Promise<void> {
    const before = this.locale;
    void setLocale(locale, { reload: false }); // at once: a reload while texts come must not lose it
    try {
      await language.speak(locale);
    } catch (error) {
      void setLocale(before, { reload: false });
      throw error;
    }
    document.documentElement.lang = locale;
    this.locale = locale;
  }

  showLetters(yes: boolean): void {
    this.letters = yes;
    store('letters', yes ? 'yes' : 'no');
  }

  showRules(yes: boolean): void {
    this.rules = yes;
    store('rules', yes ? 'yes' : 'no');
  }

  playSounds(yes: boolean): void {
    this.sound = yes;
    store('sound', yes ? 'yes' : 'no');
  }
}

export const preferences = new Preferences();

// Reading the locale inside a message makes it reactive: it changes with the language.
overwriteGetLocale(() => preferences.locale);
