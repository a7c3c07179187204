// Räuber's board, as the frame uses it.
import type { RaeuberView, Told } from '../../protocol';
import { say } from '../../texts/say.svelte';
import type { Board } from '../board';
import { seatIn } from '../telling';
import Facts from './Facts.svelte';
import Raeuber from './Raeuber.svelte';
import { isForgetful } from './reading';
import Remember from './Remember.svelte';
import { tableInWords, thingsOf } from './spoken';
import './board.css';

const PLAYS = /^(take|add|give|cover|rob|seal|lay_out|refused)/;
const BAD = /^(rob|seal_other|refused|out_together|out_now)/;
const GOOD = /^(seal$|won|shared)/;

export const board: Board<RaeuberView> = {
  Table: Raeuber,
  Facts,
  Aside: Remember,
  tableInWords,
  thingsOf,
  keys: () => say('raeuber.keys'),
  end: { scene: 'forest', figure: 'robber' },
  story: {
    title: (view) => (isForgetful(view) && view.seat !== null ? say('raeuber.since') : null),
    heading(line, names) {
      if (line.code === 'start') return say('raeuber.start');
      if (line.code === 'reveal') return say('raeuber.last_cards');
      const seat = PLAYS.test(line.code) ? seatIn(line) : null;
      return seat === null ? null : (names[seat] ?? '');
    },
    mood: ({ code }) => (BAD.test(code) ? 'bad' : GOOD.test(code) ? 'good' : null),
    marks: () => [],
  },
  cue(told: readonly Told[]) {
    const is = (pattern: RegExp) => told.some(({ code }) => pattern.test(code));
    if (is(/^(won|shared)$/)) return 'end';
    if (is(/^(refused|lay_out)$/)) return 'lost';
    if (is(/^(rob|seal)/)) return 'take';
    return is(/^(take|add|give|cover)/) ? 'put' : null;
  },
};
