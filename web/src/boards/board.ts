// What the frame needs of a game's board. No rules: a board shows a view and offers the choices in it.
import type { Component, Snippet } from 'svelte';
import type { Choice, QuestionMessage, SeatMessage, TableMessage, Told, View } from '../protocol';
import type { Cue } from '../sound/sounds';
import type { Said, Stage } from '../state/table.svelte';

export interface BoardProps<V extends View> {
  view: V;
  seat: number | null;
  question: QuestionMessage | null;
  seats: readonly SeatMessage[];
  names: readonly string[];
  /** What happened in this game, as far as it is shown. */
  told: readonly Told[];
  /** The points of the match so far, by seat. */
  points: readonly number[];
  /** The word of an answer that is on its way. */
  pending: string | null;
  /** What a lesson asks for, in place of the question. */
  task: string | null;
  said: readonly Said[];
  secondsLeft: (seat: number) => number | null;
  onanswer: (word: string) => void;
  /** Says why something is not possible: by a choice's code, or else by a text. */
  onexplain: (reason: Choice | null, text: string, clause: string | null) => void;
  onundo: () => void;
  onstage: (stage: Stage | null) => void;
  /** Stands where the question does while nobody here is asked. */
  idle?: Snippet;
  notes?: Snippet;
}

const nothing = () => undefined;

/** What a board is given where nobody sits and nothing can be done. */
export const LOOKED_AT = {
  question: null,
  seats: [],
  points: [],
  pending: null,
  task: null,
  said: [],
  secondsLeft: () => null,
  onanswer: nothing,
  onexplain: nothing,
  onundo: nothing,
  onstage: nothing,
} satisfies Partial<BoardProps<View>>;

/** A house at the table and who sits in it, as the frame knows them. */
export interface Sitting {
  seat: number;
  who: SeatMessage | null;
  name: string;
  /** Whose view is shown. */
  you: boolean;
  /** The house at the bottom, which for who only watches is the first seat's. */
  mine: boolean;
  /** The points of the match so far. */
  points: number | null;
  said: Said | null;
  secondsLeft: number | null;
}

export interface FactsProps<V extends View> {
  view: V;
  table: TableMessage | null;
  told: readonly Told[];
}

export interface SideProps<V extends View> {
  view: V;
  table: TableMessage;
  seat: number | null;
  names: readonly string[];
}

export interface Board<V extends View> {
  Table: Component<BoardProps<V>>;
  /** What the bar says of the game: turn, pile. */
  Facts: Component<FactsProps<V>>;
  /** What stands beside the table, above the story. */
  Side?: Component<SideProps<V>>;
  /** What the side column says of the game below the story. */
  Aside?: Component<{ view: V }>;
  /** The table without the seats in words, and what a seat has, for who asks by a key. */
  tableInWords(view: V): string;
  thingsOf(view: V, seat: number, name: string): string;
  /** The keys that only this board has, in words. */
  keys?: () => string;
  /** What is drawn at the end, where it is not a street and the winner's bandit. */
  end?: { scene: string; figure: string };
  story: StoryReading<V>;
  cue(told: readonly Told[]): Cue | null;
}

/** How what is told is shown as a story. */
export interface StoryReading<V extends View> {
  /** Where the story is not all that happened. */
  title?(view: V): string | null;
  /** The heading of a part that begins with this line, the how manieth it is. */
  heading(line: Told, names: readonly string[], number: number): string | null;
  mood(line: Told): 'good' | 'bad' | null;
  /** Drawings behind a line. */
  marks(line: Told): readonly string[];
}
