// How long to wait before asking again: longer each time, and never all at once after a restart of the server.
const FIRST = 400;
const LONGEST = 15_000;

/** Milliseconds before the try of this number, from 1. Between half and all of a wait that doubles. */
export function waitBefore(attempt: number, random: () => number = Math.random): number {
  const whole = Math.min(LONGEST, FIRST * 2 ** (attempt - 1));
  return whole / 2 + (random() * whole) / 2;
}
