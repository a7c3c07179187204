// Every table and every end of a game, on all kinds of screens: it fits, what is asked is seen, axe-core finds nothing.
// A selection in which every two values meet; all combinations by `MATRIX=whole`. axe-core takes most of the time, and
// what it looks for is not a matter of room: it sees each page and each size with everything else, but not each page in
// each size. Boards are found by being there.
import { readdirSync } from 'node:fs';
import { expect, request, type APIRequestContext, type Page } from '@playwright/test';
import type { StateMessage, TableAndYou } from '../src/protocol';
import { findings } from './axe';
import { firsts, pairwise, whole } from './pairwise';
import { asked, clicks, expectToFit, keys, taps } from './playing';
import { test, type Server } from './server';

const GAMES = readdirSync(new URL('../src/boards', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'plain') // plain.spec.ts
  .map(({ name }) => name);
const NAMES = ['Wilhelmine', 'Bo', 'Cleo', 'Dora', 'Emil', 'Fritz', 'Gerda'];
const HANDS = { click: clicks, touch: taps, keys };
const SIZES = ['360x740', '390x844', '1024x768', '1280x800', '1920x1080', '640x400']; // the last is 1280x800 zoomed to 200 %
const WHOLE = process.env['MATRIX'] === 'whole';

let server: Server;
test.beforeEach(({ server: shared }) => void (server = shared));

const factors = (players: readonly number[]) => ({
  page: [...players.map(String), 'end'],
  size: SIZES,
  theme: ['day', 'night'],
  language: ['de', 'en'],
  input: ['click', 'touch', 'keys'] as const,
});
type Look = ReturnType<typeof pairwise<ReturnType<typeof factors>>>[number];

for (const game of GAMES)
  for (const touch of [false, true])
    test(`${game} on screens of all sizes, ${touch ? 'by touch' : 'by clicks and keys'}`, async ({ browser }) => {
      test.setTimeout(40 * 60_000);
      const games = (await (await fetch(`${server.address}/api/games`)).json()) as {
        game: string;
        players: number[];
      }[];
      const players = games.find((one) => one.game === game)?.players ?? [];
      expect(players.length).toBeGreaterThan(1);
      const all = (WHOLE ? whole : pairwise)(factors(players));
      const looks = all.filter(({ input }) => (input === 'touch') === touch);
      const searched = new Set(WHOLE ? all : firsts(all, 'page', 'size'));
      expect(looks.length).toBeGreaterThanOrEqual(SIZES.length);
      const storageState = await (await person()).storageState();
      const page = await (await browser.newContext({ storageState, hasTouch: touch })).newPage();
      await page.goto(`${server.address}/favicon.svg`); // whose settings can be kept from here on
      for (const look of looks)
        await test.step(Object.values(look).join(' '), async () => {
          const table = look.page === 'end' ? finishedOnce(game, players[0] ?? 2) : seated(game, Number(look.page));
          await see(page, look, await table);
          if (searched.has(look)) expect.soft(await findings(page), Object.values(look).join(' ')).toEqual([]);
        });
      await page.context().close();
    });

async function see(page: Page, look: Look, table: string): Promise<void> {
  const name = Object.values(look).join(' ');
  const [width = 0, height = 0] = look.size.split('x').map(Number);
  await page.setViewportSize({ width, height });
  await page.evaluate(({ theme, language }) => {
    for (const [setting, value] of Object.entries({ theme, language, pace: 'fast' }))
      localStorage.setItem(`beute.${setting}`, value);
  }, look);
  await page.goto(`${server.address}/t/${table}`);
  await expect(page.locator(`html[lang="${look.language}"][data-theme="${look.theme}"]`)).toBeAttached();
  if (look.page === 'end') {
    await HANDS[look.input].press(page, '.curt .btn'); // all seats are of this device
    await page.waitForSelector('.columns li:nth-child(2)');
  } else {
    await page.waitForSelector(asked);
    await expectToFit(page);
    await expectOnFirstScreen(page, '.ask .banner h1', name);
    if (width >= 1280) expect.soft(await hiddenBelow(page), `${name}: nothing to scroll`).toBe(0);
  }
  expect
    .soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${name}: too wide`)
    .toBe(0);
  await HANDS[look.input].press(page, '.morebtn');
  await expect(page.locator('.menupanel')).toBeVisible();
  await HANDS[look.input].press(page, '.menupanel .cx');
  await expect(page.locator('.menupanel')).toHaveCount(0);
}

const hiddenBelow = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);

async function expectOnFirstScreen(page: Page, selector: string, name: string): Promise<void> {
  const box = await page.locator(selector).boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  expect
    .soft(box && box.y >= 0 && box.y + box.height <= height, `${name}: what is asked is on the first screen`)
    .toBe(true);
}

// ---------------------------------------------------------------- tables by HTTP

async function post<T>(http: APIRequestContext, path: string, data: unknown): Promise<T> {
  const answer = await http.post(path, { data });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Who sits at all tables of tests that follow one another. */
const person = once(async () => {
  const http = await request.newContext({ baseURL: server.address });
  await post(http, '/api/me', { name: NAMES[0], language: 'de' });
  return http;
});

/** A new table with a person and bots. */
async function seated(game: string, players: number, people = 1): Promise<string> {
  const seats = NAMES.slice(0, players).map((name, seat) => ({ kind: seat < people ? 'person' : 'bot', name }));
  return (await post<TableAndYou>(await person(), '/api/tables', { game, seats, start: true })).table.id;
}

/** A game that is over, all of its seats played by one person. */
const finishedOnce = once(async (game: string, players: number): Promise<string> => {
  const [http, id] = [await person(), await seated(game, players, players)];
  for (let n = 0; n < 3000; n++) {
    const states = (await (await http.get(`/api/tables/${id}/state`)).json()) as StateMessage[];
    if (states[0]?.view.ending) return id;
    // Who has chosen face down is only offered to change it.
    const state = states.find(({ seat, view }) => seat !== null && view.asked.includes(seat));
    const choices = state?.view.choices.filter(({ possible }) => possible !== 'no') ?? [];
    const word = choices[n % choices.length]?.word;
    if (!state?.question || word === undefined) throw new Error('nobody is asked');
    // What may only be tried can be refused.
    await http.post(`/api/tables/${id}/seats/${state.seat}/answers`, { data: { question: state.question.id, word } });
  }
  throw new Error(`a game of ${game} does not end`);
});

/** Made when it is first asked for. */
function once<Given extends unknown[], Made>(make: (...given: Given) => Promise<Made>): typeof make {
  const made = new Map<string, Promise<Made>>();
  return (...given) => {
    const found = made.get(String(given)) ?? make(...given);
    made.set(String(given), found);
    return found;
  };
}
