// Measures what people wait for: `node scripts/measure.mjs http://127.0.0.1:8765`. bench/web.md has what came out.
//
// The first picture is the browser's own first-contentful-paint. Updates are measured by a trace of the browser: what the
// main thread does from the stream's event to the end of the frame that shows it. Its time on a processor is told beside
// the time on the clock, in which other programs may have had the processor.
import { chromium } from '@playwright/test';

const address = process.argv[2] ?? 'http://127.0.0.1:8765';
const DECISIONS = 40;
const FRAME = 1000 / 60;
const TRACED = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'];
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
const page = await context.newPage();
await page.addInitScript(() => {
    localStorage.setItem('beute.pace', 'fast');
    const listen = EventSource.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (name, listener, options) {
        const marked = (event) => {
            performance.mark('update');
            listener(event);
        };
        return listen.call(this, name, name === 'update' ? marked : listener, options);
    };
});

async function firstPicture() {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    return page.evaluate(() => Math.round(performance.getEntriesByName('first-contentful-paint')[0].startTime));
}

await page.goto(address);
await page.waitForSelector('.box');
const home = await firstPicture();
await page.locator('.acts .btn.go').first().click();
await page.waitForSelector('.board');
await page.reload();
await page.waitForSelector('.card.bandit');
const table = await firstPicture();

await browser.startTracing(page, { categories: TRACED });
for (let n = 0; n < DECISIONS; n++) {
    await page.waitForSelector('.ask .banner:not(.wait), .endp');
    if (await page.locator('.endp').count()) break;
    const stop = page.locator('.choices .btn:not(.cannot)').first();
    const card = page.locator('.ontop .card.can, .card.can').first();
    await ((await card.count()) ? card : stop).click({ force: true });
    await page.waitForTimeout(300);
}
const trace = JSON.parse((await browser.stopTracing()).toString()).traceEvents;
await browser.close();

/** For each frame that shows updates: how many, and the milliseconds of handling them, and of that and drawing them. */
function frames(events) {
    const marks = events.filter(({ name, cat }) => name === 'update' && cat === 'blink.user_timing');
    const { pid, tid } = marks[0];
    const here = events.filter((event) => event.pid === pid && event.tid === tid).sort((a, b) => a.ts - b.ts);
    const tasks = here.filter(({ name }) => name === 'RunTask');
    const commits = here.filter(({ name }) => name === 'Commit');
    const found = [];
    for (const { ts } of marks) {
        const commit = commits.find((one) => one.ts >= ts);
        if (!commit) continue;
        const frame = found.at(-1)?.commit === commit ? found.at(-1) : { updates: 0, first: ts, commit };
        if (frame.updates++ === 0) found.push(frame);
        frame.last = ts;
    }
    return found.map(({ updates, first, last, commit }) => {
        const within = tasks.filter(({ ts, dur }) => ts + dur >= first && ts <= commit.ts);
        const handling = within.filter(({ ts }) => ts <= last);
        return { updates, handled: spent(handling), drawn: spent(within) };
    });
}

function spent(tasks) {
    const sum = (of) => tasks.reduce((all, task) => all + (task[of] ?? 0), 0) / 1000;
    return { processor: sum('tdur'), clock: sum('dur') };
}

function told(name, times) {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(1);
    const soon = Math.round((100 * times.filter((time) => time <= FRAME).length) / times.length);
    console.log(`${name}: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms; ${soon} % within a frame`);
}

const measured = frames(trace);
const updates = measured.reduce((sum, frame) => sum + frame.updates, 0);
console.log(`first picture of home ${home} ms, of a table ${table} ms`);
console.log(`${updates} updates in ${measured.length} frames; main thread of a frame:`);
for (const [name, part] of [
    ['handled', 'handled'],
    ['handled and drawn', 'drawn'],
])
    for (const of of ['processor', 'clock'])
        told(
            `${name} (${of})`,
            measured.map((frame) => frame[part][of]),
        );
