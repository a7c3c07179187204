// Pictures of every page and state, into build/shots/: `npm run shots`. They are looked at by people.
import { test, type BrowserContext, type Page } from '@playwright/test';
import { asked, clicks, decide, openTable, prepare, type Seat } from './playing';
import { Server } from './server';

test.skip(!process.env['SHOTS'], 'only by `npm run shots`');
const FOLDER = new URL('../../build/shots/', import.meta.url).pathname;
const LOOKS = [
  { width: 1280, height: 800, theme: 'night', language: 'en' },
  { width: 390, height: 844, theme: 'night', language: 'de' },
  { width: 360, height: 740, theme: 'day', language: 'en' },
  { width: 1024, height: 768, theme: 'day', language: 'de' },
  { width: 1920, height: 1080, theme: 'night', language: 'de' },
  { width: 640, height: 400, theme: 'night', language: 'en' }, // 1280x800, zoomed to 200 %
];
const ONLY = process.env['ONLY']?.split(',').map(Number) ?? LOOKS.map(({ width }) => width);

let server: Server;
test.beforeAll(
  async () =>
    void (server = await Server.started(
      '--rate-creating',
      '1000/minute',
      '--rate-reading',
      '9999/minute',
      '--rate-answers',
      '9999/minute',
    )),
);
test.afterAll(async () => server.remove());

for (const look of LOOKS.filter(({ width }) => ONLY.includes(width))) {
  const { width, height, theme, language } = look;
  test(`${width}x${height} ${theme} ${language}`, async ({ browser }) => {
    test.setTimeout(600_000);
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch: width < 800,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await prepare(page, { theme, language });
    const shot = async (name: string) => {
      await page.waitForTimeout(250);
      await page.screenshot({ path: `${FOLDER}${name}-${width}-${theme}-${language}.png` });
    };
    await page.goto(server.address);
    await page.waitForSelector('.box');
    await shot('home-first');
    await table(page, 3);
    await page.waitForSelector(asked);
    await shot('sneaky3-asked');
    await page.locator('.dbtn.cannot, .choices .btn.cannot').first().click({ force: true });
    await shot('sneaky3-why');
    await page.locator('.slip .cl').click();
    await page.waitForSelector('.rulestext .here');
    await shot('rulebook');
    await page.locator('.rulep .cx').click();
    await page.locator('.morebtn').click();
    await shot('menu');
    await page
      .locator('.menupanel li', { has: page.locator('[href="#i-log"]') })
      .locator('button')
      .click();
    await shot('words');
    await page.locator('.menupanel .cx').click();
    for (const players of [3, 2, 4]) {
      if (players !== 3) await table(page, players);
      await until(page, 14);
      await shot(`sneaky${players}-middle`);
      await page.locator('.fact').click();
      await shot(`sneaky${players}-through`);
      await page.keyboard.press('Escape');
      await until(page, 400, '.lastfact');
      await shot(`sneaky${players}-last`);
      await until(page, 400);
      await page.waitForSelector('.columns li:nth-child(2)');
      await shot(`end${players}`);
    }
    await table(page, 3);
    await until(page, 400, '.ontop', true);
    await shot('order');
    await until(page, 400);
    await page.getByRole('link', { name: /Replay|Nachspielen/ }).click();
    await page.waitForSelector('.deck');
    await page.keyboard.press('ArrowRight');
    await shot('replay');
    for (const players of [2, 3, 4, 5]) {
      const name = (what: string) => `raeuber${players}-${what}`;
      await table(page, players, 1, 'raeuber');
      await page.waitForSelector(asked);
      await shot(name('start'));
      await page.locator('.hand .card.can').last().click();
      await shot(name('chosen'));
      await until(page, 60, '.peep', true);
      if (await page.locator('.peep').count()) {
        await page.locator('.peep').click();
        await shot(name('look'));
        await page.keyboard.press('Escape');
      }
      for (const [what, selector] of [
        ['refused', '.sack.no'],
        ['sealed', '.sack.sealed'],
        ['last', '.last'],
      ] as const) {
        await until(page, 200, selector);
        if (await page.locator('.endp').count()) break;
        await shot(name(what));
      }
      await until(page, 200);
      await page.waitForSelector('.columns li:nth-child(2)');
      await shot(name('end'));
    }
    await page.goto(server.address);
    await page.waitForSelector('.ticket');
    await shot('home');
    await page.goto(`${server.address}/setup/sneaky`);
    await page.waitForSelector('.seats');
    await shot('setup');
    await page.locator('.sum .go').click();
    await page.waitForSelector('.room');
    await page.locator('.inv .btn.go').click();
    await page.waitForSelector('.qrbox');
    await shot('room');
    const link = await page.locator('.url').textContent();
    await friend(context, link ?? '', look, page);
    await page.goto(`${server.address}/nowhere`);
    await shot('lost');
    await curtain(page);
    await shot('curtain');
    for (const players of [3, 5, 7]) await schattendieb(page, players, shot);
    await table(page, 3);
    await page.waitForSelector(asked);
    await context.setOffline(true);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.waitForSelector('.net.lost');
    await shot('lost-connection');
    await context.close();
  });
}

