// Some of all combinations, so that every two values are together in at least one.
export type Factors = Readonly<Record<string, readonly unknown[]>>;
export type Row<F extends Factors> = { [Name in keyof F]: F[Name][number] };

export function whole<F extends Factors>(factors: F): Row<F>[] {
  return Object.entries(factors).reduce<Record<string, unknown>[]>(
    (rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  ) as Row<F>[];
}

/** Always the one with the most pairs that are still missing. */
export function pairwise<F extends Factors>(factors: F): Row<F>[] {
  const all = whole(factors).map((row) => ({ row, pairs: pairsOf(row) }));
  const missing = new Set(all.flatMap(({ pairs }) => pairs));
  const chosen: Row<F>[] = [];
  while (missing.size) {
    const gain = ({ pairs }: { pairs: string[] }) => pairs.filter((pair) => missing.has(pair)).length;
    const best = all.reduce((a, b) => (gain(b) > gain(a) ? b : a));
    for (const pair of best.pairs) missing.delete(pair);
    chosen.push(best.row);
  }
  return chosen;
}

/** Those rows in which two values are together for the first time; those of two factors need not meet. */
export function firsts<R extends Record<string, unknown>>(rows: readonly R[], ...apart: [keyof R, keyof R]): R[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const pairs = pairsOf(row).filter((pair) => !apart.every((name) => ` ${pair}`.includes(` ${String(name)}=`)));
    const isFirst = pairs.some((pair) => !seen.has(pair));
    for (const pair of pairs) seen.add(pair);
    return isFirst;
  });
}

function pairsOf(row: Record<string, unknown>): string[] {
  const values = Object.entries(row).map(([name, value]) => `${name}=${String(value)}`);
  return values.flatMap((one, index) => values.slice(index + 1).map((other) => `${one} ${other}`));
}
