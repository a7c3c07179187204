import { expect, test } from 'vitest';
import { ofFile, ofLink, ofTable } from './source';

test('a step has an address with the seat, and with the secret of a link behind the #', () => {
  expect(ofTable('t', 2, 1).address(null, 17)).toBe('/t/t/replay/2/1#17');
  expect(ofTable('t', 2, 1).address(0, 17)).toBe('/t/t/replay/2/1?seat=0#17');
  expect(ofLink('secret').address(1, 3)).toBe('/shared?seat=1#secret.3');
  expect(ofFile(new Blob(), 1, 'f').address(null, 3)).toBe('/open#3');
});

test('only who was at the table can make and withdraw a link', () => {
  expect(ofTable('t', 2, 1).played).toEqual({ table: 't', match: 2, game: 1 });
  expect([ofLink('secret').played, ofFile(new Blob(), 1, 'f').played]).toEqual([null, null]);
});
