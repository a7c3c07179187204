import { bytesToHex } from '@noble/hashes/utils';
import { expect, test } from 'vitest';
import type { LuckMessage } from '../protocol';
import { numberOf, sealOf, verify } from './luck';

const SECRET = Uint8Array.from({ length: 32 }, (_, index) => index);
const SEAL = sealOf(SECRET);

test('a seal is the SHA-256 of the secret', () => {
  const abc = new TextEncoder().encode('abc');
  expect(sealOf(abc)).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

// The same as in tests/play/test_luck.py.
test.each([
  [0, 6, 1],
  [1, 6, 4],
  [17, 279936, 137264],
  [63, 1, 0],
  [1000, 2 ** 53 - 1, 557037237376909],
])('number %i below %i', (chance, total, number) => {
  expect(numberOf(SECRET, chance, total)).toBe(number);
});

function luck(changed: Partial<LuckMessage> = {}): LuckMessage {
  return {
    seal: SEAL,
    secret: bytesToHex(SECRET),
    fork: 0,
    draws: [
      { event: 0, chance: 0, word: 'start 1', low: 1, high: 2, total: 6 },
      { event: 5, chance: 1, word: 'roll YY', low: 0, high: 5, total: 6 },
    ],
    ...changed,
  };
}

test('all fits', () => {
  expect(verify(luck(), SEAL)).toEqual({ fits: 'all', draws: 2, fork: 0 });
  expect(verify(luck({ fork: 5 }), SEAL)).toMatchObject({ fork: 5 });
});

test('a record that tells no secret, or no seal', () => {
  expect(verify(luck({ secret: null, draws: [] }), null)).toEqual({ fits: 'nothing' });
  expect(verify(luck({ seal: null }), null)).toMatchObject({ fits: 'all' });
});

test('another secret than the one that was sealed', () => {
  expect(verify(luck({ secret: '00'.repeat(32) }), SEAL)).toEqual({ fits: 'not the seal' });
});

test.each([
  [0, 4],
  [5, 6],
])('a roll that the secret does not give: %i to %i', (low, high) => {
  const draw = { event: 5, chance: 1, word: 'roll YY', low, high, total: 6 };
  expect(verify(luck({ draws: [...luck().draws.slice(0, 1), draw] }), SEAL)).toEqual({ fits: 'not a draw', draw });
});
