// What moves when something happens in Räuber: cards from a hand to a sack, sacks from house to house, a drawn card from
// the pile.
import { flushSync } from 'svelte';
import { boxOf, copyOf, find, fly, land, measure, shake, stamp, stay, still, type Box } from '../../motion/flight';
import type { RaeuberView, UpdateMessage } from '../../protocol';
import { handOf, isRaeuber, sackNamed } from './reading';

interface Scene {
  board: HTMLElement;
  was: RaeuberView;
  now: RaeuberView;
  boxes: ReadonlyMap<string, Box>;
  /** The cards that lay on top of the sacks that are played on. */
  tops: ReadonlyMap<string, { copy: HTMLElement | SVGElement; box: Box }>;
}

/** Carries a change out and lets things move; the card that this seat has drawn, if it has just done so. */
export function move(board: HTMLElement, was: RaeuberView, update: UpdateMessage, change: () => void): string | null {
  const now = update.view;
  land();
  const quiet = still();
  const boxes = quiet ? new Map<string, Box>() : measure(board);
  const tops: Scene['tops'] = quiet ? new Map() : topsOf(board, update.events);
  flushSync(change);
  if (!isRaeuber(now)) return null;
  if (!quiet) animate(update.events, { board, was, now, boxes, tops });
  return drawn(now, update.events);
}

export function drawn(now: RaeuberView, events: readonly string[]): string | null {
  const own = events.findLast((event) => event.startsWith(`* draw ${now.seat} `));
  return own?.split(' ')[3] ?? null;
}

function animate(events: readonly string[], scene: Scene): void {
  const { board, was, now } = scene;
  if (now.refusals.length > was.refusals.length) {
    const sack = find(board, `sack-${now.refusals.at(-1)?.to.name}`);
    if (sack) shake(sack);
  }
  for (const event of events) {
    const [actor = '', word = ''] = event.split(' ');
    const [card = '', place = ''] = word.split('>');
    if (actor === '*') draw(event, scene);
    else if (place) lay(Number(actor), card, place, scene);
  }
}

/** The card goes onto its sack; a sack that is taken or robbed goes to its new house, and a full one is stamped. */
function lay(seat: number, card: string, place: string, scene: Scene): void {
  const { board, was, now, boxes, tops } = scene;
  const sack = find(board, `sack-${place}`);
  const before = sackNamed(was, place);
  const after = sackNamed(now, place);
  if (!sack || !before || !after || sack.classList.contains('arriving')) return;
  const from = boxes.get(`sack-${place}`);
  if (before.owner !== after.owner && from) fly(board, from, sack);
  else {
    const top = sack.querySelector<HTMLElement>('.card');
    const start = fromWhere(seat, card, top ?? sack, scene);
    if (top && start) {
      const under = tops.get(place);
      if (under) stay(board, under.copy, under.box);
      fly(board, start, top);
      stayInFront(board, sack);
    }
  }
  const wax = after.sealed && !before.sealed ? sack.querySelector('.wax') : null;
  if (wax) stamp(wax);
}

function topsOf(board: HTMLElement, events: readonly string[]): Scene['tops'] {
  const places = events.flatMap((event) => event.split('>')[1] ?? []);
  const found = places.flatMap((place) => {
    const top = find(board, `sack-${place}`)?.querySelector<HTMLElement>('.card');
    return top ? [[place, { copy: copyOf(top), box: boxOf(top) }] as const] : [];
  });
  return new Map(found);
}

/** A card goes into the mouth of its sack: the cloth before it stays before the card while that flies. */
function stayInFront(board: HTMLElement, sack: HTMLElement): void {
  const cloth = copyOf(sack);
  for (const behind of cloth.querySelectorAll('.top, .cloth:first-of-type')) behind.remove();
  stay(board, cloth, boxOf(sack));
}

/** One's own hand, the card that lay there as a last one, or the house of who played it. */
function fromWhere(seat: number, card: string, target: Element, { was, boxes }: Scene): Box | undefined {
  const shown =
    boxes.get(`last-${seat}`) ?? boxes.get(`hand-${was.seat === seat ? handOf(was, seat).indexOf(card) : ''}`);
  const house = boxes.get(`seat-${seat}`);
  if (shown || !house) return shown;
  const { width, height } = boxOf(target);
  return { x: house.x + (house.width - width) / 2, y: house.y, width, height };
}

function draw(event: string, { board, now, boxes }: Scene): void {
  const card = drawn(now, [event]);
  const pile = boxes.get('pile');
  if (card === null || now.seat === null || !pile) return;
  const target = find(board, `hand-${handOf(now, now.seat).lastIndexOf(card)}`);
  if (target) fly(board, pile, target);
}
