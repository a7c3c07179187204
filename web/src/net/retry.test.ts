import { expect, test } from 'vitest';
import { waitBefore } from './retry';

test('waits grow up to a limit', () => {
  const longest = [1, 2, 3, 4, 20].map((attempt) => waitBefore(attempt, () => 1));
  expect(longest).toEqual([400, 800, 1600, 3200, 15_000]);
});

test('at least half of a wait is waited', () => {
  expect(waitBefore(3, () => 0)).toBe(800);
});
