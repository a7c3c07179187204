// Reading a view of Räuber: what lies where, by the names that records use. No rules: what may be done, and what it
// would do, the choices say.
import type { Choice, RaeuberView, Refusal, SackShown, Told, View } from '../../protocol';
import { seatIn, thingIn } from '../telling';

export type Size = 's' | 'm' | 'l' | 'x';
export type Band = 'lo' | 'mid' | 'hi' | 'rob';
export const ROBBER = 'R';
export const UNSEEN = '?';

export type Outcome = 'robbed' | 'sealed' | 'kept' | 'given' | 'out';

/** A last card, as it lies before everybody. */
export interface LastCard {
  seat: number;
  card: string;
  state: 'now' | 'equal' | 'done' | 'waits';
  /** How it was played, as far as that is still told, and on which sack. */
  outcome: Outcome | null;
  sack: string | null;
}

export function isRaeuber(view: View): view is RaeuberView {
  return view.game === 'raeuber';
}

/** Loot is drawn in three bands. */
export function bandOf(card: string): Band {
  if (card === ROBBER) return 'rob';
  return Number(card) < 5 ? 'lo' : Number(card) < 8 ? 'mid' : 'hi';
}

export function sizeOf(worth: number): Size {
  return worth < 30 ? 's' : worth < 60 ? 'm' : worth < 90 ? 'l' : 'x';
}

/** Those of a seat, or in the centre, from the smallest on. */
export function sacksOf(view: RaeuberView, owner: number | null): SackShown[] {
  return view.sacks.filter((sack) => sack.owner === owner);
}

export function sackNamed(view: RaeuberView, name: string): SackShown | null {
  return view.sacks.find((sack) => sack.name === name) ?? null;
}

/** The sacks whose cards this seat may look at, with something in them. */
export function openTo(view: RaeuberView): SackShown[] {
  return view.sacks.filter((sack) => sack.cards?.length);
}

export function handOf(view: RaeuberView, seat: number): readonly string[] {
  return view.hands[seat] ?? [];
}

/** What a seat has as far as it is shown, and whether there is more. */
export function pointsOf(view: RaeuberView, seat: number): { points: number; more: boolean } {
  const sacks = sacksOf(view, seat);
  const points = sacks.reduce((sum, sack) => sum + (sack.counts ?? 0), 0);
  return { points, more: sacks.some((sack) => sack.counts === null) };
}

export function choiceAt(view: RaeuberView, card: string, place: string): Choice | null {
  return view.choices.find((choice) => choice.pick?.name === card && choice.to?.name === place) ?? null;
}

/** Where a card can go. */
export function placesFor(view: RaeuberView, card: string): Choice[] {
  return view.choices.filter((choice) => choice.pick?.name === card && choice.possible !== 'no');
}

/** Why a card can go nowhere. */
export function reasonFor(view: RaeuberView, card: string): Choice | null {
  return view.choices.find((choice) => choice.pick?.name === card && choice.possible === 'no') ?? null;
}

/** The card that is offered where only one is: a last one, or one that was refused. */
export function onlyCard(view: RaeuberView): string | null {
  const cards = new Set(view.choices.flatMap(({ possible, pick }) => (possible !== 'no' && pick ? [pick.name] : [])));
  const [card] = cards;
  return cards.size === 1 && view.choices.some(({ to }) => to?.kind === 'sack') ? (card ?? null) : null;
}

export function refusalOf(view: RaeuberView, sack: string): Refusal | null {
  return view.refusals.findLast((refusal) => refusal.to.name === sack) ?? null;
}

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  rob: 'robbed',
  rob_robber: 'robbed',
  seal_other: 'robbed',
  seal: 'sealed',
  take: 'kept',
  take_robber: 'kept',
  add: 'kept',
  give: 'given',
  cover: 'given',
  out_now: 'out',
};

/** The last cards, highest first; nothing before they are revealed. */
export function lastCards(view: RaeuberView, told: readonly Told[]): LastCard[] {
  const worth = (card: string) => (card === ROBBER ? 0 : Number(card));
  const found = view.last_cards.flatMap((card, seat) => (card === null ? [] : [{ seat, card }]));
  return found
    .sort((a, b) => worth(b.card) - worth(a.card))
    .map(({ seat, card }) => {
      const equal = found.some((other) => other.seat !== seat && other.card === card);
      const held = handOf(view, seat).length > 0;
      const state = view.turn === seat ? 'now' : held ? 'waits' : equal ? 'equal' : 'done';
      // Where sums are left to memory the story begins with one's own last play, which may be after this one.
      const played = told
        .slice(told.findLastIndex(({ code }) => code === 'reveal') + 1)
        .find((line) => line.code in OUTCOMES && seatIn(line) === seat);
      const line = state === 'done' ? played : undefined;
      return {
        seat,
        card,
        state,
        outcome: line ? (OUTCOMES[line.code] ?? null) : null,
        sack: line ? thingIn(line.data, 'sack') : null,
      };
    });
}

/** Whether sums are left to memory at this table. */
export function isForgetful(view: RaeuberView): boolean {
  return view.scores === null;
}
