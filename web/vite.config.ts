import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import oldest from './scripts/oldest.json';

// The server that `npm run dev` asks; pages and answers then have one origin, as they have when it serves the bundle.
const server = process.env.BEUTE ?? 'http://127.0.0.1:8765';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/beute/server/site',
    emptyOutDir: true,
    target: Object.entries(oldest).map(([browser, version]) => browser + version),
    assetsInlineLimit: 0, // the Content-Security-Policy allows no script and no style in the page
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: server, changeOrigin: false } } },
  preview: { proxy: { '/api': { target: server, changeOrigin: false } } },
  test: { include: ['src/**/*.test.ts', 'scripts/*.test.mjs', 'tests/*.test.ts'] },
});
