// Pictures of every page and state, into build/shots/: `npm run shots`. They are looked at by people.
import { test, type Browser, type Page } from '@playwright/test';
import { follow, OVER, ready, title } from './learning';
import { asked, clicks, decide, openTable, prepare, type Manner, type Seat } from './playing';
import { Server } from './server';

test.skip(!process.env['SHOTS'], 'only by `npm run shots`');
const FOLDER = new URL('../../build/shots/', import.meta.url).pathname;
const LOOKS = [
  { width: 1280, height: 800, theme: 'night', language: 'en' },
  { width: 390, height: 844, theme: 'night', language: 'de' },
  { width: 360, height: 740, theme: 'day', language: 'en' },
  { width: 360, height: 640, theme: 'night', language: 'de' },
  { width: 1024, height: 768, theme: 'day', language: 'de' },
  { width: 1920, height: 1080, theme: 'night', language: 'de' },
  { width: 640, height: 400, theme: 'night', language: 'en' }, // 1280x800, zoomed to 200 %
];
const sizeOf = ({ width, height }: { width: number; height: number }) => `${width}x${height}`;
const ONLY = process.env['ONLY']?.split(',') ?? LOOKS.map(sizeOf);

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

for (const look of LOOKS.filter((one) => ONLY.includes(sizeOf(one)))) {
  const { width, height, theme, language } = look;
  test(`${sizeOf(look)} ${theme} ${language}`, async ({ browser }) => {
    test.setTimeout(1_800_000);
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch: width < 800,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await prepare(page, { theme, language });
    const shot = async (name: string) => {
      await page.waitForTimeout(250);
      await page.screenshot({ path: `${FOLDER}${name}-${sizeOf(look)}-${theme}-${language}.png` });
    };
    await page.goto(server.address);
    await page.waitForSelector('.box');
    await shot('home-first');
    for (const game of ['sneaky', 'schattendieb', 'raeuber']) await lesson(page, game, shot);
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
    await page.keyboard.press('Escape');
    await chooseInMenu(page, 'i-log');
    await shot('words');
    await page.locator('.menupanel .cx').click();
    if (await page.locator('.logbtn').isVisible()) {
      await page.locator('.logbtn').click();
      await shot('story');
      await page.locator('.logbtn').click();
    }
    for (const [sign, name] of [
      ['i-talk', 'emotes'],
      ['i-phone', 'move-seat'],
      ['i-flag', 'report'],
    ] as const) {
      await chooseInMenu(page, sign);
      await shot(name);
      await page.locator('.menupanel .cx').click();
    }
    await chooseInMenu(page, 'i-pause');
    await page.keyboard.press('Escape');
    await shot('paused');
    await chooseInMenu(page, 'i-play');
    await page.keyboard.press('Escape');
    await page.evaluate(() => localStorage.setItem('beute.confirm', 'on'));
    await page.reload();
    await page.waitForSelector(asked);
    await page.locator('.card.can').first().click({ force: true });
    await shot('confirm');
    await page.evaluate(() => localStorage.setItem('beute.confirm', 'off'));
    await page.reload();
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
    await until(page, 400, '.ontop', 'greedy');
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
      await until(page, 60, '.peep', 'greedy');
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
        if (await page.locator(selector).count()) await decide(page, clicks);
        await until(page, 200, selector);
        if (await page.locator('.endp').count()) break;
        await shot(name(what));
      }
      await until(page, 200);
      await page.waitForSelector('.columns li:nth-child(2)');
      await shot(name('end'));
      await page.locator('.after .btn:has([href="#i-eye"])').click();
      await shot(name('end-table'));
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
    await friend(browser, link ?? '', look, page);
    await page.goto(`${server.address}/nowhere`);
    await shot('lost');
    await curtain(page);
    await shot('curtain');
    for (const players of [3, 4, 5, 6, 7]) await schattendieb(page, players, shot);
    for (const game of ['sneaky', 'schattendieb', 'raeuber'] as const) {
      await table(page, game === 'sneaky' ? 3 : 5, 0, game);
      await page.locator('.log li').nth(5).waitFor({ state: 'attached' });
      await shot(`${game}-watching`);
    }
    await page.goto(`${server.address}/rules/schattendieb`);
    await page.waitForSelector('.rulestext');
    await shot('rules');
    await table(page, 3);
    await page.waitForSelector(asked);
    await context.setOffline(true);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.waitForSelector('.net.lost');
    await shot('lost-connection');
    await context.close();
  });
}

async function chooseInMenu(page: Page, sign: string): Promise<void> {
  await page.locator('.morebtn').click();
  await page
    .locator('.menupanel li', { has: page.locator(`[href="#${sign}"]`) })
    .locator('button')
    .click();
}

async function friend(browser: Browser, link: string, look: (typeof LOOKS)[number], page: Page) {
  const path = new URL(link).pathname + new URL(link).hash;
  const other = await browser.newContext({ viewport: page.viewportSize() });
  const guest = await other.newPage();
  await prepare(guest, { theme: look.theme, language: look.language });
  await guest.goto(server.address + path);
  await guest.waitForSelector('.join form');
  await guest.screenshot({ path: `${FOLDER}join-${sizeOf(look)}-${look.theme}-${look.language}.png` });
  await other.close();
}

async function table(page: Page, players: number, people = 1, game = 'sneaky'): Promise<void> {
  const names = ['Jule', 'Mia', 'Otto', 'Lene', 'Karl', 'Theodora', 'Samir'];
  const seats = names
    .slice(0, players)
    .map((name, seat): Seat => (seat < people ? { kind: 'person', name } : { kind: 'bot', name, bot: 'easy' }));
  const { id } = await openTable(page, server.address, {
    game,
    seats,
    language: (await page.locator('html').getAttribute('lang')) ?? 'en',
  });
  await page.goto(`${server.address}/t/${id}`);
}

/** Each step of a lesson. */
async function lesson(page: Page, game: string, shot: (name: string) => Promise<void>): Promise<void> {
  await page.goto(`${server.address}/setup/${game}`);
  await page.locator('.sum .btn:has([href="#i-bulb"])').click();
  await page.waitForSelector('.tutor');
  for (let seen = ''; !(await page.locator(OVER).count()); await follow(page, clicks)) {
    await ready(page);
    if (await page.locator(OVER).count()) break;
    const now = (await title(page)) ?? '';
    if (now !== seen) await shot(`lesson-${game}-${await page.locator('.course .done').count()}`);
    seen = now;
  }
  await shot(`lesson-${game}-over`);
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
async function until(page: Page, most: number, there = '', manner: Manner = 'plain'): Promise<void> {
  for (let n = 0; n < most; n++) {
    await page.waitForSelector(`${asked}, .endp`);
    if (await page.locator(there ? `.endp, ${there}` : '.endp').count()) return;
    await decide(page, clicks, manner);
  }
}
