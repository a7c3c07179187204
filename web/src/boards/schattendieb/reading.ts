// Reading a view of Der Schattendieb: cards by their names, and the choices in it. No rules: what may be done, and what
// it may cost, the view says.
import type { Choice, Prospect, SchattendiebView, View } from '../../protocol';

export type Kind = 'W' | 'R' | 'B' | 'C';
export const KINDS: readonly Kind[] = ['W', 'R', 'B', 'C'];
export type Sort = 'jewel' | 'thief' | 'vault';

export function isSchattendieb(view: View): view is SchattendiebView {
  return view.game === 'schattendieb';
}

export function sortOf(card: string): Sort {
  if (card[0] === 'T') return 'thief';
  return card[0] === 'V' ? 'vault' : 'jewel';
}

/** The letter whose mark and colour a card has: a kind of jewel, S for the shadow thief, V for Vault Shut. */
export function markOf(card: string): string {
  return (sortOf(card) === 'thief' ? card[1] : card[0]) ?? '';
}

/** The number on a card; thieves have none. */
export function valueOf(card: string): number | null {
  return sortOf(card) === 'thief' ? null : Number(card.slice(1));
}

export function isSeen(card: string): boolean {
  return card !== '?';
}

/** Jewels from the highest down, as they lie in a vault. */
export function highestFirst(jewels: readonly string[]): string[] {
  const byKind = (card: string) => KINDS.indexOf(markOf(card) as Kind);
  return [...jewels].sort((a, b) => (valueOf(b) ?? 0) - (valueOf(a) ?? 0) || byKind(a) - byKind(b));
}

export function countOf(jewels: readonly string[], kind: Kind): number {
  return jewels.filter((card) => markOf(card) === kind).length;
}

/** The hand in its usual order, with the card that lies face down at its old place: it can still be changed. */
export function handOf(view: SchattendiebView, seat: number): string[] {
  const there = view.seats[seat];
  if (!there) return [];
  const laid = view.step === 'choose' && there.front ? [there.front] : [];
  return [...there.hand, ...laid].sort((a, b) => place(a) - place(b));
}

function place(card: string): number {
  const sort = ['jewel', 'thief', 'vault'].indexOf(sortOf(card));
  return 1000 * sort + 100 * 'WRBCSV'.indexOf(markOf(card)) + (valueOf(card) ?? 0);
}

export function choiceFor(view: SchattendiebView, card: string): Choice | null {
  return view.choices.find((choice) => choice.pick?.name === card) ?? null;
}

export function stealFrom(view: SchattendiebView, seat: number): Choice | null {
  return view.choices.find((choice) => choice.to?.kind === 'seat' && Number(choice.to.name) === seat) ?? null;
}

export function choiceOf(view: SchattendiebView, word: string | null): Choice | null {
  return view.choices.find((choice) => choice.word === word) ?? null;
}

/** What is pointed at, without `done`. */
export function pointed(view: SchattendiebView): Choice[] {
  return view.choices.filter((choice) => choice.possible !== 'no' && (choice.pick ?? choice.to) !== null);
}

/** The only thing that can be answered: it needs no choosing. */
export function onlyOne(view: SchattendiebView): Choice | null {
  const possible = view.choices.filter((choice) => choice.possible !== 'no');
  return possible.length === 1 ? (possible[0] ?? null) : null;
}

export function prospectOf(view: SchattendiebView, word: string): Prospect | null {
  return view.prospects.find((prospect) => prospect.word === word) ?? null;
}

/** What is at risk with an answer; as long as none is chosen, what is at risk with all of them. */
export function risksOf(view: SchattendiebView, word: string | null): Prospect['risks'] {
  if (word !== null) return prospectOf(view, word)?.risks ?? [];
  const [first, ...others] = view.prospects;
  return (first?.risks ?? []).filter(({ code }) => others.every(({ risks }) => risks.some((one) => one.code === code)));
}
