// Programs in the place of people: everybody sees where one sits, and a host may do without them.
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { findings } from './axe';
import { expectToFit, openTable, prepare } from './playing';
import { test, type Server } from './server';

let server: Server;
test.beforeEach(({ server: shared }) => void (server = shared));

/** A program sits down by a link; the answer's status. */
async function robo(request: APIRequestContext, link: string): Promise<number> {
  const made = await request.post(`${server.address}/api/programs`, { data: { name: 'Robo' } });
  const { token } = (await made.json()) as { token: string };
  const joined = await request.post(`${server.address}/api/join`, {
    headers: { Authorization: `Bearer ${token}` },
    data: { link, name: 'Robo' },
  });
  return joined.status();
}

const linkOf = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch(`/api${location.pathname.replace('/t/', '/tables/')}`);
    return ((await answer.json()) as { you: { link: string } }).you.link;
  });

const LOOKS = [
  { width: 1280, height: 800, language: 'en', word: 'program', start: 'Start' },
  { width: 390, height: 844, language: 'de', word: 'Programm', start: 'Los geht’s' },
];
for (const { width, height, language, word, start } of LOOKS) {
  for (const game of ['sneaky', 'schattendieb', 'raeuber']) {
    test(`a program is shown in the waiting room and at the table of ${game}, ${width} wide, ${language}`, async ({
      page,
      request,
    }) => {
      await page.setViewportSize({ width, height });
      await prepare(page, { language });
      const { id, link } = await openTable(page, server.address, {
        game,
        seats: [{ kind: 'person', name: 'Ada' }, { kind: 'open' }, { kind: 'bot', name: 'Otto' }],
        language,
      });
      await page.goto(`${server.address}/t/${id}`);
      await expect(page.locator('.room')).toBeVisible();
      expect(await robo(request, link)).toBe(200);
      const house = page.locator('.house', { has: page.getByRole('heading', { name: 'Robo' }) });
      await expect(house.getByText(word, { exact: true })).toBeVisible();
      await expect(page.getByText(word, { exact: true })).toHaveCount(1);
      expect(await findings(page)).toEqual([]);
      await page.getByRole('button', { name: start }).click();
      await expect(page.locator('.board')).toBeVisible();
      await expect(house.getByText(word, { exact: true })).toBeVisible();
      await expect(house.locator('.program svg')).toBeInViewport({ ratio: 1 });
      await expectToFit(page);
      expect(await findings(page)).toEqual([]);
    });
  }
}

test('a host forbids programs at the set-up, and allows them in the waiting room', async ({ page, request }) => {
  await prepare(page);
  await page.goto(`${server.address}/setup/sneaky`);
  const programs = page.getByRole('radiogroup', { name: 'Programs' });
  await expect(programs.getByRole('radio', { name: 'allowed' })).toBeChecked();
  await programs.getByRole('radio', { name: 'forbidden' }).click();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(page.locator('.room')).toBeVisible();
  await expect(programs.getByRole('radio', { name: 'forbidden' })).toBeChecked();
  const link = await linkOf(page);
  expect(await robo(request, link)).toBe(403);
  await programs.getByRole('radio', { name: 'allowed' }).click();
  await expect(programs.getByRole('radio', { name: 'allowed' })).toBeChecked();
  expect(await robo(request, link)).toBe(200);
  await programs.getByRole('radio', { name: 'forbidden' }).click();
  await expect(page.getByRole('status').getByText('A program sits at this table: Robo.')).toBeVisible();
  await expect(programs.getByRole('radio', { name: 'allowed' })).toBeChecked();
  await page.goto(`${server.address}/setup/sneaky`);
  await expect(programs.getByRole('radio', { name: 'forbidden' })).toBeChecked();
});
