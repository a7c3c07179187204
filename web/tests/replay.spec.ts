// Replays: of a table, shared, and from a file; played on from; their luck checked; and nothing in a seat's view that the
// seat could not know.
import { expect, type Browser, type Page } from '@playwright/test';
import { findings } from './axe';
import { asked, clicks, decide, play, prepare } from './playing';
import type { Records } from './records';
import { test, type Server } from './server';

const GAMES = ['sneaky', 'schattendieb', 'raeuber'] as const;
type Game = (typeof GAMES)[number];
const PLAYERS: Record<Game, number> = { sneaky: 2, schattendieb: 4, raeuber: 3 };

let server: Server;
let records: Records;
test.beforeEach(({ server: shared, records: made }) => {
  server = shared;
  records = made;
});

async function open(page: Page, name: string): Promise<void> {
  await page.goto(`${server.address}/open`);
  await page.setInputFiles('input[type=file]', records.path(name));
}

async function shown(page: Page, name: string): Promise<void> {
  await open(page, name);
  await page.waitForSelector('.deck');
}

const slider = (page: Page) => page.getByRole('slider');
const stepOf = async (page: Page) => Number(await slider(page).inputValue());
const heard = (page: Page) => page.locator('[aria-live]').textContent();

/** A table of this page's person at every seat, which goes on from a record and is played to its end. */
async function finished(page: Page, game: Game): Promise<string> {
  return page.evaluate(
    async ({ game, events, players }) => {
      const send = (path: string, body: unknown) =>
        fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
      await send('/api/me', { name: 'Ada', language: 'en' });
      const seats = Array.from({ length: players }, (_, seat) => ({ kind: 'person', name: `Ada ${seat + 1}` }));
      const options = game === 'schattendieb' ? { games: 2 } : {};
      const made = await send('/api/tables', { game, options, seats, start: true, record: { events } });
      const { table } = (await made.json()) as { table: { id: string } };
      for (;;) {
        const states = (await (await fetch(`/api/tables/${table.id}/state`)).json()) as {
          seat: number;
          question: { id: string } | null;
          view: { asked: number[]; choices: { word: string; possible: string }[] };
        }[];
        const due = states.find(({ seat, question, view }) => question && view.asked.includes(seat));
        if (!due?.question) return table.id;
        const word = due.view.choices.findLast(({ possible }) => possible !== 'no')?.word;
        await send(`/api/tables/${table.id}/seats/${due.seat}/answers`, { question: due.question.id, word });
      }
    },
    { game, players: PLAYERS[game], events: records.events(game).slice(0, -12) },
  );
}

for (const game of GAMES) {
  test(`a record from a file is gone through by keys, slider and buttons: ${game}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await prepare(page);
    await shown(page, game);
    const last = records.events(game).length;
    const first = await stepOf(page);
    await page.keyboard.press('ArrowRight');
    expect(await stepOf(page)).toBe(first + 1);
    await expect.poll(() => heard(page)).toContain(`after event ${first + 1} of ${last}`);
    expect(new URL(page.url()).hash).toBe(`#${first + 1}`);
    await page.keyboard.press('PageDown');
    expect(await stepOf(page)).toBe(first + 11);
    await page.keyboard.press('PageUp');
    await page.keyboard.press('ArrowLeft');
    expect(await stepOf(page)).toBe(first);
    await page.keyboard.press('End');
    expect(await stepOf(page)).toBe(last);
    await expect(page.getByRole('button', { name: 'Play on from here' })).toBeDisabled(); // the game is over
    await page.getByRole('button', { name: 'One step back' }).click();
    expect(await stepOf(page)).toBe(last - 1);
    await slider(page).fill(`${first + 20}`);
    expect(await stepOf(page)).toBe(first + 20);
    await expect(page.locator('.log li:not(.turn)').first()).not.toBeEmpty();
    await page.locator('.seen a').nth(2).click();
    await expect(page.locator('.you h2')).toHaveText('Bo');
    expect(await stepOf(page)).toBe(first + 20); // another seat, the same step
    await page.keyboard.press('a');
    await expect.poll(() => heard(page)).not.toContain('after event');
    await page.keyboard.press('o');
    await expect.poll(() => heard(page)).toContain('Ada');
  });
}

