// What became of a card, or would become of it, in a word or two.
import type { SchattendiebView } from '../../protocol';
import { say } from '../../texts/say.svelte';
import { cardName } from './names';
import { prospectOf, valueOf } from './reading';
import type { Laid } from './round';

export function fateName({ fate, jewel, added }: Laid): string {
  switch (fate) {
    case 'lying':
      return say('schattendieb.fate_lying');
    case 'equal':
      return say('schattendieb.fate_equal');
    case 'robbed':
      return say('schattendieb.fate_robbed');
    case 'took':
      return say('schattendieb.fate_took', { jewel: cardName(jewel ?? '') });
    case 'nothing':
      return say('schattendieb.fate_nothing');
    case 'home':
      return added.length
        ? say('schattendieb.fate_home_more', { number: added.length })
        : say('schattendieb.fate_home');
    case 'shut':
      return say('schattendieb.fate_shut');
    case 'too_small':
      return say('schattendieb.fate_too_small');
    case 'empty':
      return say('schattendieb.fate_empty');
    case 'lost':
      return say('schattendieb.fate_lost');
  }
}

/** Whether a Vault Shut card would shut the vault, as the view tells; of other cards nothing. */
export function shutText(view: SchattendiebView, seat: number, card: string): string {
  const number = view.seats[seat]?.vault.length ?? 0;
  const value = valueOf(card) ?? 0;
  const shuts = prospectOf(view, `play ${card}`)?.shuts ?? null;
  if (shuts === null) return '';
  if (shuts) return say('schattendieb.shuts', { number, value });
  return number ? say('schattendieb.too_small', { number, value }) : say('schattendieb.nothing_in');
}