async function friend(
  context: BrowserContext,
  link: string,
  look: { width: number; theme: string; language: string },
  page: Page,
) {
  const path = new URL(link).pathname + new URL(link).hash;
  const other = await context.browser()?.newContext({ viewport: page.viewportSize() });
  if (!other) return;
  const guest = await other.newPage();
  await prepare(guest, { theme: look.theme, language: look.language });
  await guest.goto(server.address + path);
  await guest.waitForSelector('.join form');
  await guest.screenshot({ path: `${FOLDER}join-${look.width}-${look.theme}-${look.language}.png` });
  await other.close();
}

async function table(page: Page, players: number, people = 1, game = 'sneaky'): Promise<void> {
  const names = ['Jule', 'Mia', 'Otto', 'Lene', 'Karl', 'Theodora', 'Samir'];
  const seats = names
    .slice(0, players)
    .map((name, seat): Seat => (seat < people ? { kind: 'person', name } : { kind: 'bot', name, bot: 'easy' }));
  const { id } = await openTable(page, game, seats);
  await page.goto(`${server.address}/t/${id}`);
}

/** Every state of a game of Der Schattendieb that comes, each once, and the end of game and match. */
async function schattendieb(page: Page, players: number, shot: (name: string) => Promise<void>): Promise<void> {
  const taken = new Set<string>();
  const once = async (state: string) => {
    if (taken.has(state)) return;
    taken.add(state);
    await shot(`schattendieb${players}-${state}`);
  };
  const there = (selector: string) => page.locator(selector).count();
  await table(page, players, 1, 'schattendieb');
  for (let n = 0; n < 400; n++) {
    await page.waitForSelector(`${asked}, .endp`);
    if (await there('.endp')) {
      await page.waitForSelector('.columns li:nth-child(2)');
      await once((await there('.nextgame')) ? 'end-game' : 'end-match');
      if (!(await there('.nextgame'))) return;
      await page.locator('.nextgame').click();
      await page.waitForSelector('.board');
      continue;
    }
    const step = (await there('.out .can')) ? 'steal' : (await there('.stage')) ? 'add' : 'choose';
    await once(n === 0 ? 'first' : step);
    if (step !== 'steal' && (await there('.hand .vcard.can'))) {
      await page.locator('.hand .vcard.can').first().click({ force: true });
      await once('vault-selected');
      await page.keyboard.press('Escape');
    } else if (step === 'add' && (await there('.hand .can'))) {
      await page.locator('.hand .can').first().click({ force: true });
      await once('add-selected');
      await page.keyboard.press('Escape');
    }
    if (n === 6) {
      await page.locator('.fact').click();
      await once('pile');
      await page.keyboard.press('Escape');
    }
    await decide(page, clicks);
    if ((await there('.mine .laid')) && (await there('.ask .wait'))) await once('chosen');
    if (await there('.mine.gone')) await once('out');
  }
}

async function curtain(page: Page): Promise<void> {
  await table(page, 3, 2);
  await page.waitForSelector('.curt, .board');
}

/** Plays on for so many decisions, until something is there or the game is over. */
async function until(page: Page, most: number, there = '', greedy = false): Promise<void> {
  for (let n = 0; n < most; n++) {
    await page.waitForSelector(`${asked}, .endp`);
    if (await page.locator(there ? `.endp, ${there}` : '.endp').count()) return;
    await decide(page, clicks, greedy);
  }
}
