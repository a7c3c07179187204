// A plan of a table as people make it on the set-up page, and as the server is told.
import type { GameMessage, SeatRequest, TableRequest } from '../protocol';

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
}

export const BOTS = 'medium';
export const FIGURES = ['b-G', 'b-R', 'b-S', 'b-Y', 'b-P', 'b-B', 'b-G'];
const KINDS: readonly string[] = ['you', 'bot', 'link', 'here'];

const USUAL: Readonly<Record<string, number>> = { schattendieb: 5, raeuber: 4 };

/** How many sit at a table of which nothing else is said. */
export function usualPlayers(game: string): number {
  return USUAL[game] ?? 3;
}

export function firstSeats(game: string): Planned[] {
  const bots = Array.from({ length: usualPlayers(game) - 2 }, () => 'bot' as const);
  return (['you', ...bots, 'link'] as const).map((kind) => ({ kind, bot: BOTS, name: '' }));
}

/** You and bots of two strengths, for a game at once. */
export function seatsAtOnce(game: string): SeatRequest[] {
  const bots = Array.from({ length: usualPlayers(game) - 1 }, (_, index) => ({
    kind: 'bot' as const,
    name: '',
    bot: index % 2 ? 'easy' : BOTS,
  }));
  return [{ kind: 'person', name: '' }, ...bots];
}

/** A table to watch: bots of two strengths, and nobody else. */
export function botsOnly(game: string): SeatRequest[] {
  return Array.from({ length: usualPlayers(game) }, (_, index) => ({
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
