// A table that goes from the browser to a file, as the terminal has it, and back.
import { expect } from '@playwright/test';
import { asked, openTable, prepare } from './playing';
import { test } from './server';

test('a table is taken along, is closed here, and goes on from its file', async ({ page, server }) => {
  await prepare(page);
  const { id } = await openTable(page, server.address, {
    game: 'sneaky',
    seats: [
      { kind: 'person', name: 'Ada' },
      { kind: 'bot', bot: 'easy' },
    ],
  });
  await page.goto(`${server.address}/t/${id}`);
  await page.waitForSelector(asked);
  const question = await page.locator(asked).innerText();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Go on in the terminal' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Take it along' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('beute-sneaky-table.jsonl');
  const path = await file.path();
  await page.waitForURL(`${server.address}/`);
  await page.goto(`${server.address}/open`);
  await page.setInputFiles('input[type=file]', path);
  await page.waitForURL((url) => url.pathname.startsWith('/t/') && !url.pathname.includes(id));
  await expect(page.locator(asked)).toHaveText(question);
});

test('a file that is damaged says so', async ({ page, server }) => {
  await prepare(page);
  await page.goto(`${server.address}/open`);
  const buffer = Buffer.from('{"entry":"opened","form":1}\n');
  await page.setInputFiles('input[type=file]', { name: 'x.jsonl', mimeType: 'application/jsonl', buffer });
  await expect(page.getByRole('alert')).toContainText('This is not a saved table, or it is damaged.');
});