test('of a file with several records one is chosen, and what is none is told', async ({ page }) => {
  await prepare(page, { language: 'de' });
  await open(page, 'several');
  await expect(page.locator('.opening li')).toHaveCount(4);
  await expect(page.locator('.opening .problem')).toHaveText('Zeile 4: In der Aufzeichnung fehlt „game“.');
  await page.getByRole('button', { name: 'Räuber' }).click();
  await expect(page.locator('.board.raeuber .deck')).toBeVisible();
  await page.getByRole('button', { name: 'Andere Aufzeichnung öffnen' }).click();
  await expect(page.getByRole('heading', { name: 'Aufzeichnung öffnen' })).toBeVisible();
});

for (const [language, event] of [
  ['en', 'Event'],
  ['de', 'Ereignis'],
] as const) {
  test(`a broken record is refused with event and clause, in words: ${language}`, async ({ page }) => {
    await prepare(page, { language });
    for (const [game, clause] of [
      ['sneaky', 'SN-'],
      ['schattendieb', 'SD-'],
      ['raeuber', 'RB-'],
    ]) {
      const events = records.events(`${game}-broken`);
      await open(page, `${game}-broken`);
      const said = page.locator('.opening [role="alert"]');
      await expect(said).toContainText(new RegExp(`^\\s*${event} \\d+ \\(.+\\): .+ \\(${clause}\\d+\\)\\.$`));
      const [, number = '', word = ''] = (await said.innerText()).match(/(\d+) \((.+?)\):/) ?? [];
      expect(events[Number(number) - 1]).toBe(word);
    }
  });
}

test('what is no record at all is refused in words', async ({ page }) => {
  await prepare(page);
  await page.goto(`${server.address}/open`);
  const alert = page.locator('.opening [role="alert"]');
  for (const [buffer, says] of [
    [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0]), 'not text (UTF-8)'],
    [Buffer.from('<html>'), 'from character 1 on it is not JSON'],
    [Buffer.from('['.repeat(100_000)), 'nested too deep'],
    [Buffer.from('{"beute":7}'), '“beute” must be 1'],
    [Buffer.from('{"beute":1,"game":"chess","players":2,"events":[]}'), 'a game that this server does not have'],
    [Buffer.from(''), 'no record in it'],
    [Buffer.alloc(3 << 20, 'x'), 'more than 1 MB'],
  ] as const) {
    await page.setInputFiles('input[type=file]', { name: 'some.jsonl', mimeType: 'text/plain', buffer });
    await expect(alert).toContainText(says);
  }
  await page.setInputFiles('input[type=file]', records.path('raeuber'));
  await expect(page.locator('.deck')).toBeVisible(); // nothing of it stands in the way
});

