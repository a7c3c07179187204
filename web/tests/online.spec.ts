// Several browsers at one table, one device for several people, and connections that are lost and come back.
import { expect, type Browser, type Page } from '@playwright/test';
import { findings } from './axe';
import { asked, clicks, decide, expectToFit, openTable, play, prepare, question, type Seat } from './playing';
import { moving, test, type Server } from './server';

let server: Server;
test.beforeEach(({ server: shared }) => void (server = shared));

async function somebody(browser: Browser, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await prepare(page);
  await page.goto(server.address + path);
  return page;
}

const table = (page: Page, seats: Seat[]) => openTable(page, server.address, { game: 'sneaky', seats });

const whoIsAsked = (...pages: Page[]) =>
  Promise.any(pages.map(async (page) => (await page.waitForSelector(asked), page)));

const BOT: Seat = { kind: 'bot', name: 'Otto' };

/** Goes where only bots play until so many lines are told: at another table if all was over before the page was there. */
async function watchBots(page: Page, lines: number, sitDown: () => Promise<unknown>): Promise<void> {
  const told = page.locator('.log li').nth(lines - 1);
  do {
    await sitDown();
    await told.or(page.locator('.endp')).first().waitFor({ state: 'attached' });
  } while (await page.locator('.endp').count());
}

test('two browsers and a spectator at one table', async ({ browser }) => {
  const ada = await somebody(browser, '/');
  const { id, link } = await table(ada, [{ kind: 'person' }, { kind: 'open' }]);
  await ada.goto(`${server.address}/t/${id}`);
  await expect(ada.locator('.room')).toBeVisible();

  const bo = await somebody(browser, `/join#${link}`);
  await bo.waitForSelector('.join form');
  expect(await findings(bo)).toEqual([]);
  await bo.getByLabel('What shall we call you?').fill('Bo');
  await bo.getByRole('button', { name: 'Sit down' }).click();
  await expect(ada.getByRole('heading', { name: 'Bo' })).toBeVisible();
  await ada.getByRole('button', { name: 'Start' }).click();

  const cleo = await somebody(browser, `/join#${link}`);
  await expect(cleo.getByText('All seats are taken')).toBeVisible();
  await cleo.getByRole('button', { name: 'Only watch' }).click();
  await expect(cleo.locator('.board')).toBeVisible();

  for (let n = 0; n < 12; n++) {
    await decide(await whoIsAsked(ada, bo), clicks);
  }
  const version = (page: Page) => page.locator('.log li:not(.turn)').count();
  await expect.poll(async () => version(cleo)).toBeGreaterThan(10);
  await expect(cleo.locator(asked)).toHaveCount(0);

  const other = await whoIsAsked(ada, bo);
  const waiting = other === ada ? bo : ada;
  await waiting.locator('.emo button').first().click();
  await expect(other.locator('.says')).toHaveText('Hello!');
  await bo.context().close();
  await expect(ada.locator('.tag', { hasText: 'away' })).toBeVisible();
  await ada.context().close();
  await cleo.context().close();
});

test('home lists what waits for you first, and all on request', async ({ page }) => {
  await prepare(page);
  for (let n = 0; n < 7; n++) await table(page, [{ kind: 'person' }, { kind: 'open' }]);
  const { id } = await table(page, [
    { kind: 'person', name: 'Ada' },
    { kind: 'person', name: 'Bo' },
  ]);
  await page.goto(server.address);
  await expect(page.locator('.ticket')).toHaveCount(6);
  await expect(page.locator('.ticket').first()).toHaveAttribute('href', `/t/${id}`);
  await expect(page.locator('.ticket').first()).toContainText('Your turn');
  await page.getByRole('button', { name: 'Show all 8' }).click();
  await expect(page.locator('.ticket')).toHaveCount(8);
  expect(await findings(page)).toEqual([]);
});

test('several people at one device: nothing is on the page until the curtain is lifted', async ({ page }) => {
  await prepare(page);
  const { id } = await table(page, [{ kind: 'person', name: 'Ada' }, { kind: 'person', name: 'Bo' }, BOT]);
  await page.goto(`${server.address}/t/${id}`);
  const seen = new Set<string>();
  for (let n = 0; n < 60 && seen.size < 2; n++) {
    await page.waitForSelector(`${asked}, .curt, .endp`);
    if (await page.locator('.curt').count()) {
      await expect(page.locator('.board, .card, .dbtn, .log')).toHaveCount(0);
      expect(await findings(page)).toEqual([]);
      seen.add((await page.locator('.curt h1').textContent()) ?? '');
      await page.locator('.curt .btn').click();
    } else await decide(page, clicks);
  }
  expect([...seen].sort()).toEqual(['Pass it to Ada', 'Pass it to Bo']);
});

