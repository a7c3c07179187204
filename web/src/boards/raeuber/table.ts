// What sacks need of the board they stand on.
import type { Choice, SackShown } from '../../protocol';

export interface Table {
  /** What the chosen card can do on a sack. */
  offered(sack: string): Choice | null;
  /** The card that a sack has refused in this turn. */
  refused(sack: string): string | null;
  isPending(sack: string): boolean;
  press(sack: SackShown): void;
}
