// Makes the icons of the installed app from the favicon: `node scripts/icons.mjs`, after a change of the drawing.
import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

const folder = new URL('../public/', import.meta.url);
const drawing = readFileSync(new URL('favicon.svg', folder), 'utf8');
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
});
for (const size of [192, 512]) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(
        `<style>body{margin:0;background:#0f1a38;display:grid;place-items:center;height:100vh}svg{width:72vw;height:72vw}</style>${drawing}`,
    );
    await page.screenshot({ path: new URL(`icon-${size}.png`, folder).pathname });
    await page.close();
}
await browser.close();
