// Steps of a finished game.
import type { ReplayMessage } from '../protocol';

/** After how many events somebody is asked for the first time: what was before that is the deal. */
export function firstAsked(steps: ReplayMessage['steps']): number {
  return steps.findIndex(({ view }) => view.asked.length > 0) + 1 || Math.min(1, steps.length);
}
