// How a move is made: select and place, one press, dragging, confirming, taking back, and what is not possible.
import { expect, test, type Page } from '@playwright/test';
import { asked, clicks, decide, openTable, prepare, question, type Seat } from './playing';
import { Server } from './server';

let server: Server;
test.beforeAll(async () => void (server = await Server.started('--allowed-host', 'living-room.test')));
test.afterAll(async () => server.remove());

async function sitDown(page: Page, settings: Record<string, string> = {}, address = server.address): Promise<void> {
  await prepare(page, settings);
  await page.goto(address);
  await page.locator('.btn.go').first().click();
  await page.waitForSelector(asked);
  await expect(page.locator('.flying')).toHaveCount(0);
}

const changed = (page: Page, was: string) =>
  page.waitForFunction((before) => document.querySelector('.board')?.getAttribute('data-question') !== before, was);

test('a die is dragged onto a bandit', async ({ page }) => {
  await sitDown(page);
  const before = await question(page);
  const die = page.locator('.dbtn.can').first();
  const colour = await die.getAttribute('data-die');
  const from = await die.boundingBox();
  const to = await page.locator(`.card.can.${colour}`).first().boundingBox();
  if (!from || !to) throw new Error('nothing to drag');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y - 60, { steps: 4 });
  await expect(page.locator('.dragged')).toHaveCount(1);
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.mouse.up();
  await changed(page, before);
});

test('a setting asks before every move, and a move is taken back', async ({ page }) => {
  await sitDown(page, { confirm: 'on' });
  const before = await question(page);
  await page.locator('.card.can').first().click({ force: true });
  await expect(page.locator('.banner h1')).toContainText('Really');
  await page.getByRole('button', { name: 'Not yet' }).click();
  expect(await question(page)).toBe(before);
  await page.locator('.card.can').first().click({ force: true });
  await page.getByRole('button', { name: 'Yes' }).click();
  await changed(page, before);
  const dice = await page.locator('.tray [data-die]').count();
  expect(dice).toBe(6);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.tray [data-die]')).toHaveCount(7);
});

test('what is not possible says why, and the rulebook opens at the clause', async ({ page }) => {
  await sitDown(page);
  await page.keyboard.press('s');
  await expect(page.locator('.slip')).toContainText('must be placed first');
  await page.locator('.slip .cl').click();
  await expect(page.locator('.rulestext .here')).toContainText('SN-7');
  await page.keyboard.press('Escape');
  await expect(page.locator('.rulep')).toHaveCount(0);
});

test('the language changes everything without a reload', async ({ page }) => {
  await sitDown(page);
  await page.evaluate(() => ((window as unknown as { same: boolean }).same = true));
  await page.getByRole('button', { name: 'DE: Deutsch' }).click();
  await expect(page.locator('.banner h1')).toHaveText('Leg mindestens einen Würfel');
  await expect(page.locator('.log')).toContainText('würfelt');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  expect(await page.evaluate(() => (window as unknown as { same?: boolean }).same)).toBe(true);
});

test('your house has the name that the story tells, and is marked as yours', async ({ page }) => {
  await sitDown(page);
  await expect(page.locator('.mine h2')).toHaveText('Guest');
  await expect(page.getByRole('region', { name: 'Guest (you)' })).toContainText('you');
  await expect(page.locator('.log .turn').first()).toHaveText('Guest');
  await expect(page.locator('.log')).toContainText('Guest rolls');
});

test('without https links are copied and moves are made', async ({ page }) => {
  const address = server.address.replace('127.0.0.1', 'living-room.test');
  await sitDown(page, {}, address);
  expect(await page.evaluate(() => [isSecureContext, 'subtle' in crypto && crypto.subtle !== undefined])).toEqual([
    false,
    false,
  ]);
  const before = await question(page);
  await page.locator('.card.can').first().click({ force: true });
  await changed(page, before);
  await page.locator('.morebtn').click();
  await page.getByRole('button', { name: 'Invite by link' }).click();
  await expect(page.locator('.url')).toContainText(`${address}/join#`);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
});

test('a report has the game as this seat may see it and the versions, and neither names nor links', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await sitDown(page);
  await page.locator('.morebtn').click();
  await page.getByRole('button', { name: 'Report a problem' }).click();
  await page.getByRole('button', { name: 'Copy the report' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain('"versions"');
  const text = await copied();
  const report: Record<string, unknown> = JSON.parse(text);
  expect(Object.keys(report).sort()).toEqual([
    'browser',
    'errors',
    'game',
    'match',
    'record',
    'seat',
    'versions',
    'view',
  ]);
  for (const secret of ['Arsène', 'Bonnie', new URL(page.url()).pathname.split('/').at(-1) ?? '?'])
    expect(text).not.toContain(secret);
});

for (const [game, players] of [
  ['sneaky', 4],
  ['schattendieb', 7],
  ['raeuber', 5],
] as const)
  test(`nothing that has moved stays above the board: ${game}`, async ({ page }) => {
    await prepare(page);
    await page.goto(server.address);
    const seats = Array.from({ length: players }, (_, seat): Seat => ({
      kind: seat ? 'bot' : 'person',
      name: `P${seat}`,
    }));
    const { id } = await openTable(page, game, seats);
    await page.goto(`${server.address}/t/${id}`);
    const settled = `${asked}, .mine.gone, .endp`; // who has shut a vault is asked no more
    for (let n = 0; n < 4; n++) {
      await page.waitForSelector(settled);
      if (await page.locator(asked).count()) await decide(page, clicks);
    }
    await page.waitForSelector(settled);
    await expect(page.locator('.flying')).toHaveCount(0);
  });
