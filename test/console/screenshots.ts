import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { consoleScreens, keepingInventory, makeHistory, settled } from '../support/console-screens.js';
import { type ConsoleUnderTest, startConsole, users } from '../support/console.js';
import { root } from '../support/project.js';
import { tidy } from '../support/processes.js';

/**
 * `npm run screenshots`: makes the pictures of the README. `npm run screenshots -- FOLDER [NAME …]`: saves pictures of
 * every screen, or of the named ones, in a folder, in three widths, light and dark; and a PDF of the printed page.
 */
const [folder, ...names] = process.argv.slice(2);
const started = await startConsole(keepingInventory);
try {
  await (folder === undefined ? forReadme(started) : everyScreen(started, folder));
} finally {
  await started.browser.close();
  await started.close();
  await tidy();
}

async function forReadme(console: ConsoleUnderTest): Promise<void> {
  const images = join(root, 'docs/images');
  mkdirSync(images, { recursive: true });
  const viewport = { width: 1280, height: 720 };
  const number = await console.openAs(users.editor, '#/number/3100', { viewport, colorScheme: 'light' });
  await settled(number.page);
  await number.page.screenshot({ path: join(images, 'console-number.png') });
}

async function everyScreen(console: ConsoleUnderTest, to: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  const wanted = consoleScreens.filter(({ name }) => names.length === 0 || names.includes(name));
  await makeHistory(console);
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [360, 800, 1440]) {
      if (names.length === 0) await signInPage(console, to, width, colorScheme);
      for (const { name, hash, prepare } of wanted) {
        const { page } = await console.openAs(users.editor, hash, { viewport: { width, height: 800 }, colorScheme });
        await settled(page);
        await prepare?.(page, console);
        // In a window as high as the page, the sticky bar is at the end.
        const height = await page.evaluate('document.documentElement.scrollHeight');
        await page.setViewportSize({ width, height: Number(height) });
        await page.screenshot({ path: join(to, `${name}-${width}-${colorScheme}.png`) });
        if (width === 800 && colorScheme === 'light') await page.pdf({ path: join(to, `${name}.pdf`), format: 'A4' });
        await page.context().close();
      }
    }
  }
}

async function signInPage(console: ConsoleUnderTest, to: string, width: number, colorScheme: 'light' | 'dark') {
  const { page } = await console.open('', { viewport: { width, height: 800 }, colorScheme });
  await page.getByLabel('User name').waitFor();
  await page.screenshot({ path: join(to, `sign-in-${width}-${colorScheme}.png`) });
  await page.context().close();
}
