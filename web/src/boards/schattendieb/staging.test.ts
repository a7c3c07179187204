import { expect, test } from 'vitest';
import type { SchattendiebView } from '../../protocol';
import { steps } from './staging';
import { choosing, revealed, told, update } from './table.fixture';

const lines = [
  revealed('W5', 'R4', 'B4', 'V6'),
  told('stalemate', { cards: { things: ['R4', 'B4'] } }),
  told('add', { seat: { seat: 0 }, cards: { things: ['W1'] }, front: { thing: 'W5' } }),
  told('into_vault', { seat: { seat: 0 }, cards: { things: ['W1', 'W5'] } }),
  told('shut', { seat: { seat: 3 }, card: { thing: 'V6' } }),
  told('under_the_pile', { seats: { seats: [3] } }),
  told('draw', { seat: { seat: 0 }, card: { thing: 'B2' } }),
  told('drawn', { number: { amount: 4 } }),
];

function after(): SchattendiebView {
  const view = choosing();
  const seats = view.seats.map((there, seat) => ({
    ...there,
    ...(seat === 0 ? { vault: ['W1', 'W3', 'W5'], vault_sum: 9, hand: ['R8', 'B2', 'TC', 'V9'] } : {}),
    ...(seat === 3 ? { open: false, hand: [], shut_with: 'V6' } : {}),
  }));
  return { ...view, seats, version: 2 };
}

const fronts = (view: SchattendiebView) => view.seats.map((there) => there.front);
const shown = () => steps(choosing(), update(after(), lines)).map((step) => step.update);
const viewAt = (index: number) => shown()[index]?.view as SchattendiebView;

test('a round is shown in the steps in which it is told, each line once', () => {
  expect(shown().map((step) => step.told.map(({ code }) => code))).toEqual([
    ['reveal'],
    ['stalemate'],
    ['add'],
    ['into_vault'],
    ['shut', 'under_the_pile'],
    ['draw', 'drawn'],
  ]);
});

test('only the last step asks, and it is the view that was received', () => {
  const all = shown();
  expect(all.map((step) => step.question !== null)).toEqual([false, false, false, false, false, true]);
  expect(all.at(-1)?.view).toEqual(after());
  expect(all.slice(0, -1).every((step) => step.view.choices.length === 0)).toBe(true);
});

test('what is told is carried out on what was shown before', () => {
  expect(fronts(viewAt(0))).toEqual(['W5', 'R4', 'B4', 'V6']);
  expect(viewAt(0).seats[0]?.hand).toEqual(['R8', 'TC', 'V9']);
  expect(viewAt(0).seats[1]?.hand).toEqual(['?', '?', '?']);
  expect(fronts(viewAt(1))).toEqual(['W5', null, null, 'V6']);
  expect(viewAt(1).discard).toEqual(['R4', 'B4']);
  expect(viewAt(2).seats[0]?.added).toEqual(['W1']);
  expect(viewAt(3).seats[0]).toMatchObject({ vault: ['W1', 'W3', 'W5'], vault_sum: 9, front: null });
  expect(viewAt(3).seats[3]?.open).toBe(true);
  expect(viewAt(4).seats[3]).toMatchObject({ open: false, shut_with: 'V6', front: null });
});

test('thieves are shown one by one, and their loot with them', () => {
  const was = steps(choosing(), update(after(), [revealed('TC', 'C7', 'TS', 'B4'), told('draw')]))[0]?.update.view;
  const thieves = [
    told('steal', { seat: { seat: 0 }, victim: { seat: 1 }, jewel: { thing: 'C7' } }),
    told('in_vain', { seat: { seat: 2 }, card: { thing: 'TS' } }),
    told('drawn'),
  ];
  const all = steps(was as SchattendiebView, update(after(), thieves)).map(
    (step) => step.update.view as SchattendiebView,
  );
  expect(all.length).toBe(3);
  expect(fronts(all[0] as SchattendiebView)).toEqual([null, null, 'TS', 'B4']);
  expect(all[0]?.seats[0]).toMatchObject({ vault: ['W3', 'C7'], vault_sum: 10 });
  expect(fronts(all[1] as SchattendiebView)).toEqual([null, null, null, 'B4']);
});

test('that somebody has chosen is one step that does not stay', () => {
  expect(steps(choosing(), update({ ...choosing(), chosen: [1] }, []))).toMatchObject([{ stays: 0 }]);
});
