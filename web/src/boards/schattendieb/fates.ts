// What became of a card, in a word or two.
import { say } from '../../texts/say.svelte';
import { cardName } from './names';
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
