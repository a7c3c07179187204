// What the client says, in the reader's language. Switching the language changes every sentence at once.
import type { Language } from '../protocol';
import { LANGUAGES, sentences } from './table';

type Code = keyof typeof sentences;
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Data<C extends Code> = Record<Names<(typeof sentences)[C][0]>, string | number>;
type Given<C extends Code> = [Names<(typeof sentences)[C][0]>] extends [never] ? [] : [data: Data<C>];

export type { Code };

class Speaking {
  language = $state<Language>('en');
  /** The sentences of games of which this client knows nothing itself, as the server tells them. */
  learned = $state.raw<Record<Language, Readonly<Record<string, string>>>>({ en: {}, de: {} });
}

export const speaking = new Speaking();

/** A sentence by its code, filled with data. */
export function say<C extends Code>(code: C, ...[data]: Given<C>): string {
  return fill(own(code) ?? code, data ?? {});
}

/** A sentence whose code the server told, if there is one. */
export function sayTold(code: string): string | null {
  return own(code) ?? speaking.learned[speaking.language][code] ?? null;
}

function own(code: string): string | undefined {
  const said: readonly string[] | undefined = sentences[code as Code];
  return said?.[LANGUAGES.indexOf(speaking.language)];
}

/** Knows more sentences from now on. */
export function learn(texts: Record<Language, Readonly<Record<string, string>>>): void {
  const { en, de } = speaking.learned;
  speaking.learned = { en: { ...en, ...texts.en }, de: { ...de, ...texts.de } };
}

export function fill(text: string, data: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(data[name] ?? whole));
}

/** Several texts to be read aloud one after the other: each ends, so that it is heard where the next begins. */
export function inSentences(texts: readonly string[]): string {
  return texts.map((text) => (/[.!?…:]$/.test(text) ? text : `${text}.`)).join(' ');
}

/** `Ada, Bob and Cleo` */
export function inARow(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length > 1 ? say('shared.and', { some: names.slice(0, -1).join(', '), last }) : last;
}
