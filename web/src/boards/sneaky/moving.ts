// What moves when something happens in Sneaky: dice from the tray to a bandit, bandits from the pile to the centre and
// from there to a house.
import { flushSync } from 'svelte';
import { boxOf, find, fly, land, measure, pop, shake, still, tumble, type Box } from '../../motion/flight';
import type { SneakyView, UpdateMessage } from '../../protocol';
import { colourOf, isSneaky, spotNamed, spots, stackName, valueOf } from './reading';

interface Scene {
  board: HTMLElement;
  was: SneakyView;
  now: SneakyView;
  boxes: ReadonlyMap<string, Box>;
  fresh: readonly string[];
}

/** Carries a change out and lets things move; the slots of the centre that have a new bandit. */
export function move(board: HTMLElement, was: SneakyView, update: UpdateMessage, change: () => void): string[] {
  const now = update.view;
  land();
  const quiet = still();
  const boxes = quiet ? new Map<string, Box>() : measureWithDice(board);
  flushSync(change);
  if (!isSneaky(now)) return [];
  const fresh = newOnes(was, now);
  if (!quiet) for (const event of update.events) animate(event, { board, was, now, boxes, fresh });
  return fresh;
}

export function newOnes(was: SneakyView, now: SneakyView): string[] {
  return now.centre.flatMap((there, slot) => (there && there.bandit !== was.centre[slot]?.bandit ? [`c${slot}`] : []));
}

function animate(event: string, scene: Scene): void {
  const [actor = '', verb, what = ''] = event.split(' ');
  if (verb === 'put') put(what, scene);
  else if (verb === 'roll') roll(scene);
  else if (verb === 'stop') capture(Number(actor), scene);
  else if (verb === 'open') openCentre(scene);
}

function put(spot: string, { board, now, boxes }: Scene): void {
  const bandit = spotNamed(now, spot)?.bandits.at(-1);
  const dice = find(board, spot)?.querySelectorAll<SVGElement>('[data-slot] > .die');
  const die = dice?.[dice.length - 1];
  const from = boxes.get(`die-${bandit ? colourOf(bandit) : ''}`) ?? boxes.get('tray');
  if (die && from) fly(board, from, die);
}

function roll({ board }: Scene): void {
  const dice = [...board.querySelectorAll('.tray [data-die]')];
  const tray = find(board, 'tray');
  if (dice.length) tumble(dice);
  else if (tray) shake(tray);
}

function openCentre({ board, boxes, fresh }: Scene): void {
  const pile = boxes.get('pile');
  for (const [index, slot] of fresh.entries()) {
    const card = find(board, slot);
    if (card && pile && !card.classList.contains('arriving')) fly(board, pile, card, 60 * index);
  }
}

/** What was full and is gone from its place has come to the seat. */
function capture(seat: number, { board, was, now, boxes }: Scene): void {
  const stacks = now.seats[seat]?.stacks.map((_, index) => stackName(now.players, seat, index)) ?? [];
  for (const spot of spots(was)) {
    const bandit = spot.bandits.at(-1);
    const from = boxes.get(spot.name);
    if (!bandit || !from || spot.dice !== valueOf(bandit)) continue;
    const stack = stacks.find((name) => spotNamed(now, name)?.bandits.at(-1) === bandit);
    const onStack = stack === undefined ? null : find(board, stack);
    const house = board.querySelector<HTMLElement>(`[data-place="safe-${seat}"] .one:last-of-type`);
    const target = onStack ?? (now.seats[seat]?.safe.includes(bandit) ? house : null);
    if (target && !target.classList.contains('arriving')) fly(board, from, target);
  }
  const cuffs = find(board, `cuffs-${seat}`);
  if (cuffs && was.seats[seat]?.cuffs !== now.seats[seat]?.cuffs) pop(cuffs);
}

/** The places, and one die of each colour in the tray. */
function measureWithDice(board: HTMLElement): Map<string, Box> {
  const found = measure(board);
  for (const die of board.querySelectorAll<HTMLElement>('.tray [data-die]')) {
    const name = `die-${die.dataset['die']}`;
    if (!found.has(name)) found.set(name, boxOf(die));
  }
  return found;
}
