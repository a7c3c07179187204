import { expect, test } from 'vitest';
import type { ListedTable } from '../protocol';
import { inOrder } from './tables';

const listed = (id: string, state: ListedTable['state'], updated: number, asked = false): ListedTable => ({
  id,
  game: 'sneaky',
  state,
  names: [],
  seats: [],
  asked,
  created: 0,
  updated,
});

test('your turn first, then what goes on, has not begun, is over; the latest first', () => {
  const tables = [
    listed('over, new', 'over', 9),
    listed('not begun', 'waiting', 8),
    listed('goes on, old', 'playing', 2),
    listed('goes on', 'playing', 7),
    listed('your turn', 'playing', 1, true),
    listed('closed, old', 'closed', 3),
  ];
  expect(inOrder(tables).map(({ id }) => id)).toEqual([
    'your turn',
    'goes on',
    'goes on, old',
    'not begun',
    'over, new',
    'closed, old',
  ]);
});
