import { expect, test } from 'vitest';
import { nearest } from './arrows';

const others = [
  { thing: 'right', at: [100, 0] as [number, number] },
  { thing: 'farther right', at: [200, 0] as [number, number] },
  { thing: 'below', at: [10, 100] as [number, number] },
  { thing: 'left', at: [-50, 5] as [number, number] },
];

test.each([
  [[1, 0], 'right'],
  [[0, 1], 'below'],
  [[-1, 0], 'left'],
  [[0, -1], null],
] as const)('%s', (way, thing) => {
  expect(nearest([0, 0], [way[0], way[1]], others)).toBe(thing);
});
