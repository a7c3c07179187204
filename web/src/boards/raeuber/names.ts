// What people call the things of Räuber.
import type { Choice, SackShown } from '../../protocol';
import { say } from '../../texts/say.svelte';
import { ROBBER } from './reading';

export function cardName(card: string): string {
  return card === ROBBER ? say('raeuber.things.R') : say('raeuber.things.number', { value: card });
}

/** `8, 5, robber` */
export function cardNames(cards: readonly string[]): string {
  return cards.map(cardName).join(', ') || say('shared.nothing');
}

/** `the 8`, `the robber` */
export function theCard(card: string): string {
  return card === ROBBER ? say('raeuber.the_robber') : say('raeuber.the_card', { card });
}

/** A sack with all that is shown of it, for who hears it. */
export function sackInWords(sack: SackShown): string {
  const parts = [say('raeuber.sack', { sack: sack.name })];
  if (sack.sealed) parts.push(say('raeuber.sealed', { points: sack.sealed_worth }));
  else if (sack.top === null) parts.push(say('raeuber.empty'));
  else {
    parts.push(say('raeuber.top', { card: cardName(sack.top) }));
    if (sack.loot !== null) parts.push(say('raeuber.in_it', { loot: sack.loot }));
    else if (sack.quarter !== null) parts.push(say('raeuber.quarter', { quarter: sack.quarter }));
  }
  return parts.join(', ');
}

/** What a choice would do, in a word or two. */
export function doesShort(choice: Choice, sack: SackShown): string {
  switch (choice.does) {
    case 'take':
      return say('raeuber.does_take');
    case 'add':
      return say('raeuber.does_add');
    case 'rob':
      return say('raeuber.does_rob');
    case 'seal':
      return say('raeuber.does_seal', { points: sack.sealed_worth });
    case 'give':
      return say('raeuber.does_give');
    case 'cover':
      return say('raeuber.does_cover');
    case null:
      return say('raeuber.does_try');
  }
}

/** The same as a sentence; what is not sure to fit may be refused. */
export function doesLong(choice: Choice, sack: SackShown, owner: string): string {
  const told = { sack: sack.name, owner };
  const sure = choice.possible !== 'try' || choice.pick?.name === ROBBER;
  switch (choice.does) {
    case 'take':
      return say('raeuber.will_take', { sack: sack.name });
    case 'add':
      return say('raeuber.will_add', { sack: sack.name });
    case 'rob':
      return say(sure ? 'raeuber.will_rob' : 'raeuber.will_rob_if', told);
    case 'seal':
      return say('raeuber.will_seal', { sack: sack.name, points: sack.sealed_worth });
    case 'give':
      return say('raeuber.will_give', told);
    case 'cover':
      return say('raeuber.will_cover', told);
    case null:
      return say('raeuber.will_try', told);
  }
}
