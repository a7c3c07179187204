// How the tests go through a lesson: they do what it asks for.
import { expect, type Page } from '@playwright/test';
import { decide, keys, type Hand } from './playing';

export const OVER = '.tutor:not(:has(.course))';
export const NEXT = '.tutor .btn:has([href="#i-next"])';
const SOMETHING =
  '.tutor .ways .btn, .lesson .can, .lesson .choices:not(.idle) .btn:not(.cannot), .lesson .acts .btn.go';

export const title = (page: Page) => page.locator('.bubble h2').textContent();

/** Something can be done, and nothing is on its way. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(
    (something) => document.querySelector(something) !== null && document.querySelector('.lesson .onway') === null,
    SOMETHING,
  );
}

/** One thing that the lesson asks for; nothing if it is over by now. */
export async function follow(page: Page, hand: Hand): Promise<void> {
  await ready(page);
  if (await page.locator(OVER).count()) return;
  if (!(await page.locator(NEXT).count())) {
    await decide(page, hand);
    return;
  }
  const before = await title(page);
  if (hand === keys) await page.keyboard.press('n');
  else await hand.press(page, NEXT);
  await expect(page.locator('.bubble h2')).not.toHaveText(before ?? '');
}
