// Whether the luck of a finished game is what was sealed before its first roll: the secret fits the seal, and the number
// that the secret gives for each roll and draw is one of those that lead to what happened. The browser's own hashes are
// missing without https, so a small library does it.
import { blake2b } from '@noble/hashes/blake2';
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils';
import type { DrawMessage, LuckMessage } from '../protocol';

const BYTES = 64;

export type Verdict =
  | { fits: 'all'; draws: number; fork: number }
  | { fits: 'not the seal' }
  | { fits: 'not a draw'; draw: DrawMessage }
  | { fits: 'nothing' }; // there is no secret to check by

export function sealOf(secret: Uint8Array): string {
  return bytesToHex(sha256(secret));
}

/** The number below `total` that a secret gives for a chance event. Those beyond the last full multiple are drawn anew. */
export function numberOf(secret: Uint8Array, chance: number, total: number): number {
  const whole = BigInt(total);
  const most = ((1n << BigInt(8 * BYTES)) / whole) * whole;
  for (let attempt = 0; ; attempt++) {
    const digest = blake2b(utf8ToBytes(`${chance} ${attempt}`), { key: secret, dkLen: BYTES });
    const number = BigInt(`0x${bytesToHex(digest)}`);
    if (number < most) return Number(number % whole);
  }
}

/** The seal is that which was shown before the first roll or, of a record, what the record says, if it says one. */
export function verify(luck: LuckMessage, seal: string | null): Verdict {
  if (luck.secret === null) return { fits: 'nothing' };
  const secret = hexToBytes(luck.secret);
  if (seal !== null && sealOf(secret) !== seal) return { fits: 'not the seal' };
  const draw = luck.draws.find(({ chance, low, high, total }) => {
    const number = numberOf(secret, chance, total);
    return number < low || number >= high;
  });
  return draw ? { fits: 'not a draw', draw } : { fits: 'all', draws: luck.draws.length, fork: luck.fork };
}
