// Whole games of Sneaky to the final score.
import { expect, test } from '@playwright/test';
import { findings } from './axe';
import { clicks, expectScoring, keys, play, prepare, taps } from './playing';
import { Server } from './server';

let server: Server;
test.beforeAll(async () => void (server = await Server.started()));
test.afterAll(async () => server.remove());

test('from the first page to the final score by clicks, and a rematch', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 }); // three players have the least room there
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.address)) elsewhere.push(request.url());
  });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => /Content Security Policy/.test(message.text()) && errors.push(message.text()));
  await prepare(page);
  await page.goto(server.address);
  await page.getByRole('button', { name: 'Play now' }).first().click();
  await play(page, clicks);
  await expectScoring(page);
  await expect(page.getByText('Luck verified')).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: /Replay/ }).click();
  await page.waitForSelector('.deck');
  expect(await findings(page)).toEqual([]);
  await page.goBack();
  await page.getByRole('button', { name: /Rematch/ }).click();
  await page.waitForSelector('.board');
  expect(elsewhere).toEqual([]);
  expect(errors).toEqual([]);
});

for (const [bots, hand, name] of [
  [1, keys, 'keys'],
  [3, taps, 'touch'],
] as const) {
  test.describe(() => {
    test.use({ hasTouch: name === 'touch', ...(name === 'touch' ? { viewport: { width: 390, height: 844 } } : {}) });
    test(`with ${bots + 1} players by ${name} only`, async ({ page }) => {
      await prepare(page, { language: 'de', theme: 'day' });
      await page.goto(server.address);
      const plan = {
        seats: [
          { kind: 'you', bot: 'easy', name: '' },
          ...Array.from({ length: bots }, () => ({ kind: 'bot', bot: 'easy', name: '' })),
        ],
        values: {},
        limit: 0,
      };
      await page.evaluate((text) => localStorage.setItem('beute.plan.sneaky', text), JSON.stringify(plan));
      await page.goto(`${server.address}/setup/sneaky`);
      await hand.press(page, '.sum .go');
      await play(page, hand);
      await expectScoring(page);
      expect(await findings(page)).toEqual([]);
    });
  });
}
