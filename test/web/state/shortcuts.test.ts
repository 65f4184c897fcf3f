import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

describe('shortcut keys', () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  };
  const refuses = (): never => {
    throw new Error('the browser stores nothing');
  };

  beforeEach(() => {
    stored.clear();
    vi.stubGlobal('localStorage', storage);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  /** Loads the module of the page. */
  async function load() {
    vi.resetModules();
    return import('../../../web/state/shortcuts.js');
  }

  it('work unless they are switched off in this browser', async () => {
    const { allowSingleKeys, singleKeys } = await load();
    expect(singleKeys.value).toBe(true);
    allowSingleKeys(false);
    expect(singleKeys.value).toBe(false);
    const again = await load();
    expect(again.singleKeys.value).toBe(false);
    again.allowSingleKeys(true);
    expect([again.singleKeys.value, stored.size]).toEqual([true, 0]);
    expect((await load()).singleKeys.value).toBe(true);
  });

  it('are switched off only for this page if the browser stores nothing', async () => {
    vi.stubGlobal('localStorage', { getItem: refuses, setItem: refuses, removeItem: refuses });
    const { allowSingleKeys, singleKeys } = await load();
    expect(singleKeys.value).toBe(true);
    allowSingleKeys(false);
    expect(singleKeys.value).toBe(false);
  });
});
