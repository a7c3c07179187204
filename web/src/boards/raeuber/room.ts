// How much of a phone's height houses and centre get. Sacks are as large as their place lets them be, so places must be as
// large as what stands in them.
const PHONE = 344; // pixels: a house there is as wide as its sacks, and houses wrap
const WRAPS = 6; // so many sacks of one house stand in two rows
const SACK = 70; // pixels: as wide as one likes to have it
const ROOF = 0.4; // of the height of a row of sacks, as are the pile and the last cards
const LAST = 1.1;

/** As styles: the parts of the height for the others' houses, the centre and one's own house, and how many sacks stand
 * where. `held` has one's own sacks last. */
export function shares(held: readonly number[], centre: number, last: boolean): string {
  const others = held.slice(0, -1);
  const mine = held.at(-1) ?? 0;
  const found = others.some(Boolean) ? lines(others).reduce((sum, line) => sum + heightOf(line), 0) : 0;
  const middle = centre ? 0.9 * centreRows(centre) + (last ? LAST : ROOF) : 0;
  const own = mine ? 0.7 * ROOF + 0.9 * rowsOf(mine) : 0;
  const abreast = others.reduce((sum, sacks) => sum + Math.max(1, sacks), 0);
  const parts = `--opps: ${part(found)}; --middle: ${part(middle)}; --own: ${part(own)}`;
  return `${parts}; --n: ${Math.max(1, mine)}; --abreast: ${abreast}; --houses: ${others.length}`;
}

const part = (share: number) => (share ? `${Math.round(100 * share) / 100}fr` : 'auto');
const rowsOf = (sacks: number) => (sacks < WRAPS ? 1 : 2);
const centreRows = (sacks: number) => (sacks <= 4 ? 1 : sacks <= 6 ? 2 : 3);

/** Of a line of houses: who stand close together are small. */
function heightOf(line: readonly number[]): number {
  const rows = Math.max(...line.map(rowsOf));
  const abreast = line.reduce((sum, sacks) => sum + Math.max(1, Math.ceil(sacks / rowsOf(sacks))), 0);
  return ROOF + rows * Math.min(1, (PHONE / abreast - 10) / SACK);
}

/** The houses of each line on a phone, by their sacks. */
export function lines(houses: readonly number[]): number[][] {
  const found: number[][] = [[]];
  let width = 0;
  for (const sacks of houses) {
    const next = Math.min(PHONE, Math.max(1, sacks) * 62 + 14);
    if (width && width + next > PHONE) {
      found.push([]);
      width = 0;
    }
    found.at(-1)?.push(sacks);
    width += next + 6;
  }
  return found;
}
