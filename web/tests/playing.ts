// How the tests play Sneaky: as a person would, by what the page shows.
import { expect, type Page } from '@playwright/test';

export const asked = '.ask .banner:not(.wait)';

export interface Hand {
  press(page: Page, selector: string): Promise<void>;
}

export const clicks: Hand = { press: async (page, selector) => page.locator(selector).first().click({ force: true }) };
export const taps: Hand = { press: async (page, selector) => page.locator(selector).first().tap({ force: true }) };
export const keys: Hand = {
  press: async (page, selector) => {
    await page.locator(selector).first().focus();
    await page.keyboard.press('Enter');
  },
};

/** Chooses the language and the theme, and plays as fast as the server does. */
export async function prepare(page: Page, settings: Record<string, string> = {}): Promise<void> {
  await page.addInitScript(
    (kept) => {
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(`beute.${name}`, value);
    },
    { pace: 'fast', language: 'en', ...settings },
  );
}

/** One decision of the person at this page: full bandits are taken home, otherwise a die is placed. Who is greedy places
 * all that can be placed first, and so has several bandits to lay on a stack. */
export async function decide(page: Page, hand: Hand, greedy = false): Promise<void> {
  const before = await question(page);
  const canStop = await page
    .locator('.choices .btn:not(.cannot)')
    .filter({ has: page.locator('[href="#i-stop"]') })
    .count();
  const full = await page.locator('.card.bandit.got').count();
  if (await page.locator('.ontop .card.can').count()) await hand.press(page, '.ontop .card.can');
  else if (canStop && full && !(greedy && (await page.locator('.card.can').count())))
    await hand.press(page, '.choices .btn:has([href="#i-stop"])');
  else if (await page.locator('.card.can').count()) await hand.press(page, '.card.can');
  else if (await page.locator('.choices .btn:not(.cannot):has([href="#i-again"])').count())
    await hand.press(page, '.choices .btn:has([href="#i-again"])');
  else await hand.press(page, '.choices .btn:has([href="#i-stop"])');
  await page.waitForFunction(
    ({ was, selector }) =>
      document.querySelector('.endp') !== null ||
      document.querySelector('.curt') !== null ||
      document.querySelector(selector) === null ||
      (document.querySelector('.board')?.getAttribute('data-question') ?? '') !== was,
    { was: before, selector: asked },
  );
}

export async function question(page: Page): Promise<string> {
  return (await page.locator('.board').getAttribute('data-question')) ?? '';
}

/** Nothing that can be pressed or looked at runs off the page to the side. */
export async function expectToFit(page: Page): Promise<void> {
  const beyond = await page.evaluate(() =>
    [...document.querySelectorAll('.board :is(.front, .card, .btn, .dbtn, .banner, .cuffs, .row)')]
      .filter((one) => !one.closest('[popover], .flying, .side') && one.getAnimations().length === 0)
      .map((one) => ({ name: one.className, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.left < -1 || box.right > innerWidth + 1))
      .map(({ name, box }) => `${name}: ${Math.round(box.left)} to ${Math.round(box.right)}`),
  );
  expect(beyond).toEqual([]);
}

/** Plays until the game is over, or for so many decisions. */
export async function play(page: Page, hand: Hand, most = 400): Promise<void> {
  for (let n = 0; n < most; n++) {
    await page.waitForSelector(`${asked}, .endp, .curt`);
    if (await page.locator('.endp').count()) return;
    if (await page.locator('.curt').count()) await hand.press(page, '.curt .btn');
    else {
      await expectToFit(page);
      await decide(page, hand);
    }
  }
}

export async function expectScoring(page: Page): Promise<void> {
  await expect(page.locator('.endp h1')).toBeVisible();
  for (const column of await page.locator('.columns article').all()) {
    await expect(column.locator('li').nth(1)).toBeVisible(); // the lines, then the total
    const points = (await column.locator('li b').allTextContents()).map((text) => Number(text.replace('−', '-')));
    expect(points.slice(0, -1).reduce((sum, n) => sum + n, 0)).toBe(points.at(-1));
  }
}
