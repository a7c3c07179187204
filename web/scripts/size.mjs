// Fails if script and style of the bundle, gzipped, are more than a phone on a slow network should have to load.
import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const MOST = 150_000;
const folder = new URL('../../src/beute/server/site/assets/', import.meta.url);
const files = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name));
const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, folder))).length, 0);
console.log(`script and style: ${(bytes / 1000).toFixed(1)} kB gzipped, at most ${MOST / 1000} kB`);
if (bytes > MOST) process.exit(1);
