// A round is revealed in one go; people follow it step by step. What is told is carried out on the view line by line, as
// far as it is told, and the last step is the view that was received.
import type { SchattendiebSeat, SchattendiebView, Told, UpdateMessage } from '../../protocol';
import type { Step } from '../../state/table.svelte';
import { dealtIn, seatIn, seatsIn, thingIn, thingsIn } from '../telling';
import { isSchattendieb, valueOf } from './reading';

const READING = 1.8; // how long a step stays, in units of the pace
const REVEAL = 2.4; // all cards are new then

/** Which lines are shown together. */
function partOf({ code }: Told): string {
  if (code === 'steal' || code === 'in_vain') return 'one thief';
  if (/^into_vault/.test(code)) return 'into vaults';
  if (/^(shut|too_small|empty|under_the_pile|hands_face_down)/.test(code)) return 'closing';
  return /^(reveal|stalemate|add)$/.test(code) ? code : 'rest';
}

function parts(told: readonly Told[]): Told[][] {
  const found: Told[][] = [];
  for (const line of told) {
    const part = partOf(line);
    const before = found.at(-1)?.at(-1);
    const joined = before && part !== 'one thief' && (partOf(before) === part || partOf(before) === 'rest');
    if (joined) found.at(-1)?.push(line);
    else found.push([line]);
  }
  return found;
}

export function steps(was: SchattendiebView, update: UpdateMessage): readonly Step[] {
  const now = update.view;
  const groups = parts(update.told);
  if (!isSchattendieb(now)) return [{ update, stays: 1 }];
  let view: SchattendiebView = nobodyAsked(was);
  return [...groups, ...(groups.length ? [] : [[]])].map((told, index): Step => {
    view = told.reduce((before, line) => carry(before, line, now), view);
    const stays = told.length === 0 ? 0 : told.some(({ code }) => code === 'reveal') ? REVEAL : READING;
    if (index >= groups.length - 1) return { update: { ...update, told }, stays: Math.min(stays, 1) };
    return { update: { ...update, events: [], told, view, question: null, deadlines: {} }, stays };
  });
}

function nobodyAsked(view: SchattendiebView): SchattendiebView {
  return { ...view, asked: [], chosen: [], choices: [], prospects: [], undoable: false, thief: null };
}

/** The view after one line; `now` is the view after all of them. */
export function carry(view: SchattendiebView, line: Told, now: SchattendiebView): SchattendiebView {
  const seats = view.seats.map((seat) => ({ ...seat }));
  const discard = [...view.discard];
  const at = (seat: number | null) => (seat === null ? undefined : seats[seat]);
  const toDiscard = (there: SchattendiebSeat | undefined) => {
    if (there?.front) discard.push(there.front);
    if (there) there.front = null;
  };
  const actor = at(seatIn(line));
  let step = view.step;
  if (line.code === 'reveal') {
    step = 'steal';
    for (const [seat, card] of dealtIn(line.data, 'cards')) lay(at(seat), card);
  } else if (line.code === 'stalemate') {
    const equal = thingsIn(line.data, 'cards');
    for (const there of seats) if (there.front && equal.includes(there.front)) toDiscard(there);
  } else if (line.code === 'steal') {
    const [victim, jewel] = [at(seatIn(line, 'victim')), thingIn(line.data, 'jewel')];
    toDiscard(actor);
    if (victim) victim.front = null;
    if (actor && jewel) {
      actor.vault = [...actor.vault, jewel];
      actor.vault_sum += valueOf(jewel) ?? 0;
    }
  } else if (line.code === 'in_vain') toDiscard(actor);
  else if (line.code === 'add') {
    step = 'add';
    if (actor) actor.added = [...thingsIn(line.data, 'cards')];
  } else if (/^into_vault/.test(line.code)) {
    step = 'add';
    for (const seat of seatsIn(line)) store(at(seat), now.seats[seat]);
  } else if (/^(shut|too_small|empty)/.test(line.code)) {
    step = 'draw';
    const after = now.seats[seatIn(line) ?? -1];
    if (actor && after) Object.assign(actor, { front: null, open: after.open, shut_with: after.shut_with });
  }
  return { ...view, step, seats, discard, scores: step === 'draw' ? now.scores : view.scores };
}

function lay(there: SchattendiebSeat | undefined, card: string): void {
  if (!there || there.front === card) return;
  const [index] = [there.hand.indexOf(card), there.hand.indexOf('?')].filter((found) => found >= 0);
  there.hand = there.hand.filter((_, number) => number !== index);
  there.front = card;
}

function store(there: SchattendiebSeat | undefined, after: SchattendiebSeat | undefined): void {
  if (there && after) Object.assign(there, { front: null, added: [], vault: after.vault, vault_sum: after.vault_sum });
}
