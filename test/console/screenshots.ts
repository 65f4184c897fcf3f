import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { changeButtons, consoleScreens, settled } from '../support/console-screens.js';
import { asUser, type ConsoleUnderTest, startConsole, users } from '../support/console.js';
import { root } from '../support/project.js';
import { tidy } from '../support/processes.js';

/**
 * `npm run screenshots`: makes the pictures of the README.
 * `npm run screenshots -- FOLDER`: puts every screen into a folder, in three widths, light and dark, to be looked at.
 */
const [folder] = process.argv.slice(2);
const started = await startConsole();
try {
  await (folder === undefined ? forReadme(started) : everyScreen(started, folder));
} finally {
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
  const phone = await console.openAs(users.editor, '#/phone/SEP00A1B2C30105', { viewport, colorScheme: 'light' });
  await settled(phone.page);
  await changeButtons(phone.page);
  await phone.page.screenshot({ path: join(images, 'console-phone.png') });
}

async function everyScreen(console: ConsoleUnderTest, to: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  await asUser(console, users.other, 'speeddials?phone=SEP00A1B2C30003', { method: 'POST', body: '[]' });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [360, 800, 1440]) {
      for (const { name, hash, prepare } of consoleScreens) {
        const { page } = await console.openAs(users.editor, hash, { viewport: { width, height: 800 }, colorScheme });
        await settled(page);
        await prepare?.(page);
        // In a window as high as the page, what sticks to its end is at the end.
        const height = await page.evaluate('document.documentElement.scrollHeight');
        await page.setViewportSize({ width, height: Number(height) });
        await page.screenshot({ path: join(to, `${name}-${width}-${colorScheme}.png`) });
        await page.context().close();
      }
    }
  }
}
