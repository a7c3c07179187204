// How much of the table's height houses and centre get. Sacks are as large as their place lets them be, so places must be
// as large as what stands in them.
const PHONE = 344; // pixels: a house there is as wide as its sacks, and houses wrap
const WRAPS = 6; // so many sacks of one house stand in two rows

/** In rows of sacks: the others' houses, the centre, one's own house. `held` has one's own sacks last. */
export function shares(held: readonly number[], centre: number, last: boolean): string {
  const others = held.slice(0, -1);
  const own = held.at(-1) ?? 0;
  const opps = lines(others) * Math.max(...others.map(rowsOf));
  const middle = (centre === 0 ? 0 : centre <= 4 ? 1 : centre <= 6 ? 2 : 3) * 0.8 + (last ? 1 : 0.4);
  return `--opps: ${opps}; --middle: ${middle}; --own: ${rowsOf(own)}; --n: ${Math.max(1, own)}; --most: ${Math.max(1, ...others)}`;
}

const rowsOf = (sacks: number) => (sacks === 0 ? 0 : sacks < WRAPS ? 1 : 2);

/** The lines of houses on a phone. */
export function lines(houses: readonly number[]): number {
  let found = 1;
  let width = 0;
  for (const sacks of houses) {
    const next = Math.min(PHONE, Math.max(1, sacks) * 62 + 14);
    if (width + next > PHONE) {
      found += 1;
      width = 0;
    }
    width += next + 6;
  }
  return found;
}
