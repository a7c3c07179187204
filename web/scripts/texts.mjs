// Makes src/texts/table.ts, the typed table of all that the client says: what it uses of the sentences of `beute` and of
// its games, and its own texts.
// A key that a language lacks, data that differ, and an own key that nobody uses are errors.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';

const LANGUAGES = ['en', 'de'];
const PROJECT = new URL('../../src/beute/texts/', import.meta.url).pathname;
const GAMES = new URL('../../src/beute/games/', import.meta.url).pathname;
const OWN = new URL('../texts/', import.meta.url).pathname;
const SOURCES = new URL('../src/', import.meta.url).pathname;
const BOARDS = new URL('../src/boards/', import.meta.url).pathname;
const DRAWN = readdirSync(GAMES).filter((game) => existsSync(join(BOARDS, game))); // texts of others come with them
const SHARED = [
    new RegExp(`^(${DRAWN.join('|')})\\.(title$|things\\.|endings\\.)`),
    /^reasons\./,
    /^rooms\.emotes\./,
    /^shared\.(nothing|and)$/,
];

function flat(table, path = '') {
    return Object.entries(table).flatMap(([key, value]) => {
        const code = path ? `${path}.${key}` : key;
        return typeof value === 'string' ? [[code, value]] : flat(value, code);
    });
}

const read = (file) => parse(readFileSync(file, 'utf8'));

function ofProject(language) {
    const folder = join(PROJECT, language);
    const all = readdirSync(folder).filter((name) => name.endsWith('.toml'));
    const shared = all.flatMap((name) => flat(read(join(folder, name)), name.slice(0, -'.toml'.length)));
    const ofGames = readdirSync(GAMES).flatMap((game) => {
        const file = join(GAMES, game, 'texts', `${language}.toml`);
        const own = existsSync(file) ? flat(read(file), game) : [];
        return own.map(([code, text]) => [code.replace(`${game}.reasons.`, 'reasons.'), text]);
    });
    const texts = [...shared, ...ofGames];
    return texts.filter(([code]) => SHARED.some((wanted) => wanted.test(code)));
}

function sources(folder) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return sources(path);
        return /\.(svelte|ts)$/.test(entry.name) && entry.name !== 'table.ts' ? [readFileSync(path, 'utf8')] : [];
    });
}

const data = (text) =>
    [...text.matchAll(/\{(\w+)\}/g)]
        .map((match) => match[1])
        .sort()
        .join();

function problems(tables, own) {
    const [first, ...others] = LANGUAGES;
    const used = sources(SOURCES).join('\n');
    const found = own.filter((code) => !used.includes(`'${code}'`)).map((code) => `nobody uses ${code}`);
    for (const language of others) {
        const [here, there] = [tables[first], tables[language]];
        for (const code of new Set([...Object.keys(here), ...Object.keys(there)])) {
            if (!(code in here)) found.push(`${first} lacks ${code}`);
            else if (!(code in there)) found.push(`${language} lacks ${code}`);
            else if (data(here[code]) !== data(there[code])) found.push(`${code} has other data in ${language}`);
        }
    }
    return found;
}

const own = Object.fromEntries(LANGUAGES.map((language) => [language, flat(read(join(OWN, `${language}.toml`)))]));
const tables = Object.fromEntries(
    LANGUAGES.map((language) => [language, Object.fromEntries([...ofProject(language), ...own[language]])]),
);
const wrong = problems(
    tables,
    own[LANGUAGES[0]].map(([code]) => code),
);
if (wrong.length) {
    console.error(wrong.map((line) => `texts: ${line}`).join('\n'));
    process.exit(1);
}
// Each code once, with what it says in all languages: the codes would be a tenth of all that a phone loads.
const sentences = Object.fromEntries(
    Object.keys(tables[LANGUAGES[0]]).map((code) => [code, LANGUAGES.map((language) => tables[language][code])]),
);
const lines = [
    '// Made by scripts/texts.mjs: do not edit.',
    `export const LANGUAGES = ${JSON.stringify(LANGUAGES)} as const;`,
    `export const sentences = ${JSON.stringify(sentences, null, 2)} as const;`,
];
writeFileSync(join(SOURCES, 'texts', 'table.ts'), `${lines.join('\n')}\n`);