test('a record can be dropped, also at home, and pasted', async ({ page }) => {
  await prepare(page);
  await page.goto(server.address);
  await page.waitForSelector('.box');
  const text = JSON.stringify({
    beute: 1,
    game: 'raeuber',
    players: 3,
    events: records.events('raeuber').slice(0, 40),
  });
  const drag = (type: string) =>
    page.evaluate(
      ({ type, text }) => {
        const data = new DataTransfer();
        data.items.add(new File([text], 'game.jsonl'));
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      { type, text },
    );
  await drag('dragover');
  await expect(page.locator('.dropping')).toBeVisible();
  await drag('drop');
  await expect(page.locator('.board.raeuber .deck')).toBeVisible();
  await expect(page.locator('.dropping')).toHaveCount(0);
  expect(Number(await slider(page).getAttribute('max'))).toBe(40); // as far as it goes
  await page.goto(`${server.address}/open`);
  await page.waitForSelector('.opening');
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
  await expect(page.locator('.board.raeuber .deck')).toBeVisible();
});

test('the luck of a file: verified, forged, since a fork, or not to be checked', async ({ page }) => {
  await prepare(page);
  const note = page.locator('.panel .luck');
  for (const game of GAMES)
    for (const [kind, title, says] of [
      ['', 'Luck verified', /Each of the \d+ results of chance fits the secret sealed before.*SHA-256.*file itself/s],
      ['-forged', 'The luck does not fit', /Event \d+ of the game \(.+\) is not what the sealed secret gives/],
      ['-continued', 'Luck verified', /since event \d+ fits the secret of this table/],
      ['-no-secret', 'The luck cannot be checked', /does not tell the secret/],
    ] as const) {
      await shown(page, `${game}${kind}`);
      await page.getByRole('button', { name: 'Check the luck' }).click();
      await expect(note.locator('h3')).toHaveText(title);
      await expect(note).toContainText(says);
      if (kind === '-forged') {
        const [, number = '', word = ''] = (await note.innerText()).match(/Event (\d+) of the game \((.+)\) is/) ?? [];
        expect(records.events(`${game}-forged`)[Number(number) - 1]).toBe(`* ${word}`);
        expect(records.events(game)[Number(number) - 1]).not.toBe(`* ${word}`);
      }
    }
});

test('the record is saved, and opens again', async ({ page }) => {
  await prepare(page);
  await shown(page, 'schattendieb');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the record' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('beute-schattendieb.jsonl');
  const path = await file.path();
  await page.goto(`${server.address}/open`);
  await page.setInputFiles('input[type=file]', path);
  await expect(page.locator('.board.schattendieb .deck')).toBeVisible();
});

test('a shared game opens at its step elsewhere, leads nowhere else, and is withdrawn', async ({ page, browser }) => {
  await prepare(page);
  const address = server.address.replace('127.0.0.1', 'living-room.test');
  await page.goto(address);
  const table = await finished(page, 'schattendieb'); // the first of two games: the match goes on
  await page.goto(`${address}/t/${table}/replay/1/1?seat=2#40`);
  await page.waitForSelector('.deck');
  await page.getByRole('button', { name: 'Share this game' }).click();
  const link = await page.locator('.panel .url').innerText();
  expect(link).toMatch(/\/shared\?seat=2#[\w-]+\.40$/);

  const visitor = await stranger(browser);
  const said: string[] = [];
  visitor.on(
    'response',
    (response) =>
      void response.text().then(
        (text) => said.push(text),
        () => undefined,
      ),
  );
  await visitor.goto(link);
  await visitor.waitForSelector('.deck');
  expect(await stepOf(visitor)).toBe(40);
  await expect(visitor.locator('.you h2')).toHaveText('Ada 3');
  await expect(visitor.locator('.seen a[aria-current]')).toHaveText(/Ada 3/);
  await visitor.keyboard.press('ArrowRight');
  expect(visitor.url()).toBe(link.replace(/40$/, '41'));
  await visitor.getByRole('button', { name: 'Check the luck' }).click();
  await expect(visitor.locator('.luck h3')).toHaveText('Luck verified');
  await visitor.keyboard.press('Escape');
  expect(await visitor.evaluate(() => document.cookie)).toBe('');
  expect((await visitor.context().cookies()).length).toBe(0); // no account came of it
  expect(said.join('\n')).not.toContain(table); // nothing leads to the table
  const status = (id: string) => fetch(`/api/tables/${id}`).then((answer) => answer.status);
  expect(await visitor.evaluate(status, table)).toBe(401);
  await visitor.reload();
  await expect(visitor.locator('.deck')).toBeVisible();

  await page.getByRole('button', { name: 'Withdraw the link' }).click();
  await expect(page.locator('.panel')).toContainText('leads nowhere any more');
  await visitor.reload();
  await expect(visitor.getByText('not shared any more')).toBeVisible();
  await page.getByRole('button', { name: 'Make a new link' }).click();
  expect(await page.locator('.panel .url').innerText()).not.toBe(link);
  await visitor.context().close();
});

async function stranger(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await prepare(page);
  return page;
}

for (const game of GAMES) {
  test(`play on from a step of a file, against bots: ${game}`, async ({ page }) => {
    await prepare(page);
    await shown(page, game);
    const last = records.events(game).length;
    await slider(page).fill(`${game === 'sneaky' ? last - 60 : Math.floor(last * 0.8)}`);
    await page.locator('.seen a').nth(2).click();
    await expect(page.locator('.you h2')).toHaveText('Bo');
    const step = await stepOf(page);
    await page.getByRole('button', { name: 'Play on from here' }).click();
    await expect(page.getByRole('radio', { name: 'Bo' })).toBeChecked();
    await page.getByRole('radio', { name: 'easy' }).click();
    await page.locator('.playon .btn.go').click();
    await page.waitForSelector('.board:not(.again)');
    const marked = page.locator('.side .forked');
    await expect(marked).toContainText(
      /The first \d+ events are from another game or a lesson; the luck is verified from there on/,
    );
    const from = Number((await marked.innerText()).match(/first (\d+)/)?.[1]);
    expect(from).toBeLessThanOrEqual(step);
    expect(from).toBeGreaterThan(step - PLAYERS[game]);
    const told = await page.evaluate(async () => {
      const id = location.pathname.split('/')[2];
      return (await (await fetch(`/api/tables/${id}`)).json()) as {
        table: { fork: number; seats: { kind: string; bot: string | null }[] };
        you: { seats: number[] };
      };
    });
    expect(told.you.seats).toEqual([1]);
    expect(told.table.fork).toBe(from);
    expect(told.table.seats.map(({ bot }) => bot)).toEqual(
      Array.from({ length: PLAYERS[game] }, (_, seat) => (seat === 1 ? null : 'easy')),
    );
    if (game === 'sneaky') return play(page, clicks, 6); // the rest of it is long
    await play(page, clicks);
    await expect(page.locator('.endp .forked')).toContainText(`The first ${from} events`);
    await expect(page.locator('.endp .luck')).toContainText(`since event ${from} fits the secret of this table`);
  });
}

test('in the middle of a face-down choice it goes on from before it, and says so', async ({ page }) => {
  await prepare(page);
  await shown(page, 'schattendieb');
  const events = records.events('schattendieb');
  const laid = events.findIndex((event, at) => / play /.test(event) && at > 30 && / play /.test(events[at + 1] ?? ''));
  await slider(page).fill(`${laid + 1}`);
  await page.getByRole('button', { name: 'Play on from here' }).click();
  const before = laid - [...events.slice(0, laid)].reverse().findIndex((event) => !/ play /.test(event));
  await expect(page.locator('.playon')).toContainText(`All choose anew, so it goes on from event ${before}`);
  await page.locator('.playon .btn.go').click();
  await expect(page.locator('.side .forked')).toContainText(`The first ${before} events are from another game`);
  await page.waitForSelector(asked);
});

test('a game of a table is played on from, as a visitor with its link too', async ({ page, browser }) => {
  await prepare(page);
  await page.goto(server.address);
  const table = await finished(page, 'raeuber');
  const link = await page.evaluate(async (id) => {
    const answer = await fetch(`/api/tables/${id}/matches/1/games/1/share`, { method: 'POST' });
    return ((await answer.json()) as { link: string }).link;
  }, table);
  const visitor = await stranger(browser);
  for (const [who, address] of [
    [page, `/t/${table}/replay/1/1#60`],
    [visitor, `/shared#${link}.60`],
  ] as const) {
    await who.goto(`${server.address}${address}`);
    await who.getByRole('button', { name: 'Play on from here' }).click();
    await who.locator('.playon .btn.go').click();
    await expect(who.locator('.side .forked')).toContainText('The first 60 events are from another game');
    await who.waitForSelector(asked);
    await decide(who, clicks);
  }
  await visitor.context().close();
});

test('all of it by keys: open, step, look, luck, play on', async ({ page }) => {
  await prepare(page);
  await page.goto(server.address);
  await page.waitForSelector('.box');
  await tabTo(page, 'Open a record');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.opening');
  const choosing = page.waitForEvent('filechooser');
  await tabTo(page, 'Choose a file');
  await page.keyboard.press('Enter');
  await (await choosing).setFiles(records.path('raeuber'));
  await page.waitForSelector('.deck');
  for (let n = 0; n < 15; n++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('l');
  await expect.poll(() => heard(page)).not.toContain('after event');
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await tabTo(page, 'Check the luck');
  await page.keyboard.press('Enter');
  await expect(page.locator('.panel .luck h3')).toHaveText('Luck verified');
  await page.keyboard.press('Escape');
  await expect(page.locator('.panel')).toHaveCount(0);
  await tabTo(page, 'Cy');
  await page.keyboard.press('Enter');
  await expect(page.locator('.you h2')).toHaveText('Cy');
  await tabTo(page, 'Play on from here');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Play on from here' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Cy' })).toBeChecked();
  await tabTo(page, 'Cy');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'Bo' })).toBeChecked();
  await tabTo(page, 'Play on');
  await page.keyboard.press('Enter');
  await expect(page.locator('.side .forked')).toBeVisible();
});

