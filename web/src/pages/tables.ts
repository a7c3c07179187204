// A person's tables in the order of what they want to go on with.
import type { ListedTable } from '../protocol';

const URGENCY: Record<ListedTable['state'], number> = { playing: 1, waiting: 2, over: 3, closed: 3, frozen: 3 };
const urgency = (table: ListedTable) => (table.asked ? 0 : URGENCY[table.state]);

/** Where it is your turn, then what goes on, what has not begun, what is over; of each the latest first. */
export function inOrder(tables: readonly ListedTable[]): ListedTable[] {
  return tables.toSorted((a, b) => urgency(a) - urgency(b) || b.updated - a.updated);
}
