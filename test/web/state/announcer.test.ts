import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { announce, announced, useAnnounced } from '../../../web/state/announcer.js';
import { withHook } from './with-hook.js';

describe('what is said to who cannot see it', () => {
  beforeEach(() => {
    announced.value = '';
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('is another text each time, so that what is said twice is heard twice', () => {
    const said = ['Saved', 'Saved', 'Saved'].map((text) => {
      announce(text);
      return announced.value;
    });
    expect(said).toEqual(['Saved', 'Saved\u00a0', 'Saved']);
  });

  it('is one text for all that comes at nearly the same time, and nothing for what is not there yet', async () => {
    const shown = [undefined, 'Two phones', 'No changes'].map((text) => withHook(useAnnounced, text));
    await expect.poll(() => announced.value).toBe('Two phones, No changes');
    shown[0]?.show('Three phones');
    await expect.poll(() => announced.value).toBe('Three phones');
    shown[0]?.show(undefined);
    shown[1]?.show('Four phones');
    await expect.poll(() => announced.value).toBe('Four phones');
    for (const one of shown) one.end();
  });
});
