import { expect, test } from 'vitest';
import { choosing, revealed, told, update } from '../boards/schattendieb/table.fixture';
import { stepsOf } from './steps';

const lines = [revealed('W5', 'R4', 'B4', 'V6'), told('stalemate'), told('drawn')];

test('each line is told once, with the stage it belongs to; only the last step asks', () => {
  const view = { ...choosing(), discard: ['W9'] };
  const stages = [
    { told: 1, view, stays: 2.4 },
    { told: 1, view, stays: 1.8 },
  ];
  const steps = stepsOf({ ...update(choosing(), lines), stages });
  expect(steps.map((step) => step.update.told.map(({ code }) => code))).toEqual([['reveal'], ['stalemate'], ['drawn']]);
  expect(steps.map((step) => step.update.question !== null)).toEqual([false, false, true]);
  expect(steps.map((step) => step.stays)).toEqual([2.4, 1.8, 1]);
  expect(steps.map((step) => step.update.view)).toEqual([view, view, choosing()]);
});

test('what has no stages is one step, which does not stay if nothing is told', () => {
  expect(stepsOf(update(choosing(), lines))).toMatchObject([{ stays: 1 }]);
  expect(stepsOf(update(choosing(), []))).toMatchObject([{ stays: 0 }]);
});
