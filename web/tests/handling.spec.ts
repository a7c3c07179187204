// How a move is made: select and place, one press, dragging, confirming, taking back, and what is not possible.
import { expect, type Page } from '@playwright/test';
import { asked, clicks, decide, openTable, prepare, question, type Seat } from './playing';
import { moving, test, type Server } from './server';

test.use(moving);
let server: Server;
test.beforeEach(({ server: shared }) => void (server = shared));

async function sitDown(page: Page, settings: Record<string, string> = {}, address = server.address): Promise<void> {
  await prepare(page, settings);
  await page.goto(address);
  await page.locator('.acts .btn.go').first().click();
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
  await die.hover(); // once nothing moves over it any more
  const from = await die.boundingBox();
  const to = await page.locator(`.card.can.${colour}`).first().boundingBox();
  if (!from || !to) throw new Error('nothing to drag');
  await page.mouse.down();
  await page.mouse.move(from.x, from.y - 60, { steps: 4 });
  await expect(page.locator('.dragged')).toHaveCount(1);
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.mouse.up();
  await changed(page, before);
});

test('Escape lets go of what is dragged, and so does a touch that is taken away; the next press counts', async ({
  page,
}) => {
  await sitDown(page);
  const before = await question(page);
  const die = page.locator('.dbtn.can').first();
  const colour = await die.getAttribute('data-die');
  await die.hover(); // once nothing moves over it any more
  const to = await page.locator(`.card.can.${colour}`).first().boundingBox();
  if (!to) throw new Error('nothing to drag');
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await expect(page.locator('.dragged')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.locator('.dragged')).toHaveCount(0);
  await page.mouse.up();
  await expect(page.locator('.dbtn.chosen')).toHaveCount(0);
  expect(await question(page)).toBe(before);
  await die.evaluate((piece) => {
    const at = (type: string, x: number) =>
      piece.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX: x, clientY: 9, bubbles: true, button: 0 }));
    piece.setPointerCapture = () => undefined; // there is no such touch
    at('pointerdown', 9);
    at('pointermove', 99);
    at('pointercancel', 99);
  });
  await expect(page.locator('.dragged')).toHaveCount(0);
  expect(await question(page)).toBe(before);
  await die.click();
  await page.waitForFunction(
    (was) =>
      document.querySelector('.dbtn.chosen') !== null ||
      document.querySelector('.board')?.getAttribute('data-question') !== was,
    before,
  );
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
  await page.keyboard.press('r');
  await expect(page.locator('.slip')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.slip')).toHaveCount(0);
});

test('a page of the menu has its name, the focus, and a way back', async ({ page }) => {
  await sitDown(page);
  await page.keyboard.press('/');
  await page.getByRole('button', { name: 'Report a problem' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Report a problem' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Back' })).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)'); // no card's
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
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

test('a paused game says so and offers to go on, and nothing can be placed meanwhile', async ({ page }) => {
  await sitDown(page);
  await page.locator('.morebtn').click();
  await page.getByRole('button', { name: 'Pause the game' }).click();
  await page.keyboard.press('Escape');
  await expect(page.locator('.notes')).toContainText('The game is paused.');
  await expect(page.locator('.card.can')).toHaveCount(0);
  await page.getByRole('button', { name: 'Resume the game' }).click();
  await expect(page.locator('.card.can')).not.toHaveCount(0);
  await expect(page.locator('.notes')).not.toContainText('paused');
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

test('while something flies everything else stays where it is', async ({ page }) => {
  await page.addInitScript(() => {
    const flights: Animation[] = [];
    Object.assign(globalThis, { flights });
    const own = Element.prototype.animate;
    Element.prototype.animate = function (this: Element, ...given: Parameters<typeof own>) {
      const flight = own.apply(this, given);
      flight.pause();
      flights.push(flight);
      return flight;
    };
  });
  await prepare(page);
  await page.goto(server.address);
  await page.locator('.acts .btn.go').first().click();
  await page.waitForSelector(asked);
  const finish = () =>
    page.evaluate(() => {
      for (const one of (globalThis as unknown as { flights: Animation[] }).flights.splice(0)) one.finish();
    });
  await finish(); // of the deal
  const place = () => page.locator('.you').evaluate((house) => house.getBoundingClientRect().top);
  const before = await place();
  await page.locator('.card.can').first().click({ force: true });
  await expect(page.locator('.flying')).toHaveCount(1);
  expect(await place()).toBe(before);
  await finish();
  await expect(page.locator('.flying')).toHaveCount(0);
  expect(await place()).toBe(before);
});

test('what is picked up stays so when the same question is told again', async ({ page }) => {
  await prepare(page);
  const seats: Seat[] = [{ kind: 'person', name: 'Ada' }, { kind: 'bot' }];
  const { id } = await openTable(page, server.address, { game: 'raeuber', seats });
  await page.goto(`${server.address}/t/${id}`);
  await page.waitForSelector(asked);
  await page.locator('.hand .card.can').last().click();
  await expect(page.locator('.hand .chosen')).toHaveCount(1);
  const again = page.waitForResponse(/\/api\/updates/);
  await page.getByRole('button', { name: 'DE: Deutsch' }).click(); // asks for the present state
  await again;
  await expect(page.locator('.log')).toContainText('Seit deinem letzten Zug');
  await expect(page.locator('.hand .chosen')).toHaveCount(1);
});

for (const [game, players] of [
  ['sneaky', 4],
  ['schattendieb', 7],
  ['raeuber', 5],
] as const)
  test(`nothing that has moved stays above the board: ${game}`, async ({ page }) => {
    await prepare(page);
    const seats = Array.from({ length: players }, (_, seat): Seat => ({
      kind: seat ? 'bot' : 'person',
      name: `P${seat}`,
    }));
    const { id } = await openTable(page, server.address, { game, seats });
    await page.goto(`${server.address}/t/${id}`);
    const settled = `${asked}, .mine.gone, .endp`; // who has shut a vault is asked no more
    for (let n = 0; n < 4; n++) {
      await page.waitForSelector(settled);
      if (await page.locator(asked).count()) await decide(page, clicks);
    }
    await page.waitForSelector(settled);
    await expect(page.locator('.flying')).toHaveCount(0);
  });

test('what has no answer is told in words', async ({ page }) => {
  await prepare(page);
  for (const [path, press] of [
    ['', '.acts .btn.go'],
    ['setup/raeuber', '.sum .btn.go'],
  ] as const) {
    await page.goto(`${server.address}/${path}`);
    await page.route('**/api/tables', (route) => route.abort('timedout'));
    await page.locator(press).first().click();
    await expect(page.getByRole('alert')).toHaveText('The server does not answer. Try again in a moment.');
    await page.unroute('**/api/tables');
  }
});

test('a name is saved, and one that cannot be is told why', async ({ page }) => {
  await prepare(page);
  await page.goto(server.address);
  await page.getByRole('button', { name: 'Your name' }).click();
  const name = page.locator('#my-name');
  await page.route('**/api/me', (route) => route.abort(), { times: 1 });
  await name.fill('Ada');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.nameform .problem')).not.toBeEmpty();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(name).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Ada' })).toBeVisible();
});
