// Reading a view of Sneaky: what lies where, by the names that records use. No rules: what may be done, the choices say.
import type { Choice, SneakyView, View } from '../../protocol';

export type Colour = 'Y' | 'R' | 'G' | 'B' | 'S' | 'P';

/** A slot of the centre or a stack: its bandits from the bottom up, and the dice on the one that lies open. */
export interface Spot {
  name: string;
  owner: number | null;
  bandits: readonly string[];
  dice: number;
}

export function isSneaky(view: View): view is SneakyView {
  return view.game === 'sneaky';
}

export const colourOf = (bandit: string) => bandit[0] as Colour;
export const valueOf = (bandit: string) => Number(bandit[1]);

export function stackName(players: number, seat: number, index: number): string {
  return players === 2 ? `s${seat}.${index + 2}` : `s${seat}`;
}

export function spots(view: SneakyView): Spot[] {
  const centre = view.centre.map((there, slot) => ({
    name: `c${slot}`,
    owner: null,
    bandits: there ? [there.bandit] : [],
    dice: there?.dice ?? 0,
  }));
  const stacks = view.seats.flatMap((seat, owner) =>
    seat.stacks.map((stack, index) => ({
      name: stackName(view.players, owner, index),
      owner,
      bandits: stack.bandits,
      dice: stack.dice,
    })),
  );
  return [...centre, ...stacks];
}

export function spotNamed(view: SneakyView, name: string): Spot | null {
  return spots(view).find((spot) => spot.name === name) ?? null;
}

/** The bandits that have all their dice. */
export function fullOnes(view: SneakyView): string[] {
  return spots(view).flatMap(({ bandits, dice }) => {
    const open = bandits.at(-1);
    return open && dice === valueOf(open) ? [open] : [];
  });
}

export function choiceAt(view: SneakyView, spot: string): Choice | null {
  return view.choices.find((choice) => choice.to?.name === spot) ?? null;
}

export function choiceOf(view: SneakyView, word: string): Choice | null {
  return view.choices.find((choice) => choice.word === word) ?? null;
}

/** Where a die of this colour can go. */
export function placesFor(view: SneakyView, colour: string): Choice[] {
  return view.choices.filter(
    (choice) => choice.pick?.name === colour && choice.to !== null && choice.possible !== 'no',
  );
}

/** Why a die of this colour can go nowhere, if a bandit of its colour tells. */
export function reasonFor(view: SneakyView, colour: string): Choice | null {
  return view.choices.find((choice) => choice.pick?.name === colour && choice.possible === 'no') ?? null;
}
