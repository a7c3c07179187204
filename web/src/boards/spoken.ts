// What a key has read aloud: l the latest event, a what is asked and what is on the table, m one's own things, o the
// others'.
import type { Told, View } from '../protocol';
import type { Board } from './board';

export interface Spoken {
  board: Board<View>;
  view: View;
  seat: number | null;
  names: readonly string[];
  told: readonly Told[];
  asks: string;
}

export function spokenFor(key: string, { board, view, seat, names, told, asks }: Spoken): string | null {
  const things = (number: number) => board.thingsOf(view, number, names[number] ?? '');
  switch (key.toLowerCase()) {
    case 'l':
      return told.at(-1)?.text ?? '';
    case 'a':
      return `${asks} ${board.tableInWords(view)}`.trim();
    case 'm':
      return seat === null ? null : things(seat);
    case 'o':
      return names.flatMap((_, number) => (number === seat ? [] : [things(number)])).join(' ');
    default:
      return null;
  }
}
