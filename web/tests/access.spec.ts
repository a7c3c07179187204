// axe-core finds nothing on any page, in either theme and language; and what is told can be heard by keys.
import { expect, type Page } from '@playwright/test';
import { findings } from './axe';
import { asked, prepare } from './playing';
import { test, type Server } from './server';

let server: Server;
test.beforeEach(({ server: shared }) => void (server = shared));

/** What runs over the edge of the box of its game. */
const beyondTheirBox = (page: Page) =>
  page.locator('.box').evaluateAll((boxes) =>
    boxes.flatMap((box) => {
      const { right } = box.getBoundingClientRect();
      return [...box.querySelectorAll('.about *')]
        .filter((one) => one.getBoundingClientRect().right > right)
        .map((one) => one.textContent);
    }),
  );

for (const [theme, language, width] of [
  ['night', 'en', 1280],
  ['day', 'de', 390],
] as const) {
  test(`nothing is found: ${theme}, ${language}, ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await prepare(page, { theme, language });
    const clean = async (name: string) => expect.soft(await findings(page), name).toEqual([]);
    await page.goto(server.address);
    await page.waitForSelector('.box');
    await clean('home');
    expect.soft(await findings(page, []), 'with the drawings').toEqual([]);
    expect(await beyondTheirBox(page)).toEqual([]);
    await page.locator('.acts .btn.go').first().click();
    await page.waitForSelector(asked);
    await clean('table');
    await page.locator('.choices .btn.cannot').first().click({ force: true });
    await page.locator('.slip .cl').click();
    await page.waitForSelector('.rulestext');
    await clean('rulebook');
    await page.locator('.rulep .cx').click();
    await page.locator('.morebtn').click();
    await clean('menu');
    await page.keyboard.press('Escape');
    await page.goto(`${server.address}/setup/sneaky`);
    await page.waitForSelector('.seats');
    await clean('set-up');
    await page.locator('.sum .go').click();
    await page.waitForSelector('.room');
    await clean('room');
    await page.goto(`${server.address}/nowhere`);
    await clean('lost');
  });
}

test('keys tell the last event, what is asked, my things and the others', async ({ page }) => {
  await prepare(page);
  await page.goto(server.address);
  await page.getByRole('button', { name: 'Play now: Sneaky' }).click();
  await page.waitForSelector(asked);
  const heard = () => page.locator('[aria-live]').textContent();
  await page.keyboard.press('m');
  await expect.poll(heard).toContain('handcuffs 2');
  const before = await page.locator('[aria-live] p').allTextContents();
  await page.keyboard.press('m');
  await expect.poll(() => page.locator('[aria-live] p').allTextContents()).toEqual(before.toReversed());
  await page.keyboard.press('a');
  await expect.poll(heard).toContain('In the centre');
  await page.keyboard.press('l');
  await expect.poll(heard).toContain('Guest rolls');
  await page.keyboard.press('o');
  await expect.poll(heard).toContain('stack from the top');
});

test('a move in words, and one that is not possible', async ({ page }) => {
  await prepare(page);
  await page.goto(server.address);
  await page.getByRole('button', { name: 'Play now: Sneaky' }).click();
  await page.waitForSelector(asked);
  const question = await page.locator('.board').getAttribute('data-question');
  await page.locator('.morebtn').click();
  await page.getByRole('button', { name: 'A move in words' }).click();
  const box = page.getByLabel('Your move in words');
  await box.fill('stop');
  await box.press('Enter');
  await expect(page.locator('.words2 [role="alert"]')).toContainText('SN-7');
  await box.fill((await page.locator('.words2 kbd').first().textContent()) ?? '');
  await box.press('Enter');
  await expect(page.locator('.board')).not.toHaveAttribute('data-question', question ?? '');
});

test('when what had the focus is gone, what is asked has it, and keys go on from there', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await prepare(page);
  await page.goto(server.address);
  await page.locator('.box .btn.go').first().press('Enter');
  await page.waitForSelector(asked);
  const dice = page.locator('.tray button[data-die]');
  await expect(page.locator('.flying')).toHaveCount(0);
  const before = await dice.count();
  await page.locator('.dbtn.can').first().focus();
  await page.keyboard.press('Enter');
  if (await page.locator('.dbtn.chosen').count()) await page.locator('.card.can').first().press('Enter'); // several places
  await expect(dice).toHaveCount(before - 1);
  await page.locator('.choices .btn:not(.cannot)').first().press('Enter'); // stop, or roll again: it goes
  await expect(page.locator('.ask')).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('.ask') !== null)).toBe(true);
});
