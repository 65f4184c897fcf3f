import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionError } from '../../../src/client/index.js';
import type { ButtonList } from '../../../web/calls/lists.js';
import { setField } from '../../../web/editing/steps.js';
import { dropChanges, edit, openList, received } from '../../../web/state/drafts.js';
import { session, signOut } from '../../../web/state/session.js';
import { undo } from '../../../web/state/undoing.js';
import { warnOfUnsaved } from '../../../web/state/unsaved.js';
import { read } from '../editing/lists.js';
import { withOtherCalls } from '../../support/other-calls.js';

const list: ButtonList = { device: { kind: 'phone', name: 'SEP000000000001' }, kind: 'speeddial' };

describe('a user who closes the page', () => {
  const window = new EventTarget();

  beforeEach(() => {
    signOut();
    vi.stubGlobal('window', window);
    warnOfUnsaved();
  });
  // It listens as long as the page exists.
  afterAll(() => {
    signOut();
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  const isWarned = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  it('is warned about an unsaved list', () => {
    received(list, read('1 2001 Anna'));
    expect(isWarned()).toBe(false);
    edit(list, (draft) => setField(draft, 0, 'label', 'Bea', false));
    expect(isWarned()).toBe(true);
    const open = openList(list);
    if (open) dropChanges(open);
    expect(isWarned()).toBe(false);
  });

  it('is warned about an undo with an unknown outcome', async () => {
    const client = { undoChange: () => Promise.reject(new ConnectionError('network', undefined)) };
    session.value = { user: 'olivia', client: withOtherCalls(client) };
    await undo('7');
    expect(isWarned()).toBe(true);
    signOut();
    expect(isWarned()).toBe(false);
  });
});
