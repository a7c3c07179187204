// What people can say, each with its drawing.
import type { Emote } from '../protocol';

export const EMOTES: Record<Emote, string> = {
  hello: 'e-oh',
  well_played: 'e-gg',
  ouch: 'e-ouch',
  hurry: 'e-hurry',
  thanks: 'beute-win',
  sorry: 'e-hm',
  gloat: 'e-haha',
  goodbye: 'beute-sleep',
};
export const QUICK: readonly Emote[] = ['hello', 'gloat', 'ouch', 'hurry', 'well_played'];
