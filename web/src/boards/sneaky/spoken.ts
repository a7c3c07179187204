// Sneaky's table in words, for who asks for it by a key.
import type { SneakyView } from '../../protocol';
import { say } from '../../texts/say.svelte';
import { banditNames, diceNames } from './names';
import { spots } from './reading';

export function thingsOf(view: SneakyView, seat: number, name: string): string {
  const there = view.seats[seat];
  if (!there) return '';
  const stacks = there.stacks.map((stack) => banditNames(stack.bandits.toReversed())).join('; ');
  return say('sneaky.spoken_seat', {
    name,
    points: view.scores?.[seat] ?? 0,
    cuffs: there.cuffs,
    safe: banditNames(there.safe),
    stacks,
  });
}

/** The centre with the dice on it, and the dice that were rolled. */
export function tableInWords(view: SneakyView): string {
  const centre = spots(view).filter((spot) => spot.owner === null && spot.bandits.length);
  const bandits = centre.map((spot) => `${banditNames(spot.bandits)} (${spot.dice})`).join(', ');
  return say('sneaky.spoken_centre', {
    bandits: bandits || say('shared.nothing'),
    dice: diceNames(view.dice),
    pile: view.pile.length,
  });
}
