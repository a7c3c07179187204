// Reading what is told: seats, things and numbers that a line names.
import type { Told } from '../protocol';

export function thingsIn(data: Told['data'], name: string): readonly string[] {
  const value = data[name];
  return value && 'things' in value ? value.things : [];
}

export function thingIn(data: Told['data'], name: string): string | null {
  const value = data[name];
  return value && 'thing' in value ? value.thing : null;
}

/** What each of several seats has. */
export function dealtIn(data: Told['data'], name: string): readonly (readonly [seat: number, thing: string])[] {
  const value = data[name];
  return value && 'dealt' in value ? value.dealt.map(([seat, thing]) => [Number(seat), String(thing)] as const) : [];
}

export function seatIn(told: Told, name = 'seat'): number | null {
  const value = told.data[name];
  return value && 'seat' in value ? value.seat : null;
}

/** The seats that a line is about, one or several. */
export function seatsIn(told: Told): readonly number[] {
  const value = told.data['seats'];
  if (value && 'seats' in value) return value.seats;
  const one = seatIn(told);
  return one === null ? [] : [one];
}
