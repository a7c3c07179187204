import { expect, test } from 'vitest';
import type { Choice, RaeuberView, SackShown, Told } from '../../protocol';
import { drawn } from './moving';
import { bandOf, choiceAt, lastCards, onlyCard, openTo, placesFor, pointsOf, refusalOf, sacksOf } from './reading';
import { lines, shares } from './room';

const choice = (card: string, sack: string, possible: Choice['possible']): Choice => ({
  word: `${card}>${sack}`,
  pick: { kind: 'card', name: card },
  to: { kind: 'sack', name: sack },
  possible,
  does: null,
  code: possible === 'no' ? 'exceeds_sack' : null,
  clause: possible === 'no' ? 'RB-6' : null,
});

const sack = (name: string, owner: number | null, loot: number | null, cards: string[] | null): SackShown => ({
  name,
  worth: Number.parseInt(name),
  owner,
  sealed: false,
  sealed_worth: Number.parseInt(name),
  counts: loot,
  top: cards?.at(-1) ?? null,
  quarter: 1,
  loot,
  cards,
});

const view: RaeuberView = {
  version: 1,
  game: 'raeuber',
  players: 3,
  options: {},
  seat: 0,
  asked: [0],
  chosen: [],
  undoable: false,
  choices: [choice('8', '26', 'no'), choice('8', '45a', 'try'), choice('9', '26', 'no'), choice('9', '45a', 'no')],
  refusals: [],
  scores: null,
  winners: null,
  ending: null,
  step: 'turn',
  turn: 0,
  starts: 0,
  pile: 4,
  aside: 0,
  last_cards: [null, null, null],
  hands: [['8', '9'], ['?', '?'], ['?']],
  sacks: [
    sack('26', 0, 20, ['10', '10']),
    sack('45a', 1, null, null),
    sack('70a', 1, 12, ['2', '10']),
    sack('100', null, 0, []),
  ],
};

test('sacks by who has them, and which may be looked into', () => {
  expect(sacksOf(view, 1).map(({ name }) => name)).toEqual(['45a', '70a']);
  expect(openTo(view).map(({ name }) => name)).toEqual(['26', '70a']);
  expect(pointsOf(view, 0)).toEqual({ points: 20, more: false });
  expect(pointsOf(view, 1)).toEqual({ points: 12, more: true });
});

test('a card is offered alone when no other can go anywhere', () => {
  expect(choiceAt(view, '8', '45a')?.possible).toBe('try');
  expect(placesFor(view, '8').map(({ word }) => word)).toEqual(['8>45a']);
  expect(onlyCard(view)).toBe('8');
  expect(onlyCard({ ...view, choices: [...view.choices, choice('9', '100', 'yes')] })).toBeNull();
  const out: Choice = { ...choice('8', '26', 'yes'), to: { kind: 'out', name: 'out' } };
  expect(onlyCard({ ...view, choices: [out] })).toBeNull();
});

test('a refusal is found at its sack', () => {
  const pick = { kind: 'card' as const, name: '8' };
  const to = { kind: 'sack' as const, name: '45a' };
  const refusals = [{ seat: 0, by: 1, word: '8>45a', pick, to, code: 'exceeds_sack', clause: 'RB-6' }];
  expect(refusalOf({ ...view, refusals }, '45a')?.pick.name).toBe('8');
  expect(refusalOf({ ...view, refusals }, '26')).toBeNull();
});

test('last cards lie from the highest down; equal ones are out', () => {
  expect(lastCards(view, [])).toEqual([]);
  const last: RaeuberView = {
    ...view,
    players: 4,
    turn: 2,
    hands: [[], [], ['9'], ['R']],
    last_cards: ['6', '6', '9', 'R'],
  };
  expect(lastCards(last, []).map(({ card, state }) => `${card} ${state}`)).toEqual([
    '9 now',
    '6 equal',
    '6 equal',
    'R waits',
  ]);
  expect(lastCards({ ...last, turn: 3, hands: [[], [], [], ['R']] }, [])[0]).toMatchObject({
    state: 'done',
    outcome: null,
  });
});

test('a last card that was played says how it went, as far as that is still told', () => {
  const line = (code: string, seat: number, sack: string): Told => ({
    code,
    data: { seat: { seat }, ...(sack ? { sack: { thing: sack } } : {}) },
    text: '',
  });
  const over: RaeuberView = { ...view, players: 3, turn: null, hands: [[], [], []], last_cards: ['9', '7', '2'] };
  const told = [
    line('seal', 0, '28'), // an earlier card
    line('reveal', 0, ''),
    line('rob', 0, '27'),
    line('refused', 1, '45a'),
    line('give', 1, '100'),
    line('out_now', 2, ''),
  ];
  const outcomes = (from: number) => lastCards(over, told.slice(from)).map(({ outcome, sack }) => `${outcome} ${sack}`);
  expect(outcomes(0)).toEqual(['robbed 27', 'given 100', 'out null']);
  expect(outcomes(4)).toEqual(['null null', 'given 100', 'out null']);
});

test('the card that one has drawn is new, another’s is not seen', () => {
  expect(drawn(view, ['0 8>26', '* draw 0 7'])).toBe('7');
  expect(drawn(view, ['1 3>26', '* draw 1 ?'])).toBeNull();
});

test('loot is drawn in three bands', () => {
  expect(['R', '2', '4', '5', '7', '8', '10'].map(bandOf)).toEqual(['rob', 'lo', 'lo', 'mid', 'mid', 'hi', 'hi']);
});

test('houses wrap on a phone, and what stands close together needs less height', () => {
  expect(lines([1, 1, 1, 1])).toEqual([[1, 1, 1, 1]]);
  expect(lines([5, 1, 1, 1])).toEqual([[5], [1, 1, 1]]);
  expect(shares([0, 0], 9, false)).toContain('--opps: auto; --middle: 3.1fr; --own: auto');
  expect(shares([1, 1, 1, 1, 1], 4, false)).toContain('--opps: 1.4fr');
  expect(shares([4, 1, 1, 1, 1], 1, false)).toContain('--abreast: 7; --houses: 4');
});
