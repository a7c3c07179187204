// Whole games of Räuber to the final score, and what is particular to them: cards that do not fit, looking into sacks,
// and a story that forgets.
import { expect, type Page } from '@playwright/test';
import { findings } from './axe';
import {
  asked,
  clicks,
  decide,
  expectScoring,
  keys,
  openTable,
  play,
  prepare,
  question,
  taps,
  type Seat,
} from './playing';
import { test, type Server } from './server';

let server: Server;
test.beforeEach(({ server: shared }) => void (server = shared));

interface Plan {
  players: number;
  people?: number;
  events?: string[]; // from which it goes on
  language?: string;
}

/** Sits down at a new table; its id. */
async function sitDown(page: Page, { players, people = 1, events, language }: Plan): Promise<string> {
  const seats = ['Ada', 'Bo', 'Cleo', 'Di', 'Eve']
    .slice(0, players)
    .map((name, seat): Seat => (seat < people ? { kind: 'person', name } : { kind: 'bot', name, bot: 'easy' }));
  const { id } = await openTable(page, server.address, { game: 'raeuber', seats, events, language });
  await page.goto(`${server.address}/t/${id}`);
  return id;
}

interface Reminded {
  view: { hands: string[][]; seat: number };
  told: { text: string }[];
}

/** What the server would show somebody who looks again. */
const lookAgain = (page: Page, id: string) =>
  page.evaluate(
    async (table) => (await fetch(`/api/tables/${table}/state?language=en`)).json() as Promise<Reminded[]>,
    id,
  );

test('from the set-up to the final score by clicks, with open sums', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const plan = {
    seats: [
      { kind: 'you', bot: 'easy', name: '' },
      { kind: 'bot', bot: 'easy', name: '' },
    ],
    values: { open_sums: 'true' },
    limit: 0,
  };
  await prepare(page, { 'plan.raeuber': JSON.stringify(plan) });
  await page.goto(`${server.address}/setup/raeuber`);
  await page.locator('.sum .go').click();
  await page.waitForSelector(asked);
  await expect(page.locator('.centre .sack')).not.toHaveCount(0);
  await expect(page.locator('.log h2')).toHaveText('What happened');
  await play(page, clicks);
  await expectScoring(page);
  await expect(page.locator('.columns article')).toHaveCount(2);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: /Replay/ }).click();
  await page.waitForSelector('.deck');
  await page.keyboard.press('ArrowRight');
  expect(await findings(page)).toEqual([]);
  expect(errors).toEqual([]);
});

/** Seat 0 has only an 8, a 9 and 10s, and in Bo's sack 26 there are 19: none of these fits. */
const NOTHING_FITS = [
  '* start 1',
  ...['10 10', '10 9', '9 2', '9 3', '8 4', '8 5'].flatMap((cards) =>
    cards.split(' ').map((card, seat) => `* deal ${seat} ${card}`),
  ),
  ...['1 10>26', '* draw 1 6', '0 10>27', '* draw 0 8', '1 9>26', '* draw 1 7'],
];

test('a card that is refused goes on another sack, and its owner says so', async ({ page }) => {
  await prepare(page, { language: 'de', theme: 'day' });
  await sitDown(page, { players: 2, events: NOTHING_FITS, language: 'de' });
  await page.waitForSelector(asked);
  await keys.press(page, '.hand .card.can');
  await keys.press(page, '.opps .sack.can');
  await expect(page.locator('.sack.no')).toHaveCount(1);
  await expect(page.locator('.says')).toContainText('passt nicht');
  await expect(page.locator('.hand .card.chosen')).toHaveCount(1);
  await expect(page.locator('.sack.no.can')).toHaveCount(0);
  await decide(page, keys);
  await expect(page.locator('.log')).toContainText('passt nicht');
});

test('five players by keys only on the smallest phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await prepare(page, { language: 'de', theme: 'day' });
  await sitDown(page, { players: 5, language: 'de' });
  await play(page, keys);
  await expectScoring(page);
  await expect(page.locator('.columns article')).toHaveCount(5);
  expect(await findings(page)).toEqual([]);
});

test.describe(() => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });
  test('three players by touch', async ({ page }) => {
    await prepare(page);
    await sitDown(page, { players: 3 });
    await play(page, taps, 8);
    await expect(page.locator('.mine .sack, .opps .sack')).not.toHaveCount(0);
  });
});

test('the story goes back to one’s own last play and no further', async ({ page }) => {
  await prepare(page);
  const id = await sitDown(page, { players: 3 });
  for (let n = 0; n < 8; n++) {
    await page.waitForSelector(`${asked}, .endp`);
    if (await page.locator('.endp').count()) break;
    await expect(page.locator('.log h2')).toHaveText('Since your last turn');
    const [state] = await lookAgain(page, id);
    const shown = async () =>
      (await page.locator('.log li:not(.turn)').allTextContents()).map((text) => text.trim()).reverse();
    await expect.poll(shown).toEqual(state?.told.map((one) => one.text));
    await decide(page, clicks);
  }
});

