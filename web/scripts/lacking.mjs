// Fails if the bundle uses what a browser lacks that we promise (browsers.mjs says which).
import { readFileSync, readdirSync } from 'node:fs';
import { lackingInScript, lackingInStyle } from './browsers.mjs';

// What does no harm, by the reason.
const HARMLESS = new Set([
    // pointers of phones have no shape, and a font that is missing gives way to the next of its row
    ...['cursor: default', 'cursor: not-allowed', 'cursor: pointer', 'font-family: ui-monospace'],
    // where it is not known bars for scrolling look as everywhere on that system
    'scrollbar-color',
    // asked for before they are used
    ...['.share', 'Uint8Array.fromHex'],
    // members of our own and of libraries that are only called the same
    ...['.capture', '.equals', '.icon', '.lines', '.retry', '.to'],
]);

const folder = new URL('../../src/beute/server/site/assets/', import.meta.url);
const read = (name) => readFileSync(new URL(name, folder), 'utf8');
const all = readdirSync(folder).flatMap((name) => {
    if (name.endsWith('.css')) return lackingInStyle(read(name));
    return name.endsWith('.js') ? lackingInScript(read(name)) : [];
});
const wrong = all.filter((line) => !HARMLESS.has(line.slice(0, line.lastIndexOf(': '))));
if (wrong.length) {
    console.error(`Browsers of the last two years lack what the bundle uses:\n  ${wrong.join('\n  ')}`);
    console.error(
        'If something is only called the same, or asked for first, scripts/lacking.mjs is the place to say so.',
    );
    process.exit(1);
}
