import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { announce, announced, useAnnounced } from '../../../web/state/announcer.js';
import { withHook } from './with-hook.js';

describe('announcements for screen readers', () => {
  beforeEach(() => {
    announced.value = '';
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('have a different text each time, so that a repeated announcement is heard', () => {
    const said = ['Saved', 'Saved', 'Saved'].map((text) => {
      announce(text);
      return announced.value;
    });
    expect(said).toEqual(['Saved', 'Saved\u00a0', 'Saved']);
  });

  it('are joined if they come at nearly the same time, and are empty at first', async () => {
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
