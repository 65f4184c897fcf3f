import { describe, expect, it, vi } from 'vitest';
import { lacksBrowser } from '../support/browser.js';
import { openConsole } from '../support/open-console.js';
import { dials, fieldOn, listen, listOn, setList } from './device-page.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const name = 'SEP00A1B2C30104';

describe.skipIf(lacksBrowser)('a list that is edited', () => {
  const open = openConsole();

  it('says each step to who cannot see it, the same twice too, and none that was not made', async () => {
    await setList(open().proxy.url, `speeddials?phone=${name}`, dials('1 2001 Anna', '2 2002 Bea'));
    const page = await open().visit(`#/phone/${name}`);
    await fieldOn(page, 'Label at 1').focus();
    const heard = await listen(page);
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowDown');
    const undo = listOn(page).getByRole('button', { name: 'Undo' });
    await undo.click();
    await undo.click();
    await expect
      .poll(heard)
      .toEqual(['Moved to 2.', 'Moved to 3.', 'The last step was undone.', 'The last step was undone.\u00a0']);
  });
});
