import { defineConfig } from '@playwright/test';

// What Playwright turns off in Chromium, which a list of ours replaces.
const playwrights = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
// The address bar's suggestions: two pages of their own for each window, which take longer to load than ours.
const suggestions = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

// The system's Chromium, with nothing that asks other hosts.
const args = [
  `--disable-features=${[...playwrights, ...suggestions].join()}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--host-resolver-rules=MAP living-room.test 127.0.0.1', // an origin that is not secure, as at home
];

export default defineConfig({
  testDir: 'tests',
  timeout: 180_000,
  workers: 2, // each with a server and a data folder of its own
  fullyParallel: true,
  expect: { timeout: 15_000 }, // machines are busy at times
  forbidOnly: true,
  reporter: 'list',
  projects: [
    { name: 'chromium', testMatch: '*.spec.ts', testIgnore: 'firefox.spec.ts' },
    { name: 'firefox', testMatch: 'firefox.spec.ts' },
  ],
  use: {
    actionTimeout: 30_000,
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' }, // but where a test says `moving`
    launchOptions: { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args },
  },
});
