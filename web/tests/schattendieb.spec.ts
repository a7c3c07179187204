// Der Schattendieb: whole games and a whole match, choices that are made at once and changed, the reveal in steps.
import { expect, type Browser, type Page } from '@playwright/test';
import { findings } from './axe';
import {
  asked,
  clicks,
  decide,
  expectScoring,
  expectToFit,
  keys,
  openTable,
  play,
  prepare,
  type Seat,
} from './playing';
import { test, type Server } from './server';

let server: Server;
test.beforeEach(({ server: shared }) => void (server = shared));

const BOT: Seat = { kind: 'bot', bot: 'easy' };
const bots = (number: number): Seat[] => Array.from({ length: number }, () => BOT);
const ANY_CARD = /(watch|ring|brooch|cufflink|vault.shut) \d|thief/i;

async function sitDown(page: Page, seats: Seat[], settings: Record<string, string> = {}): Promise<string> {
  await prepare(page, settings);
  const { language } = settings;
  const { id } = await openTable(page, server.address, { game: 'schattendieb', seats, language });
  await page.goto(`${server.address}/t/${id}`);
  return id;
}

async function somebody(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await prepare(page);
  return page;
}

const handOf = (page: Page) =>
  page.locator('.hand [data-card]').evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset['card']));

/** What is below the page, or what lies out behind one's own house or what is asked: a board never scrolls. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const fronts = ['.mine', '.ask'].map((name) => document.querySelector(name)?.getBoundingClientRect());
    const covered = (box: DOMRect) =>
      fronts.some(
        (front) =>
          front &&
          box.right > front.left &&
          box.left < front.right &&
          box.bottom > front.top + 1 &&
          box.top < front.bottom,
      );
    const all = [
      ...document.querySelectorAll<HTMLElement>(
        '.board main :is(.card, .btn, .front, .hint, .steps li, .out p, .out .fate:not(:empty), .reveal p)',
      ),
    ];
    return all
      .filter((one) => !one.closest('[popover], .flying') && one.offsetWidth > 0)
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ one, box }) => (one.closest('.stage, .reveal') ? covered(box) : box.bottom > innerHeight + 1))
      .map(
        ({ one, box }) => `${one.className || one.textContent}: ${Math.round(box.top)} to ${Math.round(box.bottom)}`,
      );
  });

/** Plays on until something is there; false if the game is over before. */
async function until(page: Page, there: string, most = 60): Promise<boolean> {
  for (let n = 0; n < most; n++) {
    await page.waitForSelector(`${asked}, .endp`);
    if (await page.locator(there).count()) return true;
    if (await page.locator('.nextgame').count()) {
      await page.locator('.nextgame').click();
      await page.waitForSelector('.board');
    } else if (await page.locator('.endp').count()) return false;
    else await decide(page, clicks);
  }
  return false;
}