test('nothing of anybody’s hand is on the page until the curtain is lifted', async ({ page }) => {
  await prepare(page);
  const id = await sitDown(page, { players: 3, people: 2 });
  const seen = new Set<string>();
  for (let n = 0; n < 12 && seen.size < 2; n++) {
    await page.waitForSelector(`${asked}, .curt`);
    if (await page.locator('.curt').count()) {
      await expect(page.locator('.board, .card, .sack, .log, .mini')).toHaveCount(0);
      const told = (await lookAgain(page, id)).flatMap((state) => state.told.map((one) => one.text));
      const source = await page.locator('body').innerHTML();
      expect(told.filter((line) => source.includes(line))).toEqual([]);
      seen.add((await page.locator('.curt h1').textContent()) ?? '');
      await page.locator('.curt .btn').click();
      await page.waitForSelector(asked);
      const lifted = (await page.locator('.mine h2').textContent()) ?? '';
      const [state] = (await lookAgain(page, id)).filter((one) => ['Ada', 'Bo'][one.view.seat] === lifted);
      const hand = page.locator('.hand .card');
      await expect(hand).toHaveCount(state?.view.hands[state.view.seat]?.length ?? 0);
    } else await decide(page, clicks);
  }
  expect([...seen].sort()).toEqual(['Pass it to Ada', 'Pass it to Bo']);
});

for (const [theme, language] of [
  ['night', 'de'],
  ['day', 'en'],
] as const) {
  test(`axe finds nothing on the board: ${theme}, ${language}`, async ({ page }) => {
    await prepare(page, { theme, language });
    await sitDown(page, { players: 4, language });
    const clean = async (name: string) => expect.soft(await findings(page), name).toEqual([]);
    await page.waitForSelector(asked);
    await clean('asked');
    await page.locator('.hand .card.can').last().click();
    await clean('card chosen');
    for (let n = 0; n < 20 && !(await page.locator('.peep').count()); n++) {
      await decide(page, clicks, 'greedy');
      await page.waitForSelector(asked);
    }
    await page.locator('.peep').click();
    await expect(page.locator('.looking')).toBeVisible();
    await clean('looking into sacks');
    await page.keyboard.press('Escape');
    for (let n = 0; n < 60 && !(await page.locator('.last, .endp').count()); n++) {
      await decide(page, clicks);
      await page.waitForSelector(`${asked}, .endp`);
    }
    await clean('last cards');
  });
}

test('a digit picks a card up, Enter lays it on a sack, and what is not possible says why', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await prepare(page, { pace: 'slow' }); // so that what one has done is seen before a bot undoes it
  await sitDown(page, { players: 2 });
  await page.waitForSelector(asked);
  await expect(page.locator('.flying')).toHaveCount(0);
  await page.locator('.centre .sack').first().click();
  await expect(page.locator('.slip')).toContainText('Choose a card first');
  await page.keyboard.press('6');
  await expect(page.locator('.hand .card.chosen')).toHaveCount(1);
  await expect(page.locator('.banner h1')).toContainText('sack');
  await expect(page.locator('.sack.can:focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.locator('.sack.can')).toHaveCount(0);
  await page.keyboard.press('6');
  const sack = page.locator('.centre .sack.can').last();
  const worth = parseInt((await sack.getAttribute('data-spot')) ?? '');
  await sack.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.mine .sack')).not.toHaveCount(0);
  await page.keyboard.press('i');
  await expect(page.locator('.looking')).toContainText(`/ ${worth}`);
  await page.keyboard.press('Escape');
  await expect(page.locator('.looking')).toHaveCount(0);
  await page.keyboard.press('m');
  await expect.poll(() => page.locator('[aria-live]').textContent()).toContain('sacks: ');
  await page.keyboard.press('a');
  await expect.poll(() => page.locator('[aria-live]').textContent()).toContain('In the centre');
});

test('a card is dragged onto a sack, and a setting asks before every move', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await prepare(page, { confirm: 'on', pace: 'slow' });
  await sitDown(page, { players: 2 });
  await page.waitForSelector(asked);
  await expect(page.locator('.flying')).toHaveCount(0);
  const card = page.locator('.hand .card.can').last();
  await card.hover(); // once nothing moves over it any more
  const from = await card.boundingBox();
  const to = await page.locator('.centre .sack').last().boundingBox();
  if (!from || !to) throw new Error('nothing to drag');
  await page.mouse.down();
  await page.mouse.move(from.x, from.y - 60, { steps: 4 });
  await expect(page.locator('.dragged')).toHaveCount(1);
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.mouse.up();
  await expect(page.locator('.banner h1')).toContainText('onto 100');
  const before = await question(page);
  await page.getByRole('button', { name: 'Not yet' }).click();
  expect(await question(page)).toBe(before);
  await page.locator('.centre .sack.can').last().click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.locator('.mine .sack')).toHaveCount(1);
});
