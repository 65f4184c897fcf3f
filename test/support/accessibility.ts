import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** The rules that look at colours: those alone may find another fault in the dark than in the light. */
const rulesOfColours = ['color-contrast', 'link-in-text-block'];

/** What axe-core finds on a page as it is now, light and dark: a line for each rule and element. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const found: string[] = [];
  const looked = { light: undefined, dark: rulesOfColours } as const;
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const options = JSON.stringify({ resultTypes: ['violations'], runOnly: looked[colorScheme] });
    const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${options})`);
    found.push(...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${colorScheme} ${id}: ${html}`)));
  }
  return found;
}
