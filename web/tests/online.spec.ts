// Several browsers at one table, one device for several people, and connections that are lost and come back.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { findings } from './axe';
import { asked, clicks, decide, openTable, play, prepare, question, type Seat } from './playing';
import { Server } from './server';

let server: Server;
test.beforeAll(async () => void (server = await Server.started()));
test.afterAll(async () => server.remove());

async function somebody(browser: Browser, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await prepare(page);
  await page.goto(server.address + path);
  return page;
}

const table = (page: Page, seats: Seat[]) => openTable(page, 'sneaky', seats);

const whoIsAsked = (...pages: Page[]) =>
  Promise.any(pages.map(async (page) => (await page.waitForSelector(asked), page)));

const BOT: Seat = { kind: 'bot', name: 'Otto' };

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
  await page.goto(server.address);
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
  await page.goto(server.address);
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

test('a reload and a second tab show the same question', async ({ page, context }) => {
  await prepare(page);
  await page.goto(server.address);
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

test('a page that answers an old question is told so', async ({ page }) => {
  await prepare(page);
  await page.goto(server.address);
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
  await page.goto(server.address);
  const { id } = await table(page, [{ kind: 'person' }, BOT]);
  await page.goto(`${server.address}/t/${id}`);
  await page.waitForSelector(asked);
  const before = await question(page);
  let tries = 0;
  await page.route('**/answers', (route) =>
    ++tries < 3 ? route.fulfill({ status: 502, body: 'bad gateway' }) : route.continue(),
  );
  await page.locator('.card.can').first().click({ force: true });
  await expect(page.locator('.net.pend')).toBeVisible();
  await page.waitForFunction((was) => document.querySelector('.board')?.getAttribute('data-question') !== was, before);
  expect(tries).toBe(3);
});

test('a restart of the server in the middle of a game', async ({ page }) => {
  await prepare(page);
  await page.goto(server.address);
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
  await page.goto(server.address);
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

test('a table of bots is watched from the first page in one click', async ({ page }) => {
  await prepare(page);
  await page.goto(server.address);
  await page.getByRole('button', { name: 'Watch: Räuber' }).click();
  await expect(page.locator('.board.raeuber')).toBeVisible();
  await expect(page.locator('.log li').nth(3)).toBeVisible(); // they play
  await expect(page.locator(asked)).toHaveCount(0);
  await expect(page.locator('.hand .card')).toHaveCount(0);
});
