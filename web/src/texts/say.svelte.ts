// What the client says, in the reader's language. Switching the language changes every sentence at once.
import type { Language } from '../protocol';
import { de, en, type Code } from './table';

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Data<C extends Code> = Record<Names<(typeof en)[C]>, string | number>;
type Given<C extends Code> = [Names<(typeof en)[C]>] extends [never] ? [] : [data: Data<C>];

export type { Code };
const tables: Record<Language, Record<Code, string>> = { en, de };

class Speaking {
  language = $state<Language>('en');
}

export const speaking = new Speaking();

/** A sentence by its code, filled with data. */
export function say<C extends Code>(code: C, ...[data]: Given<C>): string {
  return fill(tables[speaking.language][code], data ?? {});
}

/** A sentence whose code the server told, if there is one. */
export function sayTold(code: string): string | null {
  return tables[speaking.language][code as Code] ?? null;
}

export function fill(text: string, data: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(data[name] ?? whole));
}

/** `Ada, Bob and Cleo` */
export function inARow(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length > 1 ? say('shared.and', { some: names.slice(0, -1).join(', '), last }) : last;
}
