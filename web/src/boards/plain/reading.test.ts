import { expect, test } from 'vitest';
import type { Choice, OtherView } from '../../protocol';
import { inWords, othersOf, piecesOf, tableInWords, thingsOf } from './reading';

const choice = (word: string, pick: string | null, possible: Choice['possible'] = 'yes'): Choice => ({
  word,
  pick: pick === null ? null : { kind: 'card', name: pick },
  to: null,
  possible,
  does: null,
  code: possible === 'no' ? 'not_in_hand' : null,
  clause: null,
});

const view = {
  choices: [choice('keep R', 'R'), choice('steal R 1', 'R', 'no'), choice('keep K', 'K', 'no'), choice('pass', null)],
  called: { R: 'ring', K: 'crown' },
  words: { 'keep R': 'lay ring' },
  sheet: {
    table: [{ label: 'Pile', words: ['12'], cards: false }],
    seats: [[{ label: 'Hand', words: ['ring', 'crown'], cards: true }], [{ label: 'Hand', words: [], cards: true }]],
  },
} as unknown as OtherView;

test('choices are grouped by what is picked up', () => {
  expect(piecesOf(view).map(({ name, choices, can }) => [name, choices.length, can])).toEqual([
    ['ring', 2, true],
    ['crown', 1, false],
  ]);
  expect(othersOf(view).map(({ word }) => word)).toEqual(['pass']);
});

test('a choice without words is called by its own', () => {
  expect(view.choices.map((one) => inWords(view, one))).toEqual(['lay ring', 'steal R 1', 'keep K', 'pass']);
});

test('the table and what a seat has are read aloud', () => {
  expect(tableInWords(view)).toBe('Pile: 12.');
  expect(thingsOf(view, 0, 'Ada')).toBe('Ada. Hand: ring, crown.');
  expect(thingsOf(view, 1, 'Bob')).toBe('Bob. Hand: nothing.');
});
