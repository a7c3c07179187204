// First lessons, by clicks in one language and by keys only in the other: gone through, left, begun again, interrupted.
import { expect, type Page } from '@playwright/test';
import { findings } from './axe';
import { follow, NEXT, OVER, ready, title } from './learning';
import { asked, clicks, decide, expectToFit, keys, prepare, question, type Hand } from './playing';
import { test, type Server } from './server';

const GAMES = { sneaky: 'Sneaky', schattendieb: 'Der Schattendieb', raeuber: 'Räuber' };
let server: Server;
test.beforeEach(({ server: shared }) => void (server = shared));

const heard = async (page: Page) => (await page.locator('[aria-live]').textContent()) ?? '';
/** One thing that the lesson asks for, with all that can be pressed in view. */
async function goOn(page: Page, hand: Hand): Promise<void> {
  await ready(page);
  if (!(await page.locator(NEXT).count())) {
    await expectToFit(page);
    await expectNothingCovered(page);
  }
  await follow(page, hand);
}

/** The panel lies on nothing that can be pressed. */
async function expectNothingCovered(page: Page): Promise<void> {
  const covered = await page.evaluate(() => {
    const panel = document.querySelector('.tutor .bubble')?.getBoundingClientRect();
    if (!panel) return ['there is no panel'];
    return [...document.querySelectorAll('.board main button')]
      .map((one) => ({ name: one.className, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0)
      .filter(
        ({ box }) =>
          box.left < panel.right - 1 &&
          box.right > panel.left + 1 &&
          box.top < panel.bottom - 1 &&
          box.bottom > panel.top + 1,
      )
      .map(({ name }) => name);
  });
  expect(covered).toEqual([]);
}

for (const [game, name] of Object.entries(GAMES))
  for (const [language, hand, width] of [
    ['en', clicks, 1280],
    ['de', keys, 360],
  ] as const)
    test(`${name} to its end, ${language}, ${hand === keys ? 'by keys only' : 'by clicks'}`, async ({ page }) => {
      await page.setViewportSize({ width, height: width === 360 ? 640 : 800 });
      await prepare(page, { language, theme: language === 'en' ? 'night' : 'day' });
      await page.goto(server.address);
      await hand.press(page, `.offer .btn:has-text("${name}")`);
      await page.waitForSelector('.tutor');
      expect(await findings(page)).toEqual([]);
      const steps = await page.locator('.course li').allTextContents();
      const seen = new Set<string>();
      while (!(await page.locator(OVER).count())) {
        const now = (await title(page)) ?? '';
        if (!seen.has(now)) {
          seen.add(now);
          await expect.poll(() => heard(page)).toContain(now);
          expect(await page.locator('.course [aria-current]').count()).toBe(1);
        }
        await goOn(page, hand);
        await ready(page);
      }
      expect([...seen]).toEqual(steps);
      expect(await findings(page)).toEqual([]);
      await expectToFit(page);
      await hand.press(page, '.tutor .btn.go');
      await expect(page.locator('.tutor')).toHaveCount(0);
      if (game !== 'schattendieb') {
        await page.waitForSelector(asked);
        await decide(page, hand);
      } else await page.waitForSelector('.endp');
    });

test('another move is explained, and the lesson can be left for it', async ({ page }) => {
  await prepare(page);
  await page.goto(server.address);
  await clicks.press(page, '.watch[aria-label="First lesson: Sneaky"]');
  await clicks.press(page, NEXT);
  await page.waitForSelector('.dbtn.can');
  await expect(page.locator('.dbtn.can')).toHaveCount(3);
  const before = await question(page);
  await page.locator('[data-die="P"]').click({ force: true });
  await expect(page.locator('.slip')).toContainText('The lesson asks for something else now.');
  expect(await question(page)).toBe(before);
  await page.locator('.tutor .quit').click();
  await expect(page.locator('.tutor')).toHaveCount(0);
  await page.locator('[data-die="P"]').click();
  await expect.poll(() => question(page)).not.toBe(before);
});

test('a page is loaded again in the middle, and the language changes without that', async ({ page }) => {
  await prepare(page);
  await page.goto(server.address);
  await clicks.press(page, '.offer .btn:has-text("Räuber")');
  for (let n = 0; n < 2; n++) await goOn(page, clicks);
  await expect(page.locator('.bubble h2')).toHaveText('Rob it back');
  await page.waitForSelector('.hand .can');
  await page.reload();
  await expect(page.locator('.bubble h2')).toHaveText('Rob it back');
  await page.waitForSelector('.hand .can');
  await page.locator('.bar .seg button', { hasText: 'DE' }).click();
  await expect(page.locator('.bubble h2')).toHaveText('Zurückrauben');
  await expect(page.locator('.bubble .task')).toContainText('Wähl die 8');
  await goOn(page, clicks);
  await expect(page.locator('.bubble h2')).toHaveText('Genau füllen');
});

test('the offer is declined once for all, and a lesson begins again from its end', async ({ page }) => {
  await prepare(page);
  await page.goto(server.address);
  await page.locator('.offer .quit').click();
  await expect(page.locator('.offer')).toHaveCount(0);
  await page.reload();
  await page.waitForSelector('.box');
  await expect(page.locator('.offer')).toHaveCount(0);
  await page.goto(`${server.address}/setup/raeuber`);
  await page.locator('.sum .btn', { hasText: 'First lesson' }).click();
  await page.waitForSelector('.tutor');
  while (!(await page.locator(OVER).count())) {
    await goOn(page, clicks);
    await ready(page);
  }
  const through = page.url();
  await page.locator('.tutor .btn', { hasText: 'Once more' }).click();
  await expect(page.locator('.bubble .lab')).toHaveText('Step 1 of 6');
  expect(page.url()).not.toBe(through);
  await page.goto(through);
  await expect(page.locator('.board')).toHaveCount(0);
});

test('an answer that comes later than what the stream tells of the time after it does not turn the page back', async ({
  page,
}) => {
  await prepare(page);
  await page.goto(server.address);
  await clicks.press(page, '.offer .btn:has-text("Der Schattendieb")');
  await page.waitForSelector(NEXT);
  await ready(page);
  while ((await title(page)) !== 'Stalemate') {
    await goOn(page, clicks);
    await ready(page); // the title is that of what is to be done then
  }
  let late = Promise.resolve();
  await page.route('**/lesson/read', (route) => {
    late = (async () => {
      const response = await route.fetch();
      await expect(page.locator('.bubble h2')).not.toHaveText('Stalemate'); // the stream has told of the next step
      await route.fulfill({ response });
    })();
    return late;
  });
  await ready(page);
  const answered = page.waitForResponse('**/lesson/read');
  await clicks.press(page, NEXT);
  await (await answered).finished();
  await late;
  await page.unroute('**/lesson/read');
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await expect(page.locator('.bubble h2')).not.toHaveText('Stalemate');
  await goOn(page, clicks);
});
