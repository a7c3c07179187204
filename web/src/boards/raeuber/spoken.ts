// Räuber's table in words, for who asks for it by a key.
import type { RaeuberView } from '../../protocol';
import { say } from '../../texts/say.svelte';
import { cardName, cardNames, sackInWords } from './names';
import { handOf, lastCards, pointsOf, sacksOf, UNSEEN } from './reading';

const sacksInWords = (view: RaeuberView, owner: number | null) =>
  sacksOf(view, owner).map(sackInWords).join('; ') || say('shared.nothing');

export function thingsOf(view: RaeuberView, seat: number, name: string): string {
  const hand = handOf(view, seat);
  const { points, more } = pointsOf(view, seat);
  return say('raeuber.spoken_seat', {
    name,
    points: more ? say('raeuber.at_least', { points }) : points,
    sacks: sacksInWords(view, seat),
    hand: hand.includes(UNSEEN) ? say('raeuber.cards_in_hand', { number: hand.length }) : cardNames(hand),
  });
}

/** The centre, the pile, and the last cards once they are revealed. */
export function tableInWords(view: RaeuberView): string {
  const last = lastCards(view, []).map(({ card }) => cardName(card));
  const told = last.length ? ` ${say('raeuber.spoken_last', { cards: last.join(', ') })}` : '';
  return say('raeuber.spoken_centre', { sacks: sacksInWords(view, null), pile: view.pile }) + told;
}
