// An update in the steps in which people can follow it, as the server divides it.
import type { UpdateMessage } from '../protocol';

/** A part of an update that is shown by itself, and for how long, in units of the pace. */
export interface Step {
  update: UpdateMessage;
  stays: number;
}

/** Only the last step asks; it is the update's own view, with the lines that belong to no stage. */
export function stepsOf(update: UpdateMessage): readonly Step[] {
  let from = 0;
  const steps = update.stages.map(({ told, view, stays }): Step => {
    const lines = update.told.slice(from, (from += told));
    return { update: { ...update, events: [], told: lines, stages: [], view, question: null, deadlines: {} }, stays };
  });
  const rest = update.told.slice(from);
  return [...steps, { update: { ...update, told: rest, stages: [] }, stays: rest.length ? 1 : 0 }];
}
