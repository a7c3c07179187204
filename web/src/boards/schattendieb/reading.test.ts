import { expect, test } from 'vitest';
import type { SchattendiebView } from '../../protocol';
import {
  countOf,
  handOf,
  highestFirst,
  markOf,
  onlyOne,
  pointed,
  risksOf,
  sortOf,
  stealFrom,
  valueOf,
} from './reading';
import { choosing, steal } from './table.fixture';

test.each([
  ['W10', 'jewel', 'W', 10],
  ['TS', 'thief', 'S', null],
  ['TC', 'thief', 'C', null],
  ['V4', 'vault', 'V', 4],
])('%s', (card, sort, mark, value) => {
  expect([sortOf(card), markOf(card), valueOf(card)]).toEqual([sort, mark, value]);
});

test('jewels lie from the highest down', () => {
  expect(highestFirst(['W3', 'C10', 'B3', 'W9'])).toEqual(['C10', 'W9', 'W3', 'B3']);
  expect(countOf(['W3', 'C10', 'W9'], 'W')).toBe(2);
});

test('a card that lies face down keeps its place in the hand', () => {
  const view = choosing();
  expect(handOf(view, 0)).toEqual(['W5', 'R8', 'TC', 'V9']);
  const laid = {
    ...view,
    seats: view.seats.map((there, seat) => (seat ? there : { ...there, front: 'R8', hand: ['W5', 'TC', 'V9'] })),
  };
  expect(handOf(laid, 0)).toEqual(['W5', 'R8', 'TC', 'V9']);
});

test('what is the only answer needs no choosing', () => {
  const view: SchattendiebView = { ...choosing(), step: 'steal', choices: [steal(1, 'yes'), steal(2, 'no')] };
  expect(onlyOne(view)?.word).toBe('steal 1');
  expect(pointed(view).map((choice) => choice.word)).toEqual(['steal 1']);
  expect(stealFrom(view, 2)?.clause).toBe('SD-8');
  expect(onlyOne(choosing())).toBeNull();
});

test('as long as nothing is selected, what all answers risk is told', () => {
  const risk = (code: 'all_shut' | 'others_may_run_out') => ({ code, clause: 'SD-18', sure: false });
  const view: SchattendiebView = {
    ...choosing(),
    prospects: [
      { word: 'play W5', shuts: null, risks: [risk('others_may_run_out')] },
      { word: 'play V9', shuts: true, risks: [risk('all_shut'), risk('others_may_run_out')] },
    ],
  };
  expect(risksOf(view, null).map(({ code }) => code)).toEqual(['others_may_run_out']);
  expect(risksOf(view, 'play V9').map(({ code }) => code)).toEqual(['all_shut', 'others_may_run_out']);
  expect(risksOf(view, 'play R8')).toEqual([]);
});
