// What people call the cards of Der Schattendieb.
import { inARow, say } from '../../texts/say.svelte';
import { markOf, sortOf, valueOf } from './reading';

const THINGS = {
  W: 'schattendieb.things.W',
  R: 'schattendieb.things.R',
  B: 'schattendieb.things.B',
  C: 'schattendieb.things.C',
  TW: 'schattendieb.things.TW',
  TR: 'schattendieb.things.TR',
  TB: 'schattendieb.things.TB',
  TC: 'schattendieb.things.TC',
  TS: 'schattendieb.things.TS',
  V: 'schattendieb.things.V',
} as const;

const PRINTED = {
  W: 'schattendieb.card_W',
  R: 'schattendieb.card_R',
  B: 'schattendieb.card_B',
  C: 'schattendieb.card_C',
  V: 'schattendieb.card_V',
} as const;

/** `ring 8` */
export function cardName(card: string): string {
  const code = (sortOf(card) === 'thief' ? card : markOf(card)) as keyof typeof THINGS;
  return say(THINGS[code], { value: valueOf(card) ?? '' });
}

/** `Ring 8` */
export function cardTitle(card: string): string {
  const name = cardName(card);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** What stands on the card beside its number: `Ring`. */
export function printedName(card: string): string {
  if (sortOf(card) === 'thief') return cardTitle(card);
  return say(PRINTED[markOf(card) as keyof typeof PRINTED]);
}

export function cardNames(cards: readonly string[]): string {
  return cards.length ? inARow(cards.map(cardName)) : say('shared.nothing');
}
