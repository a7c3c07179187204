// What a view of any game shows and offers.
import type { Choice, OtherView, SheetEntry } from '../../protocol';
import { say } from '../../texts/say.svelte';

/** Something to pick up, and the choices that do so. */
export interface Piece {
  id: string;
  name: string;
  choices: readonly Choice[];
  can: boolean;
}

export const possible = (choice: Choice) => choice.possible !== 'no';

/** What can be picked up, in the order in which the view names it. */
export function piecesOf(view: OtherView): readonly Piece[] {
  const found = new Map<string, { name: string; choices: Choice[] }>();
  for (const choice of view.choices) {
    if (!choice.pick) continue;
    const id = `${choice.pick.kind} ${choice.pick.name}`;
    const piece = found.get(id) ?? { name: view.called[choice.pick.name] ?? choice.pick.name, choices: [] };
    piece.choices.push(choice);
    found.set(id, piece);
  }
  return [...found].map(([id, piece]) => ({ id, ...piece, can: piece.choices.some(possible) }));
}

/** What needs nothing picked up. */
export const othersOf = (view: OtherView): readonly Choice[] => view.choices.filter((choice) => !choice.pick);

export const inWords = (view: OtherView, choice: Choice): string => view.words[choice.word] ?? choice.word;

export const entryInWords = ({ label, words }: SheetEntry): string =>
  `${label}: ${words.join(', ') || say('shared.nothing')}.`;

export const tableInWords = (view: OtherView): string => view.sheet.table.map(entryInWords).join(' ');

export function thingsOf(view: OtherView, seat: number, name: string): string {
  return [`${name}.`, ...(view.sheet.seats[seat] ?? []).map(entryInWords)].join(' ');
}
