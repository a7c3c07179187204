// What the oldest browsers that we promise lack, of what a style or a script uses: by MDN's data of compatibility.
//
// A script is looked at by names, as a bundle has no types: a member counts as lacking if nothing that has such a member
// has it in time. What TypeScript's library does not know our code cannot use, so it does not count; and what is newer
// than its year, as `map` of an iterator, TypeScript refuses.
import { readFileSync } from 'node:fs';
import data from '@mdn/browser-compat-data/forLegacyNode';
import postcss from 'postcss';
import ts from 'typescript';

/** The oldest of each: two years and more ago. */
const oldest = JSON.parse(readFileSync(new URL('oldest.json', import.meta.url), 'utf8'));
const OLDEST = { ...oldest, safari_ios: oldest.safari };

const ACCEPTED_PREFIX = /^-(webkit|moz|ms)-/;

const number = (version) =>
    version
        .replace('≤', '')
        .split('.')
        .reduce((sum, part, index) => sum + Number(part) / 1000 ** index, 0);

function has(statement, version, name) {
    const { version_added: added, version_removed: removed, flags, prefix, alternative_name: alternative } = statement;
    if (typeof added !== 'string' || added === 'preview' || flags) return false;
    if ((prefix && !name.startsWith(prefix)) || (alternative && alternative !== name)) return false;
    return number(added) <= number(version) && !(typeof removed === 'string' && number(removed) <= number(version));
}

/** The browsers that lack a feature. */
function lacking(compat, name) {
    return Object.entries(OLDEST)
        .filter(([browser, version]) => {
            const statements = [compat.support[browser] ?? []].flat();
            return statements.length > 0 && !statements.some((statement) => has(statement, version, name));
        })
        .map(([browser]) => browser);
}

class Findings {
    found = new Map();

    look(feature, what, name = what) {
        const browsers = feature?.__compat ? lacking(feature.__compat, name) : [];
        if (browsers.length) this.found.set(what, `${what}: ${browsers.join(', ')}`);
    }

    get told() {
        return [...this.found.values()].sort();
    }
}

// ---------------------------------------------------------------- style

const VALUE = /(?<fn>[a-z][a-z-]*)\(|(?<word>(?<![\w#.-])[a-z][a-z-]*(?![\w(-]))/g;
const SELECTOR = /::?([a-z][a-z-]*)/g;
const { properties, selectors, types, 'at-rules': atRules } = data.css;
const functions = new Map(
    Object.entries(types).flatMap(([type, features]) => [
        [type, features],
        ...Object.entries(features).filter(([name]) => name !== '__compat'),
    ]),
);

/** `property: value`, `@rule`, `:selector` or `function()`, and who lacks it. */
export function lackingInStyle(css) {
    const findings = new Findings();
    const style = postcss.parse(css);
    style.walkAtRules((rule) => findings.look(atRules[rule.name], `@${rule.name}`, rule.name));
    style.walkRules((rule) => {
        for (const [whole, name] of rule.selector.matchAll(SELECTOR)) findings.look(selectors[name], whole, name);
    });
    style.walkDecls(({ prop, value }) => {
        if (prop.startsWith('--') || ACCEPTED_PREFIX.test(prop)) return;
        const property = properties[prop];
        findings.look(property, prop);
        for (const { groups } of value.replaceAll(/url\([^)]*\)|"[^"]*"/g, '').matchAll(VALUE)) {
            if (groups.fn)
                findings.look(property?.[groups.fn] ?? functions.get(groups.fn), `${groups.fn}()`, groups.fn);
            else findings.look(property?.[groups.word], `${prop}: ${groups.word}`, groups.word);
        }
    });
    return findings.told;
}

// ---------------------------------------------------------------- script

const STATIC = '_static';
const MEMBER = /\??\.([A-Za-z_]\w*)/g;
const GLOBAL = /(?<![\w$.])([A-Z]\w*)\.([a-z]\w*)/g;
const NAME = /(?<![\w$.])(?:new )?([A-Za-z]\w*)(?=\()/g;
const interfaces = { ...data.api, ...data.javascript.builtins };

/** Whether TypeScript knows a member of an interface. */
function typed() {
    const options = { target: ts.ScriptTarget.ES2024 };
    const file = ts.getDefaultLibFilePath(options);
    const program = ts.createProgram([file], options);
    const [source, checker] = [program.getSourceFile(file), program.getTypeChecker()];
    const known = new Map();
    for (const symbol of checker.getSymbolsInScope(source, ts.SymbolFlags.Interface))
        known.set(symbol.name, checker.getDeclaredTypeOfSymbol(symbol));
    return (name, member) => known.has(name) && checker.getPropertyOfType(known.get(name), member) !== undefined;
}

/** By the name of a member: everything that has one, and whether one is of an object that our code may have. */
const members = new Map();
const isTyped = typed();
for (const [owner, features] of Object.entries(interfaces))
    for (const [name, feature] of Object.entries(features)) {
        if (!feature.__compat) continue;
        const bare = name.endsWith(STATIC) ? name.slice(0, -STATIC.length) : name;
        const { all, known } = members.get(bare) ?? { all: [], known: false };
        members.set(bare, { all: [...all, feature], known: known || isTyped(owner, name) });
    }

/** `Interface.member`, `.member` or `name()`, and who lacks it. */
export function lackingInScript(script) {
    const findings = new Findings();
    for (const [whole, name, member] of script.matchAll(GLOBAL))
        findings.look(interfaces[name]?.[member + STATIC] ?? interfaces[name]?.[member], whole, member);
    for (const [, name] of script.matchAll(NAME))
        findings.look(interfaces[name] ?? data.api.Window[name], `${name}()`, name);
    for (const [, name] of script.matchAll(MEMBER)) {
        const { all, known } = members.get(name) ?? { all: [], known: false };
        if (known && all.every((feature) => lacking(feature.__compat, name).length))
            findings.look(all[0], `.${name}`, name);
    }
    return findings.told;
}
