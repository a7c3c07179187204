// A game of another package, which has no board of its own: whole games of it, by clicks and by keys.
import { expect, type Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findings } from './axe';
import { asked, clicks, expectToFit, keys, prepare, question, type Hand } from './playing';
import { PYTHON, ROOT } from './python';
import { Server, test } from './server';

test.describe.configure({ mode: 'default' }); // one after the other, as they share a server of their own
let server: Server;
const installed = mkdtempSync(join(tmpdir(), 'beute-gazza-'));
test.beforeAll(async () => {
  const options = ['--quiet', '--no-deps', '--no-build-isolation', '--no-index', '--disable-pip-version-check'];
  execFileSync(PYTHON, ['-m', 'pip', 'install', ...options, '--target', installed, join(ROOT, 'examples', 'gazza')]);
  server = await Server.startedWith([installed]);
});
test.afterAll(async () => {
  await server.remove();
  rmSync(installed, { recursive: true, force: true });
});

const PIECE = '.ask .hand .can:not(.chosen)';
const PLACE = '.ask .choices .btn.go';

/** A card is picked up, then it goes to the first place that takes it. */
async function decide(page: Page, hand: Hand): Promise<void> {
  const was = await question(page);
  if (!(await page.locator(PLACE).count())) await hand.press(page, PIECE);
  await page.waitForFunction(
    ({ before, place }) =>
      document.querySelector(place) !== null ||
      (document.querySelector('.board')?.getAttribute('data-question') ?? '') !== before,
    { before: was, place: PLACE },
  );
  if ((await question(page)) === was) await hand.press(page, PLACE);
  await page.waitForFunction(
    ({ before, selector }) =>
      document.querySelector('.endp') !== null ||
      document.querySelector(selector) === null ||
      (document.querySelector('.board')?.getAttribute('data-question') ?? '') !== before,
    { before: was, selector: asked },
  );
}

const LOOKS = [
  {
    width: 1280,
    height: 800,
    language: 'en',
    theme: 'night',
    hand: clicks,
    by: 'clicks',
    play: 'Play now',
    pile: /Pile/,
  },
  { width: 360, height: 740, language: 'de', theme: 'day', hand: keys, by: 'keys', play: 'Losspielen', pile: /Stapel/ },
];
for (const { width, height, language, theme, hand, by, play, pile } of LOOKS) {
  test(`a game of another package is played by ${by}, ${width} wide, ${language}, ${theme}`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    await prepare(page, { language, theme });
    await page.goto(server.address);
    const box = page.locator('article', { has: page.getByRole('heading', { name: 'Gazza' }) });
    await expect(box).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await box.getByRole('button', { name: play }).click();
    await page.waitForSelector(`${asked}, .banner.wait`);
    await expect(page.locator('.board').getByText(pile).first()).toBeVisible();
    await page.waitForSelector(asked);
    expect(await findings(page)).toEqual([]);
    for (let n = 0; n < 40; n++) {
      await page.waitForSelector(`${asked}, .endp`);
      if (await page.locator('.endp').count()) break;
      await expectToFit(page);
      await decide(page, hand);
    }
    await expect(page.locator('.endp')).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
}
