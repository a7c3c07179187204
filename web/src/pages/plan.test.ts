import { expect, test } from 'vitest';
import type { GameMessage } from '../protocol';
import { botsOnly, firstSeats, optionsOf, readPlan, requestOf, seatsAtOnce } from './plan';

test('a plan of last time is read again', () => {
  const plan = { seats: firstSeats('sneaky'), values: {}, limit: 60 };
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
  ['sneaky', 3],
  ['schattendieb', 5],
])('at %s sit %i, one of them you', (game, players) => {
  const seats = seatsAtOnce(game);
  expect(seats.length).toBe(players);
  expect(firstSeats(game).length).toBe(players);
  expect(seats.filter((seat) => seat.kind === 'person').length).toBe(1);
  expect(botsOnly(game).map((seat) => seat.kind)).toEqual(Array(players).fill('bot'));
});
