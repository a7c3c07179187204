// The board of Der Schattendieb, as the frame uses it.
import type { SchattendiebView, Told } from '../../protocol';
import { say } from '../../texts/say.svelte';
import type { Board } from '../board';
import Facts from './Facts.svelte';
import Match from './Match.svelte';
import Schattendieb from './Schattendieb.svelte';
import { tableInWords, thingsOf } from './spoken';
import './board.css';

const BAD = /^(stalemate|too_small|empty|all_shut|no_cards|none_drawn|pile_)/;
const GOOD = /^(shut|won|shared)/;

export const board: Board<SchattendiebView> = {
  Table: Schattendieb,
  Facts,
  Side: Match,
  keys: () => say('schattendieb.keys'),
  end: { scene: 'street', figure: 't-S' },
  tableInWords,
  thingsOf,
  story: {
    heading: ({ code }, _names, number) => (code === 'reveal' ? say('schattendieb.heading', { number }) : null),
    mood: ({ code }) => (BAD.test(code) ? 'bad' : GOOD.test(code) ? 'good' : null),
    marks: () => [],
  },
  cue(told: readonly Told[]) {
    const is = (pattern: RegExp) => told.some(({ code }) => pattern.test(code));
    if (is(/^(won|shared)$/)) return 'end';
    if (is(/^(stalemate|too_small|empty)$/)) return 'lost';
    if (is(/^(steal|shut)/)) return 'take';
    return is(/^(reveal|add|into_vault)/) ? 'put' : null;
  },
};
