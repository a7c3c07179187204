// What axe-core finds on a page. The page's policy allows no other script, so axe is run by the browser's own tools.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}

interface Axe {
  run(where: { exclude: string[] }, how: { resultTypes: string[] }): Promise<{ violations: Finding[] }>;
}

/** Once there is a page. The drawings, which are hidden and on every page the same, are most of its elements: one test
 * looks at them too. */
export async function findings(page: Page, without: string[] = ['.sprite']): Promise<string[]> {
  for (const part of ['main', 'h1']) await page.locator(part).first().waitFor({ state: 'attached' });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const found = await page.evaluate(async (exclude) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    return (await axe.run({ exclude }, { resultTypes: ['violations'] })).violations;
  }, without);
  return found.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.target.join(' ')} ${node.failureSummary}`));
}
