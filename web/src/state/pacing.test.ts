import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pacing } from './pacing';
import type { Pace } from './settings.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function pacing(pace: Pace = 'normal') {
  const shown: number[] = [];
  return {
    shown,
    pacing: new Pacing<number>(
      (step) => shown.push(step),
      () => pace,
      (step) => (step < 0 ? 0 : step >= 10 ? 2 : 1),
      () => Date.now(),
    ),
  };
}

test('the first is shown at once, the next after a while', () => {
  const { shown, pacing: paced } = pacing();
  paced.add(1, false);
  paced.add(2, false);
  expect(shown).toEqual([1]);
  vi.advanceTimersByTime(800);
  expect(shown).toEqual([1, 2]);
});

test('what a person did here does not wait', () => {
  const { shown, pacing: paced } = pacing('slow');
  paced.add(1, false);
  paced.add(2, false);
  paced.add(3, true);
  expect(shown).toEqual([1, 2, 3]);
  expect(paced.behind).toBe(0);
});

test('fast waits for nothing', () => {
  const { shown, pacing: paced } = pacing('fast');
  [1, 2, 3].forEach((step) => paced.add(step, false));
  expect(shown).toEqual([1, 2, 3]);
});

test('nobody has to watch very many', () => {
  const { shown, pacing: paced } = pacing('slow');
  for (let step = 0; step < 40; step++) paced.add(step, false);
  expect(shown.length).toBeGreaterThan(24);
});

test('what is out of date is not shown', () => {
  const { shown, pacing: paced } = pacing();
  paced.add(1, false);
  paced.add(2, false);
  paced.drop();
  vi.advanceTimersByTime(5000);
  expect(shown).toEqual([1]);
});

test('a step stays as long as it says', () => {
  const { shown, pacing: paced } = pacing();
  [-1, -2, 10, 1, 2].forEach((step) => paced.add(step, false));
  expect(shown).toEqual([-1, -2, 10]);
  vi.advanceTimersByTime(800);
  expect(shown).toEqual([-1, -2, 10]);
  vi.advanceTimersByTime(800);
  expect(shown).toEqual([-1, -2, 10, 1]);
});

test('what is skipped is shown at once', () => {
  const { shown, pacing: paced } = pacing();
  [1, 2, 10].forEach((step) => paced.add(step, false));
  paced.skip();
  expect(shown).toEqual([1, 2, 10]);
  expect(paced.behind).toBe(0);
});
