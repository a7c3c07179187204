// Reading what is told: seats and things that a line names.
import type { Told } from '../protocol';

export function thingsIn(data: Told['data'], name: string): readonly string[] {
  const value = data[name];
  return value && 'things' in value ? value.things : [];
}

export function seatIn(told: Told): number | null {
  const value = told.data['seat'];
  return value && 'seat' in value ? value.seat : null;
}
