// Takes addresses out of package-lock.json, after a change of the packages: `npm run lock`.
// npm leaves out where packages come from by itself (.npmrc), but not what they say about funding.
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
for (const found of Object.values(lock.packages)) delete found.funding;
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
