// The table in words, for who asks for it by a key.
import type { SchattendiebView } from '../../protocol';
import { say } from '../../texts/say.svelte';
import { cardName, cardNames } from './names';
import { highestFirst, isSeen } from './reading';

export function thingsOf(view: SchattendiebView, seat: number, name: string): string {
  const there = view.seats[seat];
  if (!there) return '';
  const jewels = cardNames(highestFirst(there.vault));
  const sum = there.vault_sum;
  if (there.shut_with) return say('schattendieb.spoken_shut', { name, card: cardName(there.shut_with), sum, jewels });
  const number = there.vault.length;
  const words = [
    number
      ? say('schattendieb.spoken_seat', { name, number, sum, jewels })
      : say('schattendieb.spoken_empty', { name }),
  ];
  const own = there.hand.length > 0 && there.hand.every(isSeen);
  if (own) words.push(say('schattendieb.spoken_hand', { cards: cardNames(there.hand) }));
  if (there.front && view.step === 'choose')
    words.push(say('schattendieb.spoken_laid', { card: cardName(there.front) }));
  return words.join(' ');
}

/** The pile, what lies out, and how many have chosen. */
export function tableInWords(view: SchattendiebView): string {
  const out = view.step === 'choose' ? [] : view.seats.flatMap(({ front, added }) => (front ? [front, ...added] : []));
  const words = [
    view.gone
      ? say('schattendieb.pile_end')
      : say('schattendieb.spoken_pile', { number: view.pile.reduce((sum, cards) => sum + cards, 0) }),
  ];
  if (out.length) words.push(say('schattendieb.spoken_out', { cards: cardNames(out) }));
  if (view.chosen.length)
    words.push(
      say('schattendieb.spoken_chosen', { number: view.chosen.length, all: view.chosen.length + view.asked.length }),
    );
  return words.join(' ');
}
