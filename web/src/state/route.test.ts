import { beforeAll, expect, test, vi } from 'vitest';

let read: typeof import('./route.svelte').read;
beforeAll(async () => {
  vi.stubGlobal('location', { pathname: '/', hash: '' });
  vi.stubGlobal('addEventListener', () => undefined);
  ({ read } = await import('./route.svelte'));
});

test.each([
  ['/', '', { page: 'home' }],
  ['/setup/sneaky', '', { page: 'setup', game: 'sneaky' }],
  ['/t/abc', '', { page: 'table', table: 'abc' }],
  ['/t/abc/replay/2/1', '', { page: 'replay', table: 'abc', match: 2, game: 1, seat: null, at: null }],
  ['/t/abc/replay/2/1', '#17', { page: 'replay', table: 'abc', match: 2, game: 1, seat: null, at: 17 }],
  ['/t/abc/replay/2/1', '#x', { page: 'replay', table: 'abc', match: 2, game: 1, seat: null, at: null }],
  ['/shared', '#se-cret.17', { page: 'shared', link: 'se-cret', seat: null, at: 17 }],
  ['/shared', '#se_cret', { page: 'shared', link: 'se_cret', seat: null, at: null }],
  ['/shared', '', { page: 'lost' }],
  ['/open', '', { page: 'open', seat: null, at: null }],
  ['/open', '#5', { page: 'open', seat: null, at: 5 }],
  ['/join', '#secret', { page: 'join', link: 'secret' }],
  ['/join', '', { page: 'lost' }],
  ['/seat', '#token', { page: 'seat', token: 'token' }],
  ['/rules/sneaky', '#SN-8', { page: 'rules', game: 'sneaky', clause: 'SN-8' }],
  ['/nowhere', '', { page: 'lost' }],
])('%s%s', (path, hash, route) => {
  expect(read(path, hash)).toEqual(route);
});

test('a replay as a seat saw it', () => {
  expect(read('/t/abc/replay/1/1', '#3', '?seat=2')).toMatchObject({ seat: 2, at: 3 });
  expect(read('/shared', '#link.3', '?seat=2')).toMatchObject({ link: 'link', seat: 2, at: 3 });
  expect(read('/open', '#3', '?seat=2')).toMatchObject({ seat: 2, at: 3 });
});