test('a match of three games by clicks, to the points of all of them', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  test.setTimeout(400_000);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await sitDown(page, [{ kind: 'person', name: 'Ada' }, ...bots(2)]);
  const sums = new Map<string, number>();
  for (let game = 1; game <= 3; game++) {
    await play(page, clicks);
    await expectScoring(page);
    for (const column of await page.locator('.columns article').all()) {
      const name = (await column.locator('h3').textContent())?.trim() ?? '';
      const points = Number(await column.locator('.tot b').textContent());
      sums.set(name, (sums.get(name) ?? 0) + points);
    }
    for (const [name, points] of sums)
      await expect(page.locator('.rank li', { hasText: name }).locator('b').nth(1)).toHaveText(String(points));
    if (game === 3) break;
    await expect(page.getByRole('button', { name: /Rematch/ })).toHaveCount(0);
    await page.getByRole('button', { name: /Next game/ }).click();
    await page.waitForSelector('.board');
    await expect(page.locator('.ofgames')).toContainText(`${game + 1} of 3`);
  }
  await expect(page.getByRole('button', { name: /Next game/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Rematch/ })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: /Replay/ }).click();
  await page.waitForSelector('.deck');
  for (let step = 0; step < 30; step++) await page.keyboard.press('ArrowRight');
  await expect(page.locator('.log .turn').first()).toContainText('Round');
  expect(await findings(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test.describe(() => {
  test.use({ viewport: { width: 360, height: 740 } });
  test('seven players on a small phone, by keys only', async ({ page }) => {
    test.setTimeout(300_000);
    await sitDown(page, [{ kind: 'person', name: 'Ada' }, ...bots(6)], { language: 'de', theme: 'day' });
    await page.waitForSelector(asked);
    expect(await cutOff(page)).toEqual([]);
    await play(page, keys);
    await expectScoring(page);
    expect(await findings(page)).toEqual([]);
  });
});

test('digits select a card, Enter lays it, Escape lets go of it', async ({ page }) => {
  await sitDown(page, [{ kind: 'person', name: 'Ada' }, ...bots(2)]);
  await page.waitForSelector(asked);
  await page.keyboard.press('Enter');
  await expect(page.locator('.slip')).toContainText('Choose a card first');
  await page.keyboard.press('2');
  await expect(page.locator('.hand li').nth(1).locator('.chosen')).toHaveCount(1);
  await expect(page.locator('.acts .go')).toContainText('Lay');
  await page.keyboard.press('Escape');
  await expect(page.locator('.hand .chosen')).toHaveCount(0);
  await page.keyboard.press('1');
  const before = await page.locator('.board').getAttribute('data-question');
  await page.keyboard.press('Enter');
  await expect(page.locator('.board')).not.toHaveAttribute('data-question', before ?? '');
});

test('two browsers choose at the same moment, one changes its choice, and a third only watches', async ({
  browser,
}) => {
  const [ada, bo, cleo] = [await somebody(browser), await somebody(browser), await somebody(browser)];
  const seats: Seat[] = [{ kind: 'person', name: 'Ada' }, { kind: 'open' }, BOT];
  const { id, link } = await openTable(ada, server.address, { game: 'schattendieb', seats });
  await ada.goto(`${server.address}/t/${id}`);
  await bo.goto(`${server.address}/join#${link}`);
  await bo.getByLabel('What shall we call you?').fill('Bo');
  await bo.getByRole('button', { name: 'Sit down' }).click();
  await ada.getByRole('button', { name: 'Start' }).click();
  await Promise.all([ada.waitForSelector(asked), bo.waitForSelector(asked)]);
  await cleo.goto(`${server.address}/join#${link}`);
  await cleo.getByRole('button', { name: 'Only watch' }).click();
  await expect(cleo.locator('.board')).toBeVisible();
  await expect(cleo.locator('.hand, .jewel, .thief, .vcard')).toHaveCount(0);

  const hand = await handOf(ada);
  const second = hand.find((card) => card !== hand[0]); // a hand may hold a card twice
  await ada.locator('.hand .card.can').first().click({ force: true });
  await bo.locator('.hand .card.can').first().click({ force: true });
  await ada.locator('.acts .go').click({ force: true });
  await expect(ada.locator('.ask .wait')).toContainText('lies face down');
  await expect(bo.locator('[data-place="seat-0"]')).toContainText('chosen');
  await expect(bo.locator('.board')).not.toContainText('lies face down');
  await expect(bo.locator('.hand .chosen')).toHaveCount(1); // another's choice does not unselect what is selected here
  expect(await bo.locator('[data-place="laid-0"]').getAttribute('aria-label')).not.toMatch(ANY_CARD);

  const other = ada.locator(`.hand [data-card="${second}"]`).first();
  await other.click({ force: true });
  await ada.locator('.acts .go', { hasText: 'instead' }).click({ force: true });
  await expect(ada.locator('.hand .chosen')).toHaveAttribute('data-card', second ?? '');
  // Now both decide at the same moment: what comes after the reveal is refused, and all see the same round.
  await ada.locator(`.hand [data-card="${hand[0]}"]`).first().click({ force: true });
  const lays = (page: Page) => page.locator('.acts .go').evaluate((button: HTMLElement) => button.click());
  await Promise.all([lays(ada), lays(bo)]);
  for (const page of [ada, bo, cleo]) await expect(page.locator('.log')).toContainText('Revealed');
  const revealed = async (page: Page) => page.locator('.log li', { hasText: 'Revealed' }).last().textContent();
  expect(await revealed(ada)).toBe(await revealed(cleo));
  expect(await revealed(bo)).toBe(await revealed(cleo));
  await expect(cleo.locator(asked)).toHaveCount(0);
  for (const page of [ada, bo, cleo]) await page.context().close();
});

test('several people at one device: the curtain falls for the next, and nothing is on the page behind it', async ({
  page,
}) => {
  await sitDown(page, [{ kind: 'person', name: 'Ada' }, { kind: 'person', name: 'Bo' }, BOT]);
  const seen: string[] = [];
  const hands: string[] = [];
  for (let n = 0; n < 4; n++) {
    await page.waitForSelector(`${asked}, .curt, .endp`);
    if (await page.locator('.curt').count()) {
      await expect(page.locator('.board, .card, .chip, .hand, .log')).toHaveCount(0);
      const behind = await page.evaluate(() => document.body.outerHTML.replace(/<svg[^]*?<\/svg>/g, ''));
      expect(behind.replace('Der Schattendieb', '')).not.toMatch(ANY_CARD);
      expect(await findings(page)).toEqual([]);
      seen.push((await page.locator('.curt h1').textContent()) ?? '');
      await page.locator('.curt .btn').click();
    } else {
      hands.push((await handOf(page)).join());
      await page.locator('.hand .card.can').first().click({ force: true });
      await page.locator('.acts .go').click({ force: true });
    }
  }
  expect(seen).toEqual(['Pass it to Ada', 'Pass it to Bo']);
  expect(hands.length).toBe(2);
  expect(hands[0]).not.toBe(hands[1]);
});

test('the reveal is shown and heard in its steps, and can be skipped', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await sitDown(page, [{ kind: 'person', name: 'Ada' }, ...bots(4)], { pace: 'slow' });
  await page.waitForSelector(asked);
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    const region = document.querySelector('[aria-live]');
    if (region)
      new MutationObserver(() => heard.push(region.textContent ?? '')).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      });
  });
  await page.locator('.hand .card.can').first().click({ force: true });
  await page.locator('.acts .go').click({ force: true });
  await page.waitForSelector('.stage');
  await expect(page.locator('.log li:not(.turn)').first()).toContainText('Revealed');
  const skip = page.getByRole('button', { name: 'Skip to my turn' });
  if (await skip.count()) await skip.click();
  await page.waitForSelector(asked);
  const heard = await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard.join(' | '));
  const story = (await page.locator('.log li:not(.turn)').allTextContents()).toReversed().map((line) => line.trim());
  const round = story.slice(story.findIndex((line) => line.startsWith('Revealed')));
  const places = round.map((line) => heard.indexOf(line));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test('who wants no motion is shown the round at once', async ({ page }) => {
  await sitDown(page, [{ kind: 'person', name: 'Ada' }, ...bots(2)], { pace: 'slow' });
  await page.waitForSelector(asked);
  await decide(page, clicks);
  await page.waitForSelector('.reveal li, .stage li');
  await expect(page.getByText('The round is being revealed')).toHaveCount(0);
});

