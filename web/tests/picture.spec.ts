// The picture of the README, from a real game: `npm run picture`.
import { test } from '@playwright/test';
import { asked, clicks, play, prepare } from './playing';
import { Server } from './server';

test.skip(!process.env['SHOTS'], 'only by `npm run picture`');
const FILE = new URL('../../docs/img/browser-sneaky.png', import.meta.url).pathname;

test('a game of Sneaky in its middle', async ({ page }) => {
  const server = await Server.started();
  await prepare(page, { theme: 'night', name: 'Ada' });
  await page.goto(server.address);
  await page.getByRole('button', { name: 'Play now' }).first().click();
  await play(page, clicks, 24);
  await page.waitForSelector(asked);
  await page.waitForTimeout(600); // until nothing moves
  await page.mouse.move(5, 795);
  await page.screenshot({ path: FILE });
  await server.remove();
});
