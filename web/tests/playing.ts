// How the tests play: as a person would, by what the page shows.
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

export interface Seat {
  kind: 'person' | 'bot' | 'open';
  name?: string;
  bot?: string;
}

/** How a table is to be; `events` are those of a record from which it goes on. */
interface Plan {
  game: string;
  seats: Seat[];
  options?: Record<string, unknown>;
  events?: string[] | undefined;
  language?: string | undefined;
}

/** A table of this page's person, who has a name from then on: its id and its link. No page is needed for it. */
export async function openTable(page: Page, address: string, plan: Plan): Promise<{ id: string; link: string }> {
  const { game, seats, options = {}, events, language = 'en' } = plan;
  const send = async (path: string, data: unknown) => {
    const answer = await page.request.post(address + path, { data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return answer;
  };
  await send('/api/me', { name: seats[0]?.name ?? 'Ada', language });
  const start = seats.every((seat) => seat.kind !== 'open');
  const made = await send('/api/tables', { game, seats, options, start, ...(events && { record: { events } }) });
  const { table, you } = (await made.json()) as { table: { id: string }; you: { link: string } };
  return { id: table.id, link: you.link };
}

/** The first of several selectors that finds something: asked in one go, as whole games ask often. */
const first = (page: Page, ...selectors: string[]) =>
  page.evaluate((all) => all.find((one) => document.querySelector(one) !== null) ?? '', selectors);

/** Who is greedy takes all that can be had first. */
export type Manner = 'plain' | 'greedy';

/** What a person sees who is to do something, or need not any more. */
interface Sight {
  there: 'end' | 'curtain' | 'board';
  game: string;
  question: string;
}

/** What there is once a selector finds something or, if one is given, the question has changed. The page is looked at
 * whenever it changes, and not in every frame, which would have to be made. */
async function see(page: Page, selector: string, was?: string): Promise<Sight> {
  return page.evaluate(
    async ({ selector, was }) => {
      const found = (one: string) => document.querySelector(one) !== null;
      const question = () => document.querySelector('.board')?.getAttribute('data-question') ?? '';
      const isSo = () => found(selector) || (was !== undefined && question() !== was);
      if (!isSo())
        await new Promise<void>((seen, late) => {
          const look = new MutationObserver(() => isSo() && done(seen));
          const timer = setTimeout(() => done(() => late(new Error(`the page has no ${selector}`))), 30_000);
          const done = (tell: () => void) => {
            look.disconnect();
            clearTimeout(timer);
            tell();
          };
          look.observe(document, { subtree: true, childList: true, attributes: true });
        });
      return {
        there: found('.endp') ? 'end' : found('.curt') ? 'curtain' : 'board',
        game: document.querySelector('.board')?.className ?? '',
        question: question(),
      } as const;
    },
    { selector, was },
  );
}

/** One decision of the person at this page, in any game. */
export async function decide(page: Page, hand: Hand, manner: Manner = 'plain'): Promise<void> {
  const { game, question: before } = await see(page, 'body');
  if (/\braeuber\b/.test(game)) await decideRaeuber(page, hand, before, manner);
  else if (/\bschattendieb\b/.test(game)) await decideSchattendieb(page, hand);
  else await decideSneaky(page, hand, manner === 'greedy');
  await see(page, `.endp, .curt, body:not(:has(${asked}))`, before);
}

/** A card is chosen, then a sack: one that is robbed or sealed if there is one. Who is greedy takes what is the centre's. */
async function decideRaeuber(page: Page, hand: Hand, before: string, manner: Manner): Promise<void> {
  if (!(await first(page, '.sack.can'))) await hand.press(page, '.hand .card.can');
  const { question } = await see(page, '.sack.can, .endp, .curt, .banner.wait', before);
  if (question !== before) return;
  const liked = { plain: '.opps .sack.can', greedy: '.centre .sack.can' }[manner];
  const sack = await first(page, '.sack.can.best', liked, '.sack.can');
  if (sack) await hand.press(page, sack);
}

/** A card that would shut the vault is laid, or else the first one; nothing is added; the first jewel is stolen. */
async function decideSchattendieb(page: Page, hand: Hand): Promise<void> {
  const ready = '.acts .btn.go';
  const card = await first(
    page,
    ready,
    '.hand li:has([href="#i-lock"]) .card.can',
    '.hand .card.can',
    '.out .card.can',
  );
  if (card !== ready) await hand.press(page, card);
  await hand.press(page, ready);
}

/** Full bandits are taken home, otherwise a die is placed. Who is greedy places
 * all that can be placed first, and so has several bandits to lay on a stack. */
async function decideSneaky(page: Page, hand: Hand, greedy: boolean): Promise<void> {
  const stop = '.choices .btn:not(.cannot):has([href="#i-stop"])';
  const home = `.board:has(.card.bandit.got) ${stop}`;
  const again = '.choices .btn:not(.cannot):has([href="#i-again"])';
  const order = greedy ? ['.card.can', home, again, stop] : [home, '.card.can', again, stop];
  await hand.press(page, await first(page, '.ontop .card.can', ...order));
}

/** The question that is asked; none once the board is gone. */
export async function question(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector('.board')?.getAttribute('data-question') ?? '');
}

/** Nothing that can be pressed or looked at runs off the page to the side. */
export async function expectToFit(page: Page): Promise<void> {
  const beyond = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '.board :is(.front, .card, .sack, .btn, .dbtn, .banner, .cuffs, .row, .hint, .steps, .chips)',
      ),
    ]
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
    const { there } = await see(page, `${asked}, .endp, .curt`);
    if (there === 'end') return;
    if (there === 'curtain') await hand.press(page, '.curt .btn');
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
