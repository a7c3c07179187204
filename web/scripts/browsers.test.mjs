import { expect, test } from 'vitest';
import { lackingInScript, lackingInStyle } from './browsers.mjs';

const names = (found) => found.map((line) => line.slice(0, line.lastIndexOf(': ')));

test.each([
    ['a { anchor-name: --x }', 'anchor-name'],
    ['a { top: anchor(bottom) }', 'anchor()'],
    ['a { interpolate-size: allow-keywords }', 'interpolate-size'],
    ['a { text-box-trim: trim-both }', 'text-box-trim'],
    ['a { view-transition-name: x }', 'view-transition-name'],
    ['a { text-wrap: pretty }', 'text-wrap: pretty'],
    ['a::details-content { color: red }', '::details-content'],
    ['@view-transition { navigation: auto }', '@view-transition'],
])('a style that is too new: %s', (css, name) => {
    expect(names(lackingInStyle(css))).toContain(name);
});

test('styles that all have', () => {
    const css = `a:has(b) { color: light-dark(red, blue); text-wrap: balance; inset: 0; width: clamp(1px, 2cqw, 3px) }
        @container (width > 3px) { :popover-open::backdrop { translate: 1px } }`;
    expect(lackingInStyle(css)).toEqual([]);
});

test.each([
    ['document.startViewTransition(draw)', '.startViewTransition'],
    ['requestIdleCallback(draw)', 'requestIdleCallback()'],
    ['URL.parse(text)', 'URL.parse'],
    ['Promise.try(draw)', 'Promise.try'],
    ['new CloseWatcher()', 'CloseWatcher()'],
])('a script that is too new: %s', (script, name) => {
    expect(names(lackingInScript(script))).toContain(name);
});

test('scripts that all have', () => {
    const script =
        'list.toReversed(); Promise.withResolvers(); new Set().union(b); sheet.showPopover(); JSON.parse(text)';
    expect(lackingInScript(script)).toEqual([]);
});

test('one browser is told by name', () => {
    expect(lackingInScript('requestIdleCallback(draw)')).toEqual(['requestIdleCallback(): safari, safari_ios']);
});
