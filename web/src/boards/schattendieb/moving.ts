// What moves when something happens in Der Schattendieb: cards from the hand to the house, cards that are turned up,
// jewels from what lies out into the vaults, vaults that are shut.
import { flushSync } from 'svelte';
import {
  boxOf,
  copyOf,
  find,
  fly,
  land,
  measure,
  pop,
  send,
  shake,
  shut,
  still,
  turnUp,
  type Box,
} from '../../motion/flight';
import type { SchattendiebView, Told, UpdateMessage } from '../../protocol';
import { seatIn, seatsIn } from '../telling';
import { isSchattendieb } from './reading';

interface Scene {
  board: HTMLElement;
  boxes: ReadonlyMap<string, Box>;
  copies: ReadonlyMap<string, HTMLElement>;
}

/** Carries a change out and lets things move. */
export function move(board: HTMLElement, was: SchattendiebView, update: UpdateMessage, change: () => void): void {
  const now = update.view;
  land();
  if (still() || !isSchattendieb(now)) {
    change();
    return;
  }
  const scene: Scene = { board, ...measureWithCopies(board) };
  flushSync(change);
  lay(scene, was, now);
  for (const line of update.told) animate(line, scene);
}

/** A card goes from the hand to the own house; others' lie there as soon as they have chosen. */
function lay({ board, boxes }: Scene, was: SchattendiebView, now: SchattendiebView): void {
  if (now.step !== 'choose') return;
  for (const seat of now.chosen) {
    const there = find(board, `laid-${seat}`);
    const front = now.seats[seat]?.front;
    const changed = front !== was.seats[seat]?.front;
    const from = front ? boxes.get(`hand-${front}`) : undefined;
    if (there && from && changed) fly(board, from, there);
    else if (there && !was.chosen.includes(seat)) pop(there);
  }
}

function animate(line: Told, scene: Scene): void {
  const { board } = scene;
  const actor = seatIn(line);
  if (line.code === 'reveal') turnUp([...board.querySelectorAll('[data-place^="out-"]')]);
  else if (line.code === 'stalemate') {
    for (const card of board.querySelectorAll('.stage .struck')) shake(card);
  } else if (line.code === 'steal') intoVault(scene, seatIn(line, 'victim'), actor);
  else if (line.code === 'in_vain') shakeAt(board, actor);
  else if (/^into_vault/.test(line.code)) {
    for (const seat of seatsIn(line)) intoVault(scene, seat, seat);
  } else if (/^shut/.test(line.code)) {
    const vault = find(board, `vault-${actor}`);
    if (vault) shut(vault);
  } else if (line.code === 'too_small' || line.code === 'empty') shakeAt(board, actor);
}

function intoVault({ board, boxes, copies }: Scene, from: number | null, to: number | null): void {
  const [start, copy] = [boxes.get(`out-${from}`), copies.get(`out-${from}`)];
  const vault = find(board, `vault-${to}`);
  if (start && copy && vault) send(board, copy, start, boxOf(vault));
}

function shakeAt(board: HTMLElement, seat: number | null): void {
  const card = find(board, `out-${seat}`);
  if (card) shake(card);
}

/** The places, and copies of the cards that lie out and may be gone after the change. */
function measureWithCopies(board: HTMLElement): Pick<Scene, 'boxes' | 'copies'> {
  const out = [...board.querySelectorAll<HTMLElement>('[data-place^="out-"]')];
  const copies = new Map(out.map((card) => [card.dataset['place'] ?? '', copyOf(card) as HTMLElement]));
  return { boxes: measure(board), copies };
}
