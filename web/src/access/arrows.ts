// Arrow keys go from thing to thing on a board, to the nearest one in that direction.
type Point = [x: number, y: number];
const WAYS: Record<string, Point> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
const THINGS = 'main button:not(:disabled), main a[href], main input';

export interface Placed<T> {
  thing: T;
  at: Point;
}

/** The nearest of the others in a direction; what lies aside counts as farther away, or not at all. */
export function nearest<T>(from: Point, way: Point, others: readonly Placed<T>[]): T | null {
  let found: T | null = null;
  let least = Infinity;
  for (const { thing, at } of others) {
    const [x, y] = [at[0] - from[0], at[1] - from[1]];
    const ahead = x * way[0] + y * way[1];
    const aside = Math.abs(x * way[1]) + Math.abs(y * way[0]);
    const far = ahead + 2 * aside;
    if (ahead > 4 && 2 * ahead > aside && far < least) [found, least] = [thing, far];
  }
  return found;
}

export function goByArrow(event: KeyboardEvent): void {
  const way = WAYS[event.key];
  const now = document.activeElement;
  if (!way || event.defaultPrevented || !(now instanceof HTMLElement) || now instanceof HTMLInputElement) return;
  if (!now.closest('main') || now.closest('.panel, [role="radiogroup"]')) return;
  const others = [...document.querySelectorAll<HTMLElement>(THINGS)].filter(
    (thing) => thing !== now && thing.offsetWidth,
  );
  const next = nearest(
    middle(now),
    way,
    others.map((thing) => ({ thing, at: middle(thing) })),
  );
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function middle(element: Element): Point {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}
