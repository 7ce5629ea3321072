import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Returns what axe finds serious or worse in a page, or in the parts of it that selectors name. */
export async function seriousFindings(page: Page, include?: readonly string[]): Promise<string[]> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async (selectors) => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
    return (await (selectors === undefined ? inPage.run() : inPage.run({ include: [...selectors] }))).violations;
  }, include);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
