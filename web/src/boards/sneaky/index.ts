// Sneaky's board, as the frame uses it.
import type { SneakyView, Told } from '../../protocol';
import { say } from '../../texts/say.svelte';
import type { Board } from '../board';
import { seatIn, thingsIn } from '../telling';
import Facts from './Facts.svelte';
import Sneaky from './Sneaky.svelte';
import { tableInWords, thingsOf } from './spoken';
import './board.css';

const BAD = /^(bust|handcuff_returned|last_handcuff_returned)/;
const GOOD = /^(capture|handcuff_taken|won|shared)/;

export const board: Board<SneakyView> = {
  Table: Sneaky,
  Facts,
  tableInWords,
  thingsOf,
  keys: () => say('sneaky.keys'),
  story: {
    // A turn begins with a roll of all dice.
    heading(line, names) {
      const seat = line.code === 'roll' ? seatIn(line) : null;
      return seat === null ? null : (names[seat] ?? '');
    },
    mood: ({ code }) => (BAD.test(code) ? 'bad' : GOOD.test(code) ? 'good' : null),
    marks: (line) => (/^(roll|reroll)/.test(line.code) ? thingsIn(line.data, 'dice').map((die) => `d-${die}`) : []),
  },
  cue(told: readonly Told[]) {
    const is = (pattern: RegExp) => told.some(({ code }) => pattern.test(code));
    if (is(/^(won|shared)$/)) return 'end';
    if (is(/^bust/)) return 'lost';
    if (is(/^capture/)) return 'take';
    if (is(/roll/)) return 'dice';
    return is(/^(put|fill)_/) ? 'put' : null;
  },
};