test('what cannot be added says why, and a Vault Shut card whether it shuts', async ({ page }) => {
  test.setTimeout(300_000);
  await sitDown(page, [{ kind: 'person', name: 'Ada' }, ...bots(4)]);
  expect(await until(page, '.stage ~ .you .hand .jewel.cannot')).toBe(true);
  await page.locator('.hand .jewel.cannot').first().click({ force: true });
  await expect(page.locator('.slip')).toContainText('Only jewels of the kind in front can be added');
  await expect(page.locator('.slip .cl')).toHaveText('SD-9');
  expect(await until(page, '.reveal ~ .you .hand .vcard.can')).toBe(true);
  const card = page.locator('.hand li', { has: page.locator('.vcard.can') }).first();
  await expect(card.locator('p')).toHaveText(/shuts: \d+ ≤ \d+|too small: \d+ > \d+|vault empty/);
  await card.locator('.card').click({ force: true });
  await expect(page.locator('.hint')).toContainText('all of them get 0');
  await page.locator('.hint .cl').first().click();
  await expect(page.locator('.rulestext .here')).toContainText('SD-18');
});

test('a setting asks before every move', async ({ page }) => {
  await sitDown(page, [{ kind: 'person', name: 'Ada' }, ...bots(2)], { confirm: 'on' });
  await page.waitForSelector(asked);
  const before = await page.locator('.board').getAttribute('data-question');
  await page.locator('.hand .card.can').first().click({ force: true });
  await page.locator('.acts .go').click({ force: true });
  await expect(page.locator('.banner h1')).toContainText('Really');
  await page.getByRole('button', { name: 'Not yet' }).click();
  await expect(page.locator('.board')).toHaveAttribute('data-question', before ?? '');
  await page.locator('.acts .go').click({ force: true });
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.locator('.board')).not.toHaveAttribute('data-question', before ?? '');
});

for (const [theme, language, width, players] of [
  ['night', 'en', 1280, 5],
  ['day', 'de', 390, 7],
  ['day', 'en', 1024, 7],
] as const) {
  test(`nothing is found and nothing runs off: ${theme}, ${language}, ${width}, ${players} players`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const height = width === 1280 ? 800 : width === 1024 ? 768 : 844;
    await page.setViewportSize({ width, height });
    await sitDown(page, [{ kind: 'person', name: 'Ada' }, ...bots(players - 1)], { theme, language });
    const clean = async (state: string) => {
      expect.soft(await findings(page), state).toEqual([]);
      await expectToFit(page);
      expect.soft(await cutOff(page), state).toEqual([]);
    };
    await page.waitForSelector(asked);
    await clean('the first choice');
    await page.locator('.hand .card.can').first().click({ force: true });
    await clean('selected');
    await page.keyboard.press('Escape');
    await page.locator('.fact').click();
    await clean('pile and discard');
    await page.keyboard.press('Escape');
    if (await until(page, '.stage')) await clean('revealed');
    if (await until(page, '.stage .fate:not(:empty)')) await clean('revealed, with fates');
    if (await until(page, '.reveal li')) await clean('the last round');
    if (await until(page, '.house.gone')) await clean('a vault is shut');
  });
}

test('keys tell the table, my things and the others', async ({ page }) => {
  await sitDown(page, [{ kind: 'person', name: 'Ada' }, ...bots(2)]);
  await page.waitForSelector(asked);
  const heard = () => page.locator('[aria-live]').textContent();
  await page.keyboard.press('m');
  await expect.poll(heard).toContain('In hand:');
  await page.keyboard.press('a');
  await expect.poll(heard).toContain('Pile: 93');
  await page.keyboard.press('o');
  await expect.poll(heard).toContain(': vault open and empty.');
  await expect.poll(heard).not.toContain('In hand:');
});