test('behind the curtain a page is the same whatever the hands are', async ({ page }) => {
  await prepare(page);
  await page.goto(server.address);
  const people = ['Ada', 'Bo', 'Cleo'];
  const seen: { curtains: string[]; hands: string[] }[] = [];
  for (let deal = 0; deal < 2; deal++) {
    const seats = people.map((name) => ({ kind: 'person' as const, name }));
    const { id } = await openTable(page, server.address, { game: 'schattendieb', seats });
    await page.goto(`${server.address}/t/${id}`);
    const [curtains, hands]: [string[], string[]] = [[], []];
    for (const name of people) {
      await expect(page.locator('.curt h1')).toHaveText(`Pass it to ${name}`);
      await expect(page.locator('[aria-live] p', { hasText: /./ })).toHaveCount(0);
      curtains.push((await page.evaluate(() => document.documentElement.outerHTML)).replaceAll(id, ''));
      await page.locator('.curt .btn').click();
      await page.waitForSelector(asked);
      hands.push(await page.locator('.hand').innerHTML());
      await decide(page, clicks);
    }
    seen.push({ curtains, hands });
  }
  expect(seen[0]?.curtains).toEqual(seen[1]?.curtains);
  expect(seen[0]?.hands).not.toEqual(seen[1]?.hands); // so that a card on the page would be seen
});

test('a reload and a second tab show the same question', async ({ page, context }) => {
  await prepare(page);
  const { id } = await table(page, [{ kind: 'person' }, BOT]);
  await page.goto(`${server.address}/t/${id}`);
  await page.waitForSelector(asked);
  await decide(page, clicks);
  await page.waitForSelector(asked);
  const before = await question(page);
  await page.reload();
  await page.waitForSelector(asked);
  expect(await question(page)).toBe(before);
  const second = await context.newPage();
  await prepare(second);
  await second.goto(`${server.address}/t/${id}`);
  await second.waitForSelector(asked);
  await decide(second, clicks);
  await page.bringToFront();
  await page.waitForFunction((was) => document.querySelector('.board')?.getAttribute('data-question') !== was, before);
});

test('a state that comes later than what happened after it does not bring an old question back', async ({
  page,
  context,
}) => {
  await prepare(page);
  const { id } = await table(page, [{ kind: 'person' }, BOT]);
  await page.goto(`${server.address}/t/${id}`);
  await page.waitForSelector(asked);
  const second = await context.newPage();
  await prepare(second);
  await second.goto(`${server.address}/t/${id}`);
  await second.waitForSelector(asked);
  const before = await question(page);
  const on = (one: Page) =>
    one.waitForFunction((was) => document.querySelector('.board')?.getAttribute('data-question') !== was, before);
  await page.route('**/answers', (route) =>
    route.fulfill({ status: 409, json: { code: 'stale_answer', detail: 'Late' } }),
  );
  await page.route('**/state?*', async (route) => {
    const response = await route.fetch();
    await decide(second, clicks); // the same person plays on elsewhere
    await on(page);
    await route.fulfill({ response });
  });
  const told = page.waitForResponse('**/state?*');
  await page.locator('.card.can').first().click({ force: true });
  await (await told).finished();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await on(second);
  expect(await question(page)).toBe(await question(second));
  await page.unroute('**/answers');
  await decide(page, clicks);
});

test.describe(() => {
  test.use(moving);
  for (const pace of ['normal', 'fast'])
    test(`two windows of one browser show the same question: ${pace}`, async ({ page, context }) => {
      await prepare(page, { pace });
      const seats: Seat[] = [{ kind: 'person' }, BOT, { kind: 'bot', name: 'Lene' }];
      const { id } = await openTable(page, server.address, { game: 'schattendieb', seats });
      await page.goto(`${server.address}/t/${id}`);
      const second = await context.newPage();
      await prepare(second, { pace });
      await second.goto(`${server.address}/t/${id}`);
      expect([await page.evaluate(() => document.hidden), await second.evaluate(() => document.hidden)]).toEqual([
        false,
        false,
      ]);
      for (const one of [page, second, page]) {
        await one.waitForSelector(asked);
        await decide(one, clicks);
        await one.waitForSelector(`${asked}, .mine.gone, .endp`);
        const other = one === page ? second : page;
        await expect.poll(async () => (await question(other)) === (await question(one))).toBe(true);
      }
    });
});

test('a page that answers an old question is told so', async ({ page }) => {
  await prepare(page);
  const { id } = await table(page, [{ kind: 'person' }, BOT]);
  await page.goto(`${server.address}/t/${id}`);
  await page.waitForSelector(asked);
  await page.route('**/answers', async (route) => {
    const body = { ...(route.request().postDataJSON() as object), question: '1.99' };
    await route.continue({ postData: JSON.stringify(body) });
  });
  await page.locator('.card.can').first().click({ force: true });
  await expect(page.locator('.slip')).toContainText('not asked any more');
  await page.unroute('**/answers');
  await decide(page, clicks);
});

