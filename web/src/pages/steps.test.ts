import { expect, test } from 'vitest';
import type { ReplayMessage } from '../protocol';
import { firstAsked } from './steps';

const steps = (...asked: number[][]) => asked.map((seats) => ({ view: { asked: seats } })) as ReplayMessage['steps'];

test.each([
  [steps([], [], [1], [2]), 3],
  [steps([0]), 1],
  [steps([], []), 1],
  [steps(), 0],
])('the deal is over after so many events', (found, first) => {
  expect(firstAsked(found)).toBe(first);
});
