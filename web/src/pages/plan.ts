// A plan of a table as people make it on the set-up page, and as the server is told.
import type { GameMessage, Programs, ReplayMessage, SeatRequest, TableRequest } from '../protocol';

export type SeatKind = 'you' | 'bot' | 'link' | 'here';

export interface Planned {
  kind: SeatKind;
  bot: string;
  name: string;
}

export interface Plan {
  seats: Planned[];
  values: Record<string, string>;
  limit: number;
  programs?: Programs; // plans of before do not say it
}

export const BOTS = 'medium';
export const FIGURES = ['b-G', 'b-R', 'b-S', 'b-Y', 'b-P', 'b-B', 'b-G'];
const KINDS: readonly string[] = ['you', 'bot', 'link', 'here'];

/** How many sit at a table of which nothing else is said: the middle of what the game allows. */
const usual = (players: readonly number[]) => players[players.length >> 1] ?? 2;

export function firstSeats(players: readonly number[]): Planned[] {
  const all = usual(players);
  const bots = Array.from({ length: Math.max(0, all - 2) }, () => 'bot' as const);
  const kinds: SeatKind[] = all < 2 ? ['you'] : ['you', ...bots, 'link'];
  return kinds.map((kind) => ({ kind, bot: BOTS, name: '' }));
}

/** You and bots of two strengths, for a game at once. */
export function seatsAtOnce(players: readonly number[]): SeatRequest[] {
  const bots = Array.from({ length: usual(players) - 1 }, (_, index) => ({
    kind: 'bot' as const,
    name: '',
    bot: index % 2 ? 'easy' : BOTS,
  }));
  return [{ kind: 'person', name: '' }, ...bots];
}

/** A table to watch: bots of two strengths, and nobody else. */
export function botsOnly(players: readonly number[]): SeatRequest[] {
  return Array.from({ length: usual(players) }, (_, index) => ({
    kind: 'bot' as const,
    name: '',
    bot: index % 2 ? BOTS : 'hard',
  }));
}

/** The plan of last time, if this browser still has one that can be read. */
export function readPlan(text: string | null): Plan | null {
  if (text === null) return null;
  try {
    const plan = JSON.parse(text) as Plan;
    const known = plan.seats.length > 1 && plan.seats.every((seat) => KINDS.includes(seat.kind));
    return known && typeof plan.limit === 'number' && typeof plan.values === 'object' ? plan : null;
  } catch {
    return null;
  }
}

export function requestOf(seat: Planned, name: string): SeatRequest {
  if (seat.kind === 'bot') return { kind: 'bot', name: '', bot: seat.bot };
  if (seat.kind === 'link') return { kind: 'open', name: '' };
  return { kind: 'person', name: seat.kind === 'here' ? name : '' };
}

/** Only what differs from the default is told. */
export function optionsOf(
  about: GameMessage,
  values: Readonly<Record<string, string>>,
): NonNullable<TableRequest['options']> {
  const found: NonNullable<TableRequest['options']> = {};
  for (const option of about.options) {
    const chosen = option.values.find((one) => String(one.value) === values[option.name]);
    if (chosen && String(chosen.value) !== String(option.default)) found[option.name] = chosen.value;
  }
  return found;
}

/** A table that goes on after so many events of a record: with you at one seat, and bots at all others. */
export function continued(
  replay: Pick<ReplayMessage, 'game' | 'options' | 'names'>,
  record: string,
  from: number,
  mine: number,
  level: string,
): TableRequest {
  const { events } = JSON.parse(record) as { events: string[] };
  return {
    game: replay.game,
    options: replay.options,
    seats: replay.names.map((_, seat) =>
      seat === mine ? { kind: 'person', name: '' } : { kind: 'bot', name: '', bot: level },
    ),
    limit: null,
    stand_in: level,
    programs: 'allowed',
    shuffle: false,
    start: true,
    record: { events: events.slice(0, from) },
  };
}