test('a proxy that has lost its server: the answer is sent again and counts once', async ({ page }) => {
  await prepare(page);
  const { id } = await table(page, [{ kind: 'person' }, BOT]);
  await page.goto(`${server.address}/t/${id}`);
  await page.waitForSelector(asked);
  const before = await question(page);
  let tries = 0;
  let back = () => {};
  const isBack = new Promise<void>((resolve) => (back = resolve));
  await page.route('**/answers', async (route) => {
    if (++tries < 3) return route.fulfill({ status: 502, body: 'bad gateway' });
    await isBack;
    return route.continue();
  });
  await page.locator('.card.can').first().click({ force: true });
  await expect(page.locator('.net.pend')).toBeVisible();
  back();
  await page.waitForFunction((was) => document.querySelector('.board')?.getAttribute('data-question') !== was, before);
  expect(tries).toBe(3);
});

test('a restart of the server in the middle of a game', async ({ page }) => {
  await prepare(page);
  const { id } = await table(page, [{ kind: 'person' }, BOT]);
  await page.goto(`${server.address}/t/${id}`);
  await play(page, clicks, 3);
  await page.waitForSelector(asked);
  await server.stop();
  await expect(page.locator('.net.lost')).toBeVisible();
  await page.locator('.card.can, .choices .btn:not(.cannot)').first().click({ force: true });
  await expect(page.locator('.net.pend')).toBeVisible();
  await server.start();
  await expect(page.locator('.net')).toHaveCount(0, { timeout: 60_000 });
  await play(page, clicks, 3);
});

test('a seat moves to another device', async ({ page, browser }) => {
  await prepare(page);
  const { id } = await table(page, [{ kind: 'person' }, BOT]);
  await page.goto(`${server.address}/t/${id}`);
  await page.waitForSelector(asked);
  const token = await page.evaluate(async (at) => {
    const answer = await fetch(`/api/tables/${at}/seats/0/handover`, { method: 'POST' });
    return ((await answer.json()) as { token: string }).token;
  }, id);
  const phone = await somebody(browser, `/seat#${token}`);
  await phone.getByRole('button', { name: 'Take the seat' }).click();
  await phone.waitForSelector(asked);
  await decide(phone, clicks);
  await expect(page.locator(asked)).toHaveCount(0);
  await phone.context().close();
});

test('the host removes somebody, after being asked once more, and hands the host’s rights on', async ({
  page,
  browser,
}) => {
  await prepare(page);
  const { id, link } = await table(page, [{ kind: 'person', name: 'Ada' }, { kind: 'open' }, { kind: 'open' }]);
  await page.goto(`${server.address}/t/${id}`);
  const [bo, cleo] = [await somebody(browser, `/join#${link}`), await somebody(browser, `/join#${link}`)];
  for (const [one, name] of [
    [bo, 'Bo'],
    [cleo, 'Cleo'],
  ] as const) {
    await one.getByLabel('What shall we call you?').fill(name);
    await one.getByRole('button', { name: 'Sit down' }).click();
    await expect(page.getByRole('heading', { name })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Start' }).click();
  const whoPlays = async (one: Page, name: string) => {
    await one.waitForSelector('.board');
    await one.keyboard.press('/');
    await one.getByRole('button', { name: 'Who plays' }).click();
    await one.getByRole('button', { name }).click();
  };
  await whoPlays(page, 'Remove Bo from the table');
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('button', { name: 'Remove Bo from the table' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.locator('.slip')).toContainText('Bo has been removed');
  await expect(bo.getByRole('heading', { name: 'You are no longer at this table' })).toBeVisible();
  await whoPlays(page, 'Make Cleo the host');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page.getByRole('button', { name: 'Leave the table' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Who plays' })).toHaveCount(0);
  await whoPlays(cleo, 'Remove Ada from the table');
  for (const one of [bo, cleo]) await one.context().close();
});

test('a table of bots is watched from the first page in one click', async ({ page }) => {
  await prepare(page);
  await watchBots(page, 4, async () => {
    await page.goto(server.address);
    await page.getByRole('button', { name: 'Watch: Räuber' }).click();
  });
  await expect(page.locator('.board.raeuber')).toBeVisible();
  await expect(page.locator(asked)).toHaveCount(0);
  await expect(page.locator('.hand .card')).toHaveCount(0);
});

for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const)
  for (const [game, players] of [
    ['sneaky', 4],
    ['schattendieb', 5],
    ['raeuber', 5],
  ] as const)
    test(`who watches ${game} on a screen of ${width} sees all of it`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await prepare(page, { pace: 'normal' }); // so that the game is not over before it is looked at
      const seats = Array.from({ length: players }, (): Seat => ({ kind: 'bot', bot: 'easy' }));
      await watchBots(page, 8, async () => {
        const { id } = await openTable(page, server.address, { game, seats });
        await page.goto(`${server.address}/t/${id}`);
      });
      await expectToFit(page);
      expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    });
