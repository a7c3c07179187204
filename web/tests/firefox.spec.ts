// A short game in Debian's Firefox, which Playwright cannot drive: by WebDriver BiDi, the protocol that browsers share.
import { expect, test } from '@playwright/test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { asked } from './playing';
import { Server } from './server';

const FIREFOX = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr';

let server: Server;
let browser: Browser;
test.beforeAll(async () => {
  server = await Server.started();
  browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, headless: true });
});
test.afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

const textOf = (page: Page, selector: string) => page.$eval(selector, (element) => element.textContent ?? '');

/** Makes one decision by a click: a die goes onto the first bandit that takes one, or else on or stop. */
async function decide(page: Page): Promise<void> {
  await page.waitForSelector(asked);
  await page.waitForFunction(() => document.querySelector('.flying') === null);
  const before = await page.$eval('.board', (board) => board.getAttribute('data-question'));
  const way = (await page.$('.ontop .card.can, .card.can')) ?? (await page.$('.choices .btn:not(.cannot)'));
  await way?.click();
  await page.waitForFunction(
    (was) => document.querySelector('.board')?.getAttribute('data-question') !== was,
    {},
    before,
  );
}

test('a short game in Firefox', async () => {
  const page = await browser.newPage();
  const wrong: string[] = [];
  page.on('console', (message) => /^(error|warn)/.test(message.type()) && wrong.push(message.text()));
  page.on('pageerror', (error) => wrong.push(String(error)));
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(server.address);
  const english = await page.waitForSelector('.seg [aria-label="EN: English"]');
  await english?.click();
  const play = await page.waitForSelector('.acts .btn.go');
  await play?.click();
  for (let n = 0; n < 6; n++) await decide(page);
  await page.waitForFunction(() => document.querySelectorAll('.log li:not(.turn)').length > 5);
  expect(await textOf(page, '.log')).toContain('rolls');

  await (await page.$('.seg [aria-label="DE: Deutsch"]'))?.click();
  await page.waitForFunction(() => document.querySelector('.log')?.textContent?.includes('würfelt'));
  expect(await page.$eval('html', (html) => html.lang)).toBe('de');
  const ink = () => page.$eval('body', (body) => getComputedStyle(body).color);
  const night = await ink();
  await (await page.$('.tool.theme'))?.click();
  await expect.poll(ink).not.toBe(night);
  await decide(page);
  expect(wrong).toEqual([]);
});
