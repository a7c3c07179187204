import { expect, test } from 'vitest';
import type { GameMessage } from '../protocol';
import { botsOnly, continued, firstSeats, optionsOf, readPlan, requestOf, seatsAtOnce } from './plan';

test('a plan of last time is read again', () => {
  const plan = { seats: firstSeats([2, 3, 4]), values: {}, limit: 60 };
  expect(readPlan(JSON.stringify(plan))).toEqual(plan);
});

test.each([null, '', '{}', '{"seats":[{"kind":"cat"},{"kind":"you"}],"values":{},"limit":0}'])(
  '%s is no plan',
  (text) => {
    expect(readPlan(text)).toBeNull();
  },
);

test.each([
  ['bot', { kind: 'bot', name: '', bot: 'hard' }],
  ['link', { kind: 'open', name: '' }],
  ['you', { kind: 'person', name: '' }],
  ['here', { kind: 'person', name: 'Mia' }],
] as const)('%s', (kind, request) => {
  expect(requestOf({ kind, bot: 'hard', name: 'Mia' }, 'Mia')).toEqual(request);
});

test('only what differs from the default is told', () => {
  const title = { en: '', de: '' };
  const option = { name: 'bandits', clause: 'SN-2', default: '1223', allowed: '', meaning: title };
  const values = ['1223', '1123'].map((value) => ({ value, title }));
  const about = { options: [{ ...option, values }] } as unknown as GameMessage;
  expect(optionsOf(about, { bandits: '1223' })).toEqual({});
  expect(optionsOf(about, { bandits: '1123' })).toEqual({ bandits: '1123' });
  expect(optionsOf(about, { bandits: '9999' })).toEqual({});
});

test.each([
  [[2, 3, 4], 3],
  [[3, 4, 5, 6, 7], 5],
  [[2, 3, 4, 5], 4],
  [[2], 2],
])('at a game for %j sit %i, one of them you', (allowed, players) => {
  const seats = seatsAtOnce(allowed);
  expect(seats.length).toBe(players);
  expect(firstSeats(allowed).length).toBe(players);
  expect(seats.filter((seat) => seat.kind === 'person').length).toBe(1);
  expect(botsOnly(allowed).map((seat) => seat.kind)).toEqual(Array(players).fill('bot'));
});

test('a table that goes on from a record has its first events, you at your seat, and bots at all others', () => {
  const record = JSON.stringify({ events: ['* start 1', '* deal 0 7', '1 7>26'], about: { secret: 'ab' } });
  const replay = { game: 'raeuber', options: { open_sums: true }, names: ['Ada', 'Bo', 'Cy'] };
  expect(continued(replay, record, 2, 1, 'hard')).toEqual({
    game: 'raeuber',
    options: { open_sums: true },
    seats: [
      { kind: 'bot', name: '', bot: 'hard' },
      { kind: 'person', name: '' },
      { kind: 'bot', name: '', bot: 'hard' },
    ],
    limit: null,
    stand_in: 'hard',
    programs: 'allowed',
    shuffle: false,
    start: true,
    record: { events: ['* start 1', '* deal 0 7'] },
  });
});
