import { expect, test } from 'vitest';
import type { Choice, SneakyView } from '../../protocol';
import { newOnes } from './moving';
import { choiceAt, fullOnes, placesFor, reasonFor, spotNamed, spots } from './reading';

const put = (spot: string, colour: string, possible: Choice['possible']): Choice => ({
  word: `put ${spot}`,
  pick: { kind: 'die', name: colour },
  to: { kind: 'spot', name: spot },
  possible,
  does: null,
  code: possible === 'no' ? 'bandit_is_full' : null,
  clause: possible === 'no' ? 'SN-9' : null,
});

function table(players: number): SneakyView {
  const stacks = players === 2 ? 2 : 1;
  const seat = () => ({
    cuffs: 2,
    safe: [],
    stacks: Array.from({ length: stacks }, () => ({ bandits: ['R2', 'G3'], dice: 1 })),
  });
  return {
    version: 1,
    game: 'sneaky',
    players,
    options: {},
    seat: 0,
    asked: [0],
    chosen: [],
    undoable: false,
    choices: [put('c0', 'Y', 'no'), put('c1', 'G', 'yes'), put('s1', 'G', 'yes')],
    refusals: [],
    scores: null,
    winners: null,
    ending: null,
    step: 'put',
    turn: 0,
    turns: 1,
    turns_left: null,
    dice: ['G', 'Y'],
    dice_left: 2,
    pile: [],
    centre: [{ bandit: 'Y1', dice: 1 }, { bandit: 'G2', dice: 0 }, null],
    to_lay: [],
    laid: [],
    seats: Array.from({ length: players }, seat),
  };
}

test('with two players each has a stack for 2s and one for 3s', () => {
  expect(spots(table(2)).map((spot) => spot.name)).toEqual(['c0', 'c1', 'c2', 's0.2', 's0.3', 's1.2', 's1.3']);
});

test('with more players each has one stack', () => {
  expect(spots(table(3)).map((spot) => spot.name)).toEqual(['c0', 'c1', 'c2', 's0', 's1', 's2']);
  expect(spotNamed(table(3), 's1')).toEqual({ name: 's1', owner: 1, bandits: ['R2', 'G3'], dice: 1 });
});

test('a bandit with all its dice is full', () => {
  expect(fullOnes(table(3))).toEqual(['Y1']);
});

test('choices are found by what they pick up and where it goes', () => {
  const view = table(3);
  expect(choiceAt(view, 'c1')?.word).toBe('put c1');
  expect(choiceAt(view, 'c2')).toBeNull();
  expect(placesFor(view, 'G').map((choice) => choice.word)).toEqual(['put c1', 'put s1']);
  expect(placesFor(view, 'Y')).toEqual([]);
  expect(reasonFor(view, 'Y')?.clause).toBe('SN-9');
  expect(reasonFor(view, 'B')).toBeNull();
});

test('new bandits of the centre are those that were not there', () => {
  const before = table(3);
  const after = { ...before, centre: [before.centre[0] ?? null, { bandit: 'B3', dice: 0 }, { bandit: 'P1', dice: 0 }] };
  expect(newOnes(before, after)).toEqual(['c1', 'c2']);
});
