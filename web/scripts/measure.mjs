// Measures what people wait for: `node scripts/measure.mjs http://127.0.0.1:8765`. bench/web.md has what came out.
//
// The first picture is the browser's own first-contentful-paint. Of an update the work of the main thread is measured: the
// handling of the stream's event, and the style, layout and paint of the frame after it.
import { chromium } from '@playwright/test';

const address = process.argv[2] ?? 'http://127.0.0.1:8765';
const UPDATES = 25;
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
const page = await context.newPage();
await page.addInitScript(() => {
    localStorage.setItem('beute.pace', 'fast');
    const works = (globalThis.works = []);
    const listen = EventSource.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (name, listener, options) {
        const measured = (event) => {
            const start = performance.now();
            listener(event);
            const handled = performance.now() - start;
            requestAnimationFrame((frame) => {
                const drawn = new MessageChannel();
                drawn.port1.onmessage = () =>
                    works.push([handled, performance.now() - Math.max(frame, start + handled)]);
                drawn.port2.postMessage(null);
            });
        };
        return listen.call(this, name, name === 'update' ? measured : listener, options);
    };
});

async function firstPicture() {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    return page.evaluate(() => Math.round(performance.getEntriesByName('first-contentful-paint')[0].startTime));
}

await page.goto(address);
await page.waitForSelector('.box');
const home = await firstPicture();
await page.locator('.btn.go').first().click();
await page.waitForSelector('.board');
await page.reload();
await page.waitForSelector('.card.bandit');
const table = await firstPicture();

for (let n = 0; n < UPDATES; n++) {
    await page.waitForSelector('.ask .banner:not(.wait), .endp');
    if (await page.locator('.endp').count()) break;
    const stop = page.locator('.choices .btn:not(.cannot)').first();
    const card = page.locator('.ontop .card.can, .card.can').first();
    await ((await card.count()) ? card : stop).click({ force: true });
    await page.waitForTimeout(300);
}
const works = await page.evaluate(() => globalThis.works);
await browser.close();

function told(name, times) {
    const sorted = times.sort((a, b) => a - b);
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(1);
    console.log(`${name}: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms`);
}
console.log(`first picture of home ${home} ms, of a table ${table} ms; ${works.length} updates`);
told(
    'handled',
    works.map(([handled]) => handled),
);
told(
    'drawn',
    works.map(([, drawn]) => drawn),
);
told(
    'both',
    works.map(([handled, drawn]) => handled + drawn),
);
