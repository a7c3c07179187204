// Whether the secret of a game's luck fits the seal that was shown before its first roll. The browser's own hashes are
// missing without https, so a small library does it.
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils';

export function sealOf(secret: string): string {
  return bytesToHex(sha256(hexToBytes(secret)));
}

/** The secret in a record, if it has one. */
export function secretIn(record: string): string | null {
  try {
    const { about } = JSON.parse(record) as { about?: { secret?: unknown } };
    return typeof about?.secret === 'string' ? about.secret : null;
  } catch {
    return null;
  }
}
