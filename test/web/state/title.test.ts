import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { type ButtonRun, buttonRun } from '../../../web/state/button-run.js';
import { pageTitle, showTitle } from '../../../web/state/title.js';
import { texts } from '../../../web/texts/texts.js';

const [done, waiting] = [{ result: { state: 'changed' } }, { result: { state: 'waiting' } }];
const run = (state: Partial<ButtonRun>) => ({ isEndSeen: false, lists: [done, waiting, done], ...state }) as ButtonRun;

describe('the title of the page', () => {
  afterEach(() => {
    buttonRun.value = undefined;
  });
  // The title is shown as long as the page exists.
  afterAll(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('names the page, after the progress of a run', () => {
    const document = { title: '' };
    vi.stubGlobal('document', document);
    pageTitle.value = 'Phone \u202eX';
    showTitle();
    const page = `Phone \\u{202E}X – ${texts.name}`;
    expect(document.title).toBe(page);
    const titles = [
      run({ isRunning: true }),
      run({ isRunning: true, isEndSeen: true }),
      run({ isRunning: false }),
      run({ isRunning: false, isEndSeen: true }),
    ].map((now) => {
      buttonRun.value = now;
      return document.title;
    });
    expect(titles).toEqual([`2 of 3 · ${page}`, `2 of 3 · ${page}`, `Ended · ${page}`, page]);
  });
});
