// Whole games of Sneaky to the final score.
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { LuckMessage } from '../src/protocol';
import { findings } from './axe';
import { clicks, expectScoring, keys, play, prepare, taps } from './playing';
import { test, type Server } from './server';

let server: Server;
test.beforeEach(({ server: shared }) => void (server = shared));

test('from the first page to the final score by clicks, and a rematch', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 }); // three players have the least room there
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await prepare(page);
  await page.goto(server.address);
  await page.getByRole('button', { name: 'Play now: Sneaky' }).click();
  await play(page, clicks);
  await expectScoring(page);
  await expect(page.getByText('Luck verified')).toBeVisible();
  await expect(page.locator('.luck p')).toHaveText(/Each of the \d\d+ results of chance fits/);
  await loadADie(page);
  expect(await findings(page)).toEqual([]);
  const table = page.url();
  await page.getByRole('link', { name: /Replay/ }).click();
  await page.waitForSelector('.deck');
  expect(await findings(page)).toEqual([]);
  await goThrough(page);
  await page.goto(table);
  await page.getByRole('button', { name: /Rematch/ }).click();
  await page.waitForSelector('.board');
});

/** Through a finished game by keys, slider and link, as others saw it too; and its record. */
async function goThrough(page: Page): Promise<void> {
  const slider = page.getByLabel('Step of the game');
  const first = Number(await slider.getAttribute('min'));
  const last = Number(await slider.getAttribute('max'));
  await expect(slider).toHaveValue(String(first));
  await expect(page.locator('.centre .card.bandit')).toHaveCount(3); // the deal is over, and the first roll is there
  await expect(page.locator('.tray [data-die]')).toHaveCount(7);
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveValue(String(first + 1));
  await page.keyboard.press('End');
  await expect(slider).toHaveValue(String(last));
  await page.keyboard.press('Home');
  await expect(slider).toHaveValue(String(first));
  await slider.fill('17');
  expect(new URL(page.url()).hash).toBe('#17');
  await page.getByRole('navigation', { name: 'As seen by' }).getByRole('link').nth(2).click();
  await expect(page).toHaveURL(/\?seat=1#17$/);
  await expect(page.locator('.mine h2')).toHaveText('Arsène');
  await page.reload();
  await expect(slider).toHaveValue('17');
  await expect(page.locator('.mine h2')).toHaveText('Arsène');
  const taken = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Download the record' }).click();
  const record = await readFile(await (await taken).path(), 'utf8');
  expect((JSON.parse(record) as { events: string[] }).events).toHaveLength(last);
}

/** A server that had rolled otherwise would be found out, and which roll it was is told. */
async function loadADie(page: Page): Promise<void> {
  let loaded = '';
  await page.route('**/luck', async (route) => {
    const answer = await route.fetch();
    const luck = (await answer.json()) as LuckMessage;
    const draw = luck.draws.find(({ word }) => word.startsWith('roll'));
    if (!draw) throw new Error('nobody rolled');
    [draw.low, draw.high] = draw.low > 0 ? [0, draw.low] : [draw.high, draw.total];
    loaded = `Event ${draw.event + 1} of the game (${draw.word}) is not what the sealed secret gives.`;
    await route.fulfill({ response: answer, json: luck });
  });
  await page.reload();
  await expect(page.getByText('The luck does not fit')).toBeVisible();
  await expect(page.locator('.luck p')).toHaveText(loaded);
  await page.unroute('**/luck');
  await page.reload();
  await expect(page.getByText('Luck verified')).toBeVisible();
}

for (const [bots, hand, name] of [
  [1, keys, 'keys'],
  [3, taps, 'touch'],
] as const) {
  test.describe(() => {
    test.use({ hasTouch: name === 'touch', ...(name === 'touch' ? { viewport: { width: 390, height: 844 } } : {}) });
    test(`with ${bots + 1} players by ${name} only`, async ({ page }) => {
      const plan = {
        seats: [
          { kind: 'you', bot: 'easy', name: '' },
          ...Array.from({ length: bots }, () => ({ kind: 'bot', bot: 'easy', name: '' })),
        ],
        values: {},
        limit: 0,
      };
      await prepare(page, { language: 'de', theme: 'day', 'plan.sneaky': JSON.stringify(plan) });
      await page.goto(`${server.address}/setup/sneaky`);
      await hand.press(page, '.sum .go');
      await play(page, hand);
      await expectScoring(page);
      expect(await findings(page)).toEqual([]);
    });
  });
}
