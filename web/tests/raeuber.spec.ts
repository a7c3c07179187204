// Whole games of Räuber to the final score, and what is particular to them: cards that do not fit, looking into sacks,
// and a story that forgets.
import { expect, test, type Page } from '@playwright/test';
import { findings } from './axe';
import { asked, clicks, decide, expectScoring, expectToFit, keys, play, prepare, question, taps } from './playing';
import { Server } from './server';

let server: Server;
test.beforeAll(async () => void (server = await Server.started()));
test.afterAll(async () => server.remove());

interface Plan {
  players: number;
  people?: number;
  openSums?: boolean;
}

/** Sits down at a new table; its id. */
async function sitDown(page: Page, { players, people = 1, openSums = false }: Plan): Promise<string> {
  await page.goto(server.address);
  const id = await page.evaluate(
    async ([count, here, sums]) => {
      const send = (path: string, body: unknown) =>
        fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
      await send('/api/me', { name: 'Ada', language: document.documentElement.lang });
      const seats = ['Ada', 'Bo', 'Cleo', 'Di', 'Eve']
        .slice(0, count)
        .map((name, seat) => (seat < here ? { kind: 'person', name } : { kind: 'bot', name, bot: 'easy' }));
      const options = sums ? { open_sums: true } : {};
      const answer = await send('/api/tables', { game: 'raeuber', seats, options, start: true });
      return ((await answer.json()) as { table: { id: string } }).table.id;
    },
    [players, people, openSums] as const,
  );
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
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await prepare(page);
  await page.goto(server.address);
  const plan = {
    seats: [
      { kind: 'you', bot: 'easy', name: '' },
      { kind: 'bot', bot: 'easy', name: '' },
    ],
    values: { open_sums: 'true' },
    limit: 0,
  };
  await page.evaluate((text) => localStorage.setItem('beute.plan.raeuber', text), JSON.stringify(plan));
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

test('five players by keys only on the smallest phone, and cards are refused', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await prepare(page, { language: 'de', theme: 'day' });
  await sitDown(page, { players: 5 });
  let refused = 0;
  for (let n = 0; n < 200; n++) {
    await page.waitForSelector(`${asked}, .endp`);
    if (await page.locator('.endp').count()) break;
    if (await page.locator('.sack.no').count()) {
      refused++;
      await expect(page.locator('.says')).toContainText('passt nicht');
      await expect(page.locator('.hand .card.chosen')).toHaveCount(1);
      await expect(page.locator('.sack.no.can')).toHaveCount(0);
    }
    await expectToFit(page);
    await decide(page, keys);
  }
  expect(refused).toBeGreaterThan(0);
  await expectScoring(page);
  await expect(page.locator('.columns article')).toHaveCount(5);
  expect(await findings(page)).toEqual([]);
});

test.describe(() => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });
  test('three players by touch', async ({ page }) => {
    await prepare(page);
    await sitDown(page, { players: 3 });
    await play(page, taps);
    await expectScoring(page);
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
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await prepare(page, { theme, language });
    await sitDown(page, { players: 4 });
    const clean = async (name: string) => expect.soft(await findings(page), name).toEqual([]);
    await page.waitForSelector(asked);
    await clean('asked');
    await page.locator('.hand .card.can').last().click();
    await clean('card chosen');
    for (let n = 0; n < 20 && !(await page.locator('.peep').count()); n++) {
      await decide(page, clicks, true);
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
  await page.locator('.centre .sack.can').last().focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.mine .sack')).not.toHaveCount(0);
  await page.keyboard.press('i');
  await expect(page.locator('.looking')).toContainText('/ 100');
  await page.keyboard.press('Escape');
  await expect(page.locator('.looking')).toHaveCount(0);
  await page.keyboard.press('m');
  await expect.poll(() => page.locator('[aria-live]').textContent()).toContain('sacks: ');
  await page.keyboard.press('a');
  await expect.poll(() => page.locator('[aria-live]').textContent()).toContain('In the centre');
});

test('a card is dragged onto a sack, and a setting asks before every move', async ({ page }) => {
  await prepare(page, { confirm: 'on', pace: 'slow' });
  await sitDown(page, { players: 2 });
  await page.waitForSelector(asked);
  await expect(page.locator('.flying')).toHaveCount(0);
  const from = await page.locator('.hand .card.can').last().boundingBox();
  const to = await page.locator('.centre .sack').last().boundingBox();
  if (!from || !to) throw new Error('nothing to drag');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
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
