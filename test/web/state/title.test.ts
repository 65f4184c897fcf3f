import { afterAll, describe, expect, it, vi } from 'vitest';
import { pageTitle, showTitle } from '../../../web/state/title.js';
import { texts } from '../../../web/texts/texts.js';

describe('the title of the page', () => {
  // The title is shown as long as the page exists.
  afterAll(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('names the page', () => {
    const document = { title: '' };
    vi.stubGlobal('document', document);
    pageTitle.value = 'Phone \u202eX';
    showTitle();
    expect(document.title).toBe(`Phone \\u{202E}X – ${texts.name}`);
  });
});
