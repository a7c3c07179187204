// What a person has chosen for this browser.
import type { Language } from '../protocol';
import { speaking } from '../texts/say.svelte';
import { keep, kept } from './kept';

export type Theme = 'night' | 'day';
export type Pace = 'slow' | 'normal' | 'fast';

const oneOf = <T extends string>(allowed: readonly T[], value: string | null, otherwise: T): T =>
  allowed.find((one) => one === value) ?? otherwise;

const LANGUAGES = ['en', 'de'] as const;
export const PACES = ['slow', 'normal', 'fast'] as const;

class Settings {
  theme = $state<Theme>(oneOf(['night', 'day'], kept('theme'), 'night'));
  pace = $state<Pace>(oneOf(PACES, kept('pace'), 'normal'));
  confirm = $state(kept('confirm') === 'on');
  sound = $state(kept('sound') === 'on');
  notify = $state(kept('notify') === 'on');

  constructor() {
    speaking.language = oneOf(LANGUAGES, kept('language') ?? navigator.language.slice(0, 2), 'en');
    this.show();
  }

  speak(language: Language): void {
    speaking.language = language;
    keep('language', language);
    this.show();
  }

  toggleTheme(): void {
    this.theme = this.theme === 'night' ? 'day' : 'night';
    keep('theme', this.theme);
    this.show();
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    keep('pace', pace);
  }

  toggle(what: 'confirm' | 'sound' | 'notify'): void {
    this[what] = !this[what];
    keep(what, this[what] ? 'on' : 'off');
  }

  private show(): void {
    document.documentElement.lang = speaking.language;
    document.documentElement.dataset.theme = this.theme;
  }
}

export const settings = new Settings();
