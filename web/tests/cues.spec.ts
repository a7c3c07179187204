// Sounds, notifications and sharing: what the page asks of the browser, which is watched and not replaced by ours.
import { expect, type Page } from '@playwright/test';
import { asked, clicks, decide, prepare } from './playing';
import { test, type Server } from './server';

let server: Server;
test.beforeEach(({ server: shared }) => void (server = shared));

/** What the browser was asked for. */
interface Watched {
  sounds: number;
  notifications: string[];
  shared: string[];
  hidden: boolean;
}
const watched = <T>(page: Page, read: (all: Watched) => T) =>
  page.evaluate(`(${String(read)})(globalThis.watched)`) as Promise<T>;

async function sitDown(page: Page, settings: Record<string, string> = {}): Promise<void> {
  await page.addInitScript(() => {
    const all: Watched = { sounds: 0, notifications: [], shared: [], hidden: false };
    Object.assign(globalThis, { watched: all });
    for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
      const own = kind.prototype.start;
      kind.prototype.start = function (this: AudioScheduledSourceNode, ...when: number[]) {
        all.sounds++;
        Reflect.apply(own, this, when);
      };
    }
    globalThis.Notification = new Proxy(Notification, {
      construct(target, [title, options]: [string, NotificationOptions]) {
        all.notifications.push(`${title}: ${options.body}`);
        return new target(title, options);
      },
    });
    Object.defineProperty(document, 'hidden', { get: () => all.hidden });
  });
  await prepare(page, settings);
  await page.goto(server.address);
  await page.getByRole('button', { name: 'Play now: Sneaky' }).click();
  await page.waitForSelector(asked);
}

async function toggle(page: Page, name: string): Promise<void> {
  await page.locator('.morebtn').click();
  await page.locator('.menupanel').getByRole('button', { name }).click();
  await expect(page.locator('.menupanel').getByRole('button', { name })).toContainText('on');
  await page.keyboard.press('Escape');
}

test('nothing is heard until somebody turns sounds on', async ({ page }) => {
  await sitDown(page);
  await decide(page, clicks);
  await page.waitForSelector(asked);
  expect(await watched(page, (all) => all.sounds)).toBe(0);
  await toggle(page, 'Sounds');
  await decide(page, clicks);
  await expect.poll(() => watched(page, (all) => all.sounds)).toBeGreaterThan(0);
});

test('a hidden tab tells by a notification that it is your turn, if that was allowed', async ({ page, context }) => {
  await context.grantPermissions(['notifications']);
  await sitDown(page);
  await toggle(page, 'Notify');
  await decide(page, clicks);
  await page.waitForSelector(asked);
  expect(await watched(page, (all) => all.notifications)).toEqual([]);
  await page.evaluate(() => ((globalThis as unknown as { watched: Watched }).watched.hidden = true));
  await decide(page, clicks);
  await page.waitForSelector(asked);
  const told = () => watched(page, (all) => all.notifications);
  await expect.poll(async () => (await told()).length).toBeGreaterThan(0);
  expect((await told())[0]).toMatch(/^Your turn.*: ./);
});

test('a link is shared where the browser can, and can be copied everywhere', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    if (!localStorage.getItem('can-share')) return;
    Object.assign(Navigator.prototype, {
      share: async ({ url = '' }: ShareData) => {
        (globalThis as unknown as { watched: Watched }).watched.shared.push(url);
      },
    });
  });
  await sitDown(page);
  const invite = async () => {
    await page.locator('.morebtn').click();
    await page.getByRole('button', { name: 'Invite by link' }).click();
  };
  await invite();
  const open = page.getByRole('button', { name: 'Open to the home network' });
  await open.or(page.locator('.url')).first().waitFor();
  if (await open.count()) await open.click();
  const address = (await page.locator('.url').textContent()) ?? '';
  expect(address).toMatch(/^http:\/\/(?!127\.|localhost)\S+\/join#\S+$/);
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);

  await page.evaluate(() => localStorage.setItem('can-share', 'yes'));
  await page.reload();
  await page.waitForSelector(asked);
  await invite();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect.poll(() => watched(page, (all) => all.shared)).toEqual([address]);

  await expect(page.getByText('also after a restart')).toBeVisible();
  await page.getByRole('button', { name: 'Close it' }).click();
  await expect(page.getByRole('button', { name: 'Open to the home network' })).toBeVisible();
});
