// Preferences, stored in this browser.

import { getLocale, overwriteGetLocale, setLocale, type Locale } from '../paraglide/runtime';
import { store, stored } from './storage';

export type { Locale };

export const LANGUAGES: Record<Locale, string> = {
  en: 'English',
  it: 'Italiano',
  es: 'Español',
  ca: 'Català',
  el: 'Ελληνικά',
};

class Preferences {
  theme = $state(document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light');
  locale = $state<Locale>(getLocale());
  letters = $state(stored('letters') === 'yes');
  sound = $state(stored('sound') === 'yes');
  still = $state(matchMedia('(prefers-reduced-motion: reduce)').matches);

  constructor() {
    document.documentElement.lang = this.locale;
    matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', (event) => {
      this.still = event.matches;
    });
  }

  turnLight(): void {
    this.theme = this.theme === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset['theme'] = this.theme;
    store('theme', this.theme);
  }

  speak(locale: Locale): void {
    void setLocale(locale, { reload: false });
    document.documentElement.lang = locale;
    this.locale = locale;
  }

  showLetters(yes: boolean): void {
    this.letters = yes;
    store('letters', yes ? 'yes' : 'no');
  }

  playSounds(yes: boolean): void {
    this.sound = yes;
    store('sound', yes ? 'yes' : 'no');
  }
}

export const preferences = new Preferences();

// Reading the locale inside a message makes it reactive: it changes with the language.
overwriteGetLocale(() => preferences.locale);
