import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** @returns the elements that are too small to be pressed, or too near to others (WCAG 2.2, 2.5.8), in this width */
export async function smallTargets(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults>(
    "axe.run(document, { resultTypes: ['violations'], selectors: false, runOnly: ['target-size'] })",
  );
  return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html));
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

/**
 * The places where two texts of the page follow one another without anything between: no space, no punctuation, and no
 * border of a list item, a cell, a paragraph or something else that is read and copied alone. `8841·2002`
 */
export function textsRunTogether(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const alone = 'address, article, aside, button, caption, dd, dialog, div, dl, dt, fieldset, footer, form, h1, h2, h3, h4, header,' +
      'label, legend, li, main, nav, nav a, a.button, ol, option, p, section, select, summary, table, td, th, tr, ul, [role]';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    let before;
    while (walker.nextNode()) {
      const text = walker.currentNode;
      const parent = text.parentElement;
      if (text.data === '' || parent.closest('[aria-hidden=true], script, style') || !parent.checkVisibility()) continue;
      if (before && /[^\\s\\p{P}\\p{S}]$/u.test(before.data) && /^[^\\s\\p{P}\\p{S}]/u.test(text.data)) {
        const range = document.createRange();
        range.setStart(before, 0);
        range.setEnd(text, 0);
        const common = range.commonAncestorContainer;
        const isWithin = (node) => {
          for (let one = node.parentElement; one && one !== common; one = one.parentElement)
            if (one.matches(alone)) return false;
          return true;
        };
        if (isWithin(before) && isWithin(text))
          found.push(before.data.slice(-20) + '·' + text.data.slice(0, 20));
      }
      before = text;
    }
    return found;
  })()`);
}