/** Goes on by Tab until what has this name is focused. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let n = 0; n < 80; n++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const { activeElement: at } = document;
      const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : at?.textContent;
      return (at?.getAttribute('aria-label') ?? label ?? '').trim();
    });
    if (focused === name) return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

// A seat's replay is fetched as that seat saw the game: so neither what came over the network nor the page may differ
// between two games that differ only in what the seat could not know.
for (const [name, hidden] of [
  ['hands', 'hands and drawn cards of Räuber'],
  ['hands-sums', 'the same with open sums'],
  ['jewels', 'hands and drawn cards of Der Schattendieb'],
  ['laid', 'what lies face down'],
] as const) {
  test(`a seat's replay has nothing that the seat could not know: ${hidden}`, async ({ page }) => {
    await prepare(page);
    const seen: Record<string, { sent: string[]; page: string[] }> = {};
    for (const world of ['one', 'other']) {
      const sent: string[] = [];
      await page.goto(`${server.address}/open?seat=0`);
      await page.route('**/api/**', async (route) => {
        const answer = await route.fetch();
        sent.push(`${route.request().url()} ${await answer.text()}`);
        await route.fulfill({ response: answer });
      });
      await page.setInputFiles('input[type=file]', records.path(`${name}-${world}`));
      await page.waitForSelector('.deck');
      await expect(page.locator('.you h2')).toHaveText('Ada');
      const pages: string[] = [];
      await page.keyboard.press('Home');
      const last = Number(await slider(page).getAttribute('max'));
      for (let step = await stepOf(page); step <= last; step++) {
        pages.push(await page.evaluate(everything));
        await page.keyboard.press('ArrowRight');
      }
      await page.unroute('**/api/**');
      seen[world] = { sent, page: pages };
    }
    expect(seen['one']?.sent.map((text) => text.match(/seat=\d|open=/)?.[0])).toEqual([undefined, 'seat=0']); // and no more
    expect(seen['one']).toEqual(seen['other']);
    // With everything open they do differ, so the test would see it.
    const opened: string[] = [];
    for (const world of ['one', 'other']) {
      await shown(page, `${name}-${world}`);
      await page.keyboard.press('End');
      opened.push(await page.locator('main').innerHTML());
    }
    expect(opened[0]).not.toBe(opened[1]);
  });
}

/** All text and all elements, but not the drawings, which are the same in every step. */
function everything(): string {
  const parts = [...document.body.children].filter((part) => !part.classList.contains('sprite'));
  return [document.body.innerText, ...parts.map((part) => part.outerHTML)].join('\n');
}

