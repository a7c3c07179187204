// A round as it was told: what everybody laid, and what became of it.
import type { SchattendiebView, Told } from '../../protocol';
import { dealtIn, seatIn, seatsIn, thingIn, thingsIn } from '../telling';
import { sortOf, valueOf } from './reading';

export type Fate = 'lying' | 'equal' | 'robbed' | 'took' | 'nothing' | 'home' | 'shut' | 'too_small' | 'empty' | 'lost';

export interface Laid {
  seat: number;
  card: string;
  fate: Fate;
  /** The jewel that a thief took. */
  jewel: string | null;
  added: readonly string[];
}

export interface Round {
  number: number;
  laid: readonly Laid[];
  /** The line that was told last. */
  last: Told;
}

export const ACTIONS = ['stalemate', 'shadow', 'thieves', 'adding', 'closing'] as const;
export type Action = (typeof ACTIONS)[number];

export function roundsIn(told: readonly Told[]): number {
  return told.filter(({ code }) => code === 'reveal').length;
}

/** The latest round of which anything is revealed. */
export function latestRound(told: readonly Told[]): Round | null {
  const start = told.findLastIndex(({ code }) => code === 'reveal');
  const [first, ...lines] = start < 0 ? [] : told.slice(start);
  if (!first) return null;
  const laid = dealtIn(first.data, 'cards').map(([seat, card]): Laid => ({
    seat,
    card,
    fate: 'lying',
    jewel: null,
    added: [],
  }));
  for (const line of lines) follow(laid, line);
  return { number: roundsIn(told), laid, last: told.at(-1) ?? first };
}

function follow(all: Laid[], line: Told): void {
  const of = (seat: number | null) => all.find((one) => one.seat === seat);
  const change = (seat: number | null, how: Partial<Laid>) => Object.assign(of(seat) ?? {}, how);
  const victim = seatIn(line, 'victim');
  const actor = seatIn(line);
  if (line.code === 'stalemate') {
    const equal = thingsIn(line.data, 'cards');
    for (const one of all) if (equal.includes(one.card)) one.fate = 'equal';
  } else if (line.code === 'steal') {
    change(victim, { fate: 'robbed' });
    change(actor, { fate: 'took', jewel: thingIn(line.data, 'jewel') });
  } else if (line.code === 'in_vain') change(actor, { fate: 'nothing' });
  else if (line.code === 'add') change(actor, { added: thingsIn(line.data, 'cards') });
  else if (/^into_vaults?$/.test(line.code)) for (const seat of seatsIn(line)) ifLying(of(seat), 'home');
  else if (/^shut/.test(line.code)) change(actor, { fate: 'shut' });
  else if (line.code === 'too_small' || line.code === 'empty') change(actor, { fate: line.code });
  else if (/^(all_shut|no_cards)$/.test(line.code)) for (const one of all) ifLying(one, 'lost');
}

function ifLying(one: Laid | undefined, fate: Fate): void {
  if (one?.fate === 'lying') one.fate = fate;
}

/** What happened in a round to one card, or to several together. */
export interface RoundEvent {
  cards: readonly Laid[];
  /** Equal jewels that left, or a thief and what it took. */
  sign: 'equal' | 'steal' | null;
}

/** In the order in which it happens. */
export function eventsOf({ laid }: Round): RoundEvent[] {
  const equal = laid.filter(({ fate }) => fate === 'equal');
  const values = [...new Set(equal.map(({ card }) => valueOf(card)))];
  const ties = values.map((value) => equal.filter(({ card }) => valueOf(card) === value));
  const thefts = laid
    .filter(({ fate }) => fate === 'took')
    .map((thief) => [thief, ...laid.filter(({ fate, card }) => fate === 'robbed' && card === thief.jewel).slice(0, 1)]);
  const told = new Set([...ties, ...thefts].flat());
  return [
    ...ties.map((cards): RoundEvent => ({ cards, sign: 'equal' })),
    ...thefts.map((cards): RoundEvent => ({ cards, sign: 'steal' })),
    ...laid.filter((one) => !told.has(one)).map((one): RoundEvent => ({ cards: [one], sign: null })),
  ];
}

const GOOD: readonly Fate[] = ['home', 'shut', 'took'];
const BAD: readonly Fate[] = ['equal', 'robbed', 'too_small', 'empty', 'lost'];
export const isGood = ({ fate }: Laid) => GOOD.includes(fate);
export const isBad = ({ fate }: Laid) => BAD.includes(fate);

/** Whether what is revealed still lies out. */
export function isGoingOn(view: SchattendiebView): boolean {
  return view.step === 'steal' || view.step === 'add' || view.step === 'draw';
}

/** Which action of the round it is: the one that somebody is asked about, else the one that was told of last. */
export function actionNow(view: SchattendiebView, round: Round): Action | null {
  if (view.step === 'steal' && view.thief) return view.thief === 'TS' ? 'shadow' : 'thieves';
  if (view.step === 'add' && view.asked.length) return 'adding';
  return actionTold(round);
}

function actionTold({ laid, last }: Round): Action | null {
  const { code } = last;
  if (code === 'stalemate') return 'stalemate';
  if (code === 'steal' || code === 'in_vain') {
    const thief = laid.find(({ seat }) => seat === seatIn(last))?.card;
    return thief === 'TS' ? 'shadow' : 'thieves';
  }
  if (code === 'add' || /^into_vault/.test(code)) return 'adding';
  return /^(shut|too_small|empty|under_the_pile|hands_face_down)/.test(code) ? 'closing' : null;
}

/** The seats that an action concerns. */
export function concerned(round: Round, action: Action): number[] {
  const found = round.laid.filter(({ card, fate }) => {
    if (action === 'stalemate') return fate === 'equal';
    if (action === 'shadow') return card === 'TS';
    if (action === 'thieves') return sortOf(card) === 'thief' && card !== 'TS';
    if (action === 'adding') return sortOf(card) === 'jewel' && (fate === 'lying' || fate === 'home');
    return sortOf(card) === 'vault';
  });
  return found.map(({ seat }) => seat);
}
