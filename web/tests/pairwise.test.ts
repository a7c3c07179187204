import { expect, test } from 'vitest';
import { firsts, pairwise, whole } from './pairwise';

const factors = { players: [2, 3, 4], width: [360, 390, 1280], theme: ['day', 'night'], language: ['de', 'en'] };

test('all combinations', () => {
  expect(whole(factors)).toHaveLength(36);
  expect(new Set(whole(factors).map((row) => JSON.stringify(row))).size).toBe(36);
});

test('every two values are together somewhere, in few rows', () => {
  const rows = pairwise(factors);
  expect(rows.length).toBeLessThan(13);
  for (const row of whole(factors))
    for (const [one, other] of [
      ['players', 'width'],
      ['players', 'theme'],
      ['width', 'language'],
      ['theme', 'language'],
    ] as const)
      expect(rows.some((chosen) => chosen[one] === row[one] && chosen[other] === row[other])).toBe(true);
});

test('fewer rows do where two factors need not meet, and all other values still do', () => {
  const all = pairwise(factors);
  const rows = firsts(all, 'players', 'width');
  expect(rows.length).toBeLessThan(all.length);
  for (const row of all)
    for (const [one, other] of [
      ['players', 'theme'],
      ['players', 'language'],
      ['width', 'theme'],
      ['theme', 'language'],
    ] as const)
      expect(rows.some((chosen) => chosen[one] === row[one] && chosen[other] === row[other])).toBe(true);
});
