// The board of a game that has none of its own: the table and the choices in words, as the server tells them.
import type { Board } from '../board';
import type { OtherView, Told } from '../../protocol';
import Facts from './Facts.svelte';
import Plain from './Plain.svelte';
import { tableInWords, thingsOf } from './reading';

export const board: Board<OtherView> = {
  Table: Plain,
  Facts,
  tableInWords,
  thingsOf,
  story: { heading: () => null, mood: () => null, marks: () => [] },
  cue: (told: readonly Told[]) =>
    told.some(({ code }) => code === 'won' || code === 'shared') ? 'end' : told.length ? 'put' : null,
};
