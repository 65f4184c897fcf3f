import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** The rules about colours. Only these rules may find other faults in dark mode than in light mode. */
const rulesOfColours = ['color-contrast', 'link-in-text-block'];

/**
 * The findings of axe-core on the page in its present state, in light and dark mode: one line for each rule and
 * element.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const found: string[] = [];
  const looked = { light: undefined, dark: rulesOfColours } as const;
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // An element is named by its text alone: to find a selector for each would take a tenth of the time.
    const options = JSON.stringify({ resultTypes: ['violations'], selectors: false, runOnly: looked[colorScheme] });
    const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${options})`);
    found.push(...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${colorScheme} ${id}: ${html}`)));
  }
  return found;
}
