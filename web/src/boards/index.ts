// The boards: each folder here is one, named after its game. A game without one has the plain one.
import type { View } from '../protocol';
import type { Board } from './board';

// Views are told apart by their game's name, which types do not know: this is the only place that says which is whose.
const BOARDS = import.meta.glob<Board<View>>('./*/index.ts', { eager: true, import: 'board' });
const fileOf = (game: string) => `./${game}/index.ts`;

/** Whether a game has a board of its own here, and so a drawing on its box. */
export const hasBoard = (game: string) => fileOf(game) in BOARDS;

export const boardOf = (game: string) => BOARDS[hasBoard(game) ? fileOf(game) : fileOf('plain')] as Board<View>;
