// The boards, by game.
import type { View } from '../protocol';
import type { Board } from './board';
import { raeuber } from './raeuber';
import { schattendieb } from './schattendieb';
import { sneaky } from './sneaky';

// Views are told apart by their game's name, which types do not know: this is the only place that says which is whose.
const BOARDS = { raeuber, schattendieb, sneaky } as unknown as Readonly<Record<string, Board<View>>>;

export function boardOf(game: string): Board<View> | null {
  return BOARDS[game] ?? null;
}
