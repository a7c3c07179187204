// What people call the things of Sneaky.
import { say } from '../../texts/say.svelte';
import { colourOf, valueOf, type Colour } from './reading';

const COLOURS = {
  Y: 'sneaky.things.Y',
  R: 'sneaky.things.R',
  G: 'sneaky.things.G',
  B: 'sneaky.things.B',
  S: 'sneaky.things.S',
  P: 'sneaky.things.P',
} as const satisfies Record<Colour, string>;

export function banditName(bandit: string): string {
  return say(COLOURS[colourOf(bandit)], { value: valueOf(bandit) });
}

export function colourName(colour: string): string {
  return say(COLOURS[colour as Colour], { value: '' }).trim();
}

/** `yellow 2, red 1` */
export function banditNames(bandits: readonly string[]): string {
  return bandits.length ? bandits.map(banditName).join(', ') : say('shared.nothing');
}

/** `2 × yellow, red` */
export function diceNames(dice: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const colour of dice) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const named = [...counts].map(([colour, n]) => (n > 1 ? `${n} × ${colourName(colour)}` : colourName(colour)));
  return named.join(', ') || say('shared.nothing');
}