for (const name of ['hands', 'jewels']) {
  test(`what comes later is not on the page of a step: ${name}`, async ({ page }) => {
    await prepare(page);
    const board = () =>
      page
        .locator('main > :not(.you), .you > .plot, .you > .house, .latest, .log')
        .evaluateAll((parts) =>
          parts.flatMap((part) => [
            part.textContent,
            ...[part, ...part.querySelectorAll('*')].flatMap((one) =>
              ['aria-label', 'href', 'data-card', 'data-text', 'class'].map((name) => one.getAttribute(name) ?? ''),
            ),
          ]),
        );
    const asAda = async (file: string) => {
      await page.goto(`${server.address}/open?seat=0`);
      await page.setInputFiles('input[type=file]', records.path(file));
      await page.waitForSelector('.deck');
      await expect(page.locator('.seen a[aria-current]')).toHaveText('Ada');
    };
    await asAda(`${name}-one`);
    await page.keyboard.press('End');
    const step = await stepOf(page);
    const alone = await board();
    await asAda(name); // the same game to its end, whose later steps are here already
    await slider(page).fill(`${step}`);
    expect(await board()).toEqual(alone);
  });
}

for (const [theme, language, width, [playOn, menu, luck]] of [
  ['night', 'en', 1280, GAMES],
  ['day', 'de', 360, ['raeuber', 'sneaky', 'schattendieb']],
] as const) {
  test(`axe finds nothing: ${theme}, ${language}, ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await prepare(page, { theme, language });
    const clean = async (name: string) => expect.soft(await findings(page), name).toEqual([]);
    await open(page, 'several');
    await page.waitForSelector('.opening li');
    await clean('several');
    await open(page, 'raeuber-broken');
    await page.waitForSelector('.opening [role="alert"]');
    await clean('broken');
    for (const game of GAMES) {
      await shown(page, `${game}-continued`);
      await page.keyboard.press('PageDown');
      await clean(`${game}, open`);
      await page.locator('.seen a').nth(1).click();
      await expect(page.locator('.you .lv').first()).toBeAttached();
      await clean(`${game}, a seat`);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(beyond, game).toBeLessThanOrEqual(0);
      // These panels are the same for every game.
      if (game === playOn) {
        await page.locator('.deck .on').click();
        await page.waitForSelector('.playon [role="radio"]');
        await clean(`${game}, play on`);
        await page.keyboard.press('Escape');
      }
      if (game !== menu && game !== luck) continue;
      await page.locator('.morebtn').click();
      if (game === menu) await clean(`${game}, menu`);
      if (game !== luck) continue;
      await page.locator('.panel .menu li:has([href="#i-seal"]) button').click();
      await page.waitForSelector('.panel .luck');
      await clean(`${game}, luck`);
    }
  });
}
