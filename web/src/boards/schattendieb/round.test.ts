import { expect, test } from 'vitest';
import { actionNow, concerned, eventsOf, latestRound, roundsIn } from './round';
import { choosing, revealed, told } from './table.fixture';

const steals = told('steal', { seat: { seat: 0 }, victim: { seat: 1 }, jewel: { thing: 'C7' } });
const story = [
  told('dealt'),
  revealed('W1', 'W2', 'W3', 'W4'),
  told('into_vaults', { seats: { seats: [0, 1, 2, 3] } }),
  revealed('TC', 'C7', 'R4', 'B4'),
  told('stalemate', { cards: { things: ['R4', 'B4'] } }),
  steals,
];

test('the latest round tells what everybody laid and what became of it', () => {
  const round = latestRound(story);
  expect(round?.number).toBe(2);
  expect(round?.laid.map(({ card, fate }) => `${card} ${fate}`)).toEqual([
    'TC took',
    'C7 robbed',
    'R4 equal',
    'B4 equal',
  ]);
  expect(round?.laid[0]).toMatchObject({ jewel: 'C7' });
});

test('what concerns several cards is told together, in the order in which it happens', () => {
  const round = latestRound([
    revealed('V9', 'C7', 'R4', 'B4', 'TC'),
    told('stalemate', { cards: { things: ['R4', 'B4'] } }),
    told('steal', { seat: { seat: 4 }, victim: { seat: 1 }, jewel: { thing: 'C7' } }),
    told('shut', { seat: { seat: 0 }, card: { thing: 'V9' } }),
  ]);
  if (!round) throw new Error('no round');
  const events = eventsOf(round).map(({ cards, sign }) => `${sign}: ${cards.map(({ card }) => card).join(' ')}`);
  expect(events).toEqual(['equal: R4 B4', 'steal: TC C7', 'null: V9']);
});

test('before the first reveal there is no round', () => {
  expect(latestRound([told('dealt')])).toBeNull();
  expect(roundsIn([told('dealt')])).toBe(0);
});

test('vaults are shut, or not; what is added goes home', () => {
  const round = latestRound([
    revealed('V9', 'V4', 'W7', 'V5'),
    told('add', { seat: { seat: 2 }, cards: { things: ['W2'] }, front: { thing: 'W7' } }),
    told('into_vault', { seat: { seat: 2 }, cards: { things: ['W2', 'W7'] } }),
    told('shut', { seat: { seat: 0 }, card: { thing: 'V9' } }),
    told('too_small', { seat: { seat: 1 }, card: { thing: 'V4' } }),
    told('empty', { seat: { seat: 3 }, card: { thing: 'V5' } }),
  ]);
  expect(round?.laid.map(({ fate }) => fate)).toEqual(['shut', 'too_small', 'home', 'empty']);
  expect(round?.laid[2]?.added).toEqual(['W2']);
});

test('when the game ends before, nothing that lies out counts', () => {
  const round = latestRound([revealed('V9', 'V4', 'V6', 'V5'), told('all_shut', { seats: { seats: [0, 1, 2, 3] } })]);
  expect(round?.laid.every(({ fate }) => fate === 'lost')).toBe(true);
});

test('the action is the one that is asked about, else the one told of last', () => {
  const round = latestRound(story);
  if (!round) throw new Error('no round');
  const view = choosing();
  expect(actionNow({ ...view, step: 'steal', thief: 'TS' }, round)).toBe('shadow');
  expect(actionNow({ ...view, step: 'steal', asked: [] }, round)).toBe('thieves');
  expect(actionNow({ ...view, step: 'add', asked: [1] }, round)).toBe('adding');
  expect(concerned(round, 'stalemate')).toEqual([2, 3]);
  expect(concerned(round, 'thieves')).toEqual([0]);
  expect(concerned(round, 'shadow')).toEqual([]);
});
