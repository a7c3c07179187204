// Every table and every end of a game, on all kinds of screens: it fits, what is asked is seen, axe-core finds nothing.
// A selection in which every two values meet; all combinations by `MATRIX=whole`. Boards are found by being there.
import { readdirSync } from 'node:fs';
import { expect, request, test, type APIRequestContext, type Browser, type Page } from '@playwright/test';
import type { StateMessage, TableAndYou } from '../src/protocol';
import { findings } from './axe';
import { pairwise, whole } from './pairwise';
import { asked, clicks, expectToFit, keys, prepare, taps } from './playing';
import { Server } from './server';

const GAMES = readdirSync(new URL('../src/boards', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const NAMES = ['Wilhelmine', 'Bo', 'Cleo', 'Dora', 'Emil', 'Fritz', 'Gerda'];
const HANDS = { click: clicks, touch: taps, keys };
const ROWS = process.env['MATRIX'] === 'whole' ? whole : pairwise;
const NO_LIMITS = ['creating', 'reading', 'answers'].flatMap((name) => [`--rate-${name}`, '9999/minute']);

let server: Server;
test.beforeAll(async () => void (server = await Server.started(...NO_LIMITS)));
test.afterAll(async () => server.remove());

const factors = (players: readonly number[]) => ({
  page: [...players.map(String), 'end'],
  size: ['360x740', '390x844', '1024x768', '1280x800', '1920x1080', '640x400'], // the last is 1280x800 zoomed to 200 %
  theme: ['day', 'night'],
  language: ['de', 'en'],
  input: ['click', 'touch', 'keys'] as const,
});
type Look = ReturnType<typeof pairwise<ReturnType<typeof factors>>>[number];

for (const game of GAMES)
  test(`${game} on every screen`, async ({ browser }) => {
    test.setTimeout(60 * 60_000);
    const games = (await (await fetch(`${server.address}/api/games`)).json()) as { game: string; players: number[] }[];
    const players = games.find((one) => one.game === game)?.players ?? [];
    expect(players.length).toBeGreaterThan(1);
    const over = await finished(game, players[0] ?? 2);
    for (const look of ROWS(factors(players)))
      await test.step(Object.values(look).join(' '), () => see(browser, game, look, over));
  });

/** A table, and what makes a browser the person who sits there. */
interface Kept {
  id: string;
  storageState: Awaited<ReturnType<APIRequestContext['storageState']>>;
}

async function see(browser: Browser, game: string, look: Look, over: Kept): Promise<void> {
  const name = Object.values(look).join(' ');
  const [width = 0, height = 0] = look.size.split('x').map(Number);
  const { id, storageState } = look.page === 'end' ? over : await seated(game, Number(look.page));
  const context = await browser.newContext({
    storageState,
    viewport: { width, height },
    hasTouch: look.input === 'touch',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await prepare(page, { theme: look.theme, language: look.language });
  await page.goto(`${server.address}/t/${id}`);
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
  expect.soft(await findings(page), name).toEqual([]);
  await context.close();
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

/** A new table with a person and bots, on which more may be done before it is looked at. */
async function seated(
  game: string,
  players: number,
  people = 1,
  before: (http: APIRequestContext, id: string) => Promise<void> = async () => undefined,
): Promise<Kept> {
  const http = await request.newContext({ baseURL: server.address });
  await post(http, '/api/me', { name: NAMES[0], language: 'de' });
  const seats = NAMES.slice(0, players).map((name, seat) => ({ kind: seat < people ? 'person' : 'bot', name }));
  const { table } = await post<TableAndYou>(http, '/api/tables', { game, seats, start: true });
  await before(http, table.id);
  const storageState = await http.storageState();
  await http.dispose();
  return { id: table.id, storageState };
}

/** A game that is over, all of its seats played by one person. */
function finished(game: string, players: number): Promise<Kept> {
  return seated(game, players, players, async (http, id) => {
    for (let n = 0; n < 3000; n++) {
      const states = (await (await http.get(`/api/tables/${id}/state`)).json()) as StateMessage[];
      if (states[0]?.view.ending) return;
      // Who has chosen face down is only offered to change it.
      const state = states.find(({ seat, view }) => seat !== null && view.asked.includes(seat));
      const choices = state?.view.choices.filter(({ possible }) => possible !== 'no') ?? [];
      const word = choices[n % choices.length]?.word;
      if (!state?.question || word === undefined) throw new Error('nobody is asked');
      // What may only be tried can be refused.
      await http.post(`/api/tables/${id}/seats/${state.seat}/answers`, { data: { question: state.question.id, word } });
    }
  });
}
