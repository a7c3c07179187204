import { expect, test } from 'vitest';
import { sealOf, secretIn } from './luck';

test('a seal is the SHA-256 of the secret', () => {
  expect(sealOf('616263')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('a record tells its secret', () => {
  expect(secretIn('{"about":{"secret":"616263"}}')).toBe('616263');
});

test.each(['', '{}', '{"about":{"secret":3}}', 'null'])('%s tells none', (record) => {
  expect(secretIn(record)).toBeNull();
});
