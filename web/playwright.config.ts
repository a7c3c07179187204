import { defineConfig } from '@playwright/test';

// The system's Chromium, with nothing that asks other hosts.
const args = [
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
  workers: 1,
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
    launchOptions: { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args },
  },
});
