import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectionError, type PhoneProxyClient, ProblemError, type SpeedDial } from '../../../src/client/index.js';
import type { Draft } from '../../../web/editing/draft.js';
import type { ButtonList } from '../../../web/calls/lists.js';
import { copyFrom, discard, setField, undo } from '../../../web/editing/steps.js';
import {
  dropChanges,
  edit,
  editTogether,
  leave,
  openList,
  type OpenList,
  undoLastStep,
} from '../../../web/state/drafts.js';
import { closeOutcome, load, lookAgain, save, saveAll, undoSaved } from '../../../web/state/saving.js';
import { status } from '../../../web/state/health.js';
import { session, signOut } from '../../../web/state/session.js';
import { unsaved } from '../../../web/state/unsaved.js';
import type { Saved } from '../../../web/editing/saved.js';
import { read, told } from '../editing/lists.js';

const list: ButtonList = { device: { kind: 'phone', name: 'SEP000000000001' }, kind: 'speeddial' };
const lost = new ConnectionError('network', undefined);

/** A service with one list; on request, its answers wait. */
class Service {
  held = read('1 2001 Anna');
  /** Whether the answer to a write is lost. */
  isLost = false;
  /** The error of a write that is not made. */
  refusal: Error | undefined;
  reads = 0;
  /** The If-Match of a write. */
  ifMatch: string | undefined;
  goOn = (): void => undefined;
  #pause: Promise<void> | undefined;

  pause(): void {
    this.#pause = new Promise((resolve) => (this.goOn = resolve));
  }

  readonly client = {
    readSpeedDials: (_of: string, { signal }: { signal?: AbortSignal } = {}) => {
      this.reads += 1;
      return signal?.aborted === true ? Promise.reject(new Error('aborted')) : Promise.resolve(this.held);
    },
    replaceSpeedDials: async (_of: string, entries: readonly SpeedDial[], { ifMatch }: { ifMatch?: string }) => {
      this.ifMatch = ifMatch;
      await this.#pause;
      if (this.refusal) throw this.refusal;
      this.held = { kind: list.kind, entries, etag: JSON.stringify(entries) };
      if (this.isLost) throw lost;
      return { etag: this.held.etag, afterUpdate: undefined };
    },
  } as unknown as PhoneProxyClient;
}

describe('a list that is saved', () => {
  let service: Service;
  beforeEach(() => {
    service = new Service();
    signInAs('olivia');
  });
  afterEach(() => {
    signOut();
  });

  function signInAs(user: string): void {
    session.value = { user, client: service.client };
    status.value = { user, readOnly: false, history: false, version: '1', callManager: { state: 'ready' } } as never;
  }

  function here(): OpenList {
    const open = openList(list);
    if (open === undefined) throw new Error('the list is not open');
    return open;
  }

  const show = () => load(list, { signal: new AbortController().signal });

  async function begin(): Promise<OpenList> {
    await show();
    edit(list, (draft) => setField(draft, 0, 'label', 'Bea', false));
    return here();
  }

  it('keeps its outcome if the user leaves its page meanwhile, and is read only after it', async () => {
    const open = await begin();
    service.pause();
    const saving = save(open, '"x"');
    leave(list);
    expect(unsaved.value.map(({ unsettled }) => unsettled.value)).toEqual(['saving']);
    const shown = show();
    await Promise.resolve();
    expect(service.reads).toBe(1);
    service.goOn();
    await saving;
    await shown;
    expect(openList(list)?.outcome.value).toMatchObject({ is: 'set' });
    expect(told(open.draft.value)).toEqual(['1 2001 Bea']);
    expect(unsaved.value).toEqual([]);
    leave(list);
    expect(openList(list)).toBe(open);
    closeOutcome(open);
    leave(list);
    expect(openList(list)).toBeUndefined();
  });

  it('is neither settled nor read automatically while the outcome is unknown', async () => {
    const open = await begin();
    service.isLost = true;
    expect(await save(open, '"x"')).toMatchObject({ is: 'unknown' });
    edit(list, (draft) => setField(draft, 0, 'label', 'Anna', false));
    leave(list);
    expect(unsaved.value.map(({ unsettled }) => unsettled.value)).toEqual(['unknown']);
    await show();
    expect(service.reads).toBe(1);
    expect(await lookAgain(open, service.held.entries)).toMatchObject({ is: 'set' });
    expect(open.draft.value.entries).toEqual(service.held.entries);
    expect(told(open.draft.value)).toEqual(['1 2001 Anna']);
    expect(unsaved.value.map(({ unsettled }) => unsettled.value)).toEqual(['changed']);
  });

  it('is finished after its user was signed out, who then sees the outcome; nothing more is sent', async () => {
    const open = await begin();
    service.pause();
    const saving = save(open, '"x"');
    signOut('idle');
    service.goOn();
    expect(await saving).toEqual({ is: 'set', afterUpdate: 'not-told', unread: undefined });
    expect(service.reads).toBe(1);
    signInAs('olivia');
    await show();
    expect(openList(list)?.outcome.value).toMatchObject({ is: 'set' });
    expect(unsaved.value).toEqual([]);
  });

  it('is compared when its user returns, if another user had changed it', async () => {
    const open = await begin();
    service.pause();
    service.refusal = problem(412, 'changed-meanwhile');
    const saving = save(open, '"x"');
    signOut('idle');
    service.held = read('1 2001 Cleo');
    service.goOn();
    expect(await saving).toEqual({ is: 'conflict' });
    signInAs('olivia');
    await show();
    expect(here().outcome.value).toEqual({ is: 'conflict' });
    expect(here().draft.value.newer).toEqual(service.held);
    expect(told(here().draft.value)).toEqual(['1 2001 Bea']);
  });

  it('no longer shows a refusal after the refused values are gone', async () => {
    const open = await begin();
    service.refusal = problem(503, 'call-manager-busy');
    expect(await save(open, '"x"')).toMatchObject({ is: 'refused' });
    edit(list, (draft) => setField(draft, 0, 'label', 'Beate', false));
    expect(open.outcome.value).toMatchObject({ is: 'refused' });
    edit(list, discard);
    edit(list, (draft) => setField(draft, 0, 'label', 'Cleo', false));
    expect(open.outcome.value).toBeUndefined();
  });

  it('is not shown as outdated if it has no changes when that becomes known', async () => {
    const open = await begin();
    service.refusal = lost;
    await save(open, '"x"');
    edit(list, discard);
    expect(open.outcome.value).toMatchObject({ is: 'unknown' });
    expect(await lookAgain(open, read('1 2001 Bea').entries)).toEqual({ is: 'old' });
    expect(open.outcome.value).toBeUndefined();
  });

  it('is still shown as saved after a step that is undone', async () => {
    const open = await begin();
    await save(open, '"x"');
    edit(list, (draft) => setField(draft, 0, 'label', 'Cleo', false));
    edit(list, undo);
    expect(open.outcome.value).toMatchObject({ is: 'set' });
  });

  it('is undone with later changes on top, and says so if it cannot be read afterwards', async () => {
    const open = await begin();
    await saveAll([{ open, etag: '"x"' }]);
    edit(list, (draft) => setField(draft, 0, 'dirn', '2009', false));
    const undoChange = () => {
      service.held = read('1 2001 Anna', '2 2002 Bea');
      return Promise.resolve({ is: 'undone', id: '2', changed: true, afterUpdate: undefined });
    };
    Object.assign(service.client, { undoChange });
    await undoSaved([{ open, id: '1' }]);
    expect(open.outcome.value).toEqual({ is: 'undone', isUnread: false });
    expect(told(open.draft.value)).toEqual(['1 2009 Bea', '2 2002 Bea']);
    Object.assign(service.client, { readSpeedDials: () => Promise.reject(lost) });
    await undoSaved([{ open, id: '3' }]);
    expect(open.outcome.value).toEqual({ is: 'undone', isUnread: true });
    expect(told(open.draft.value)).toEqual(['1 2009 Bea', '2 2002 Bea']);
  });

  it('is forgotten when the user signs out', async () => {
    await begin();
    signOut();
    expect(openList(list)).toBeUndefined();
  });

  it('is undone step by step, in the order in which two lists were edited', async () => {
    const first = await begin();
    const other: ButtonList = { ...list, device: { kind: 'phone', name: 'SEP000000000002' } };
    await load(other, {});
    const second = openList(other);
    if (second === undefined) throw new Error('the other list is not open');
    edit(other, (draft) => setField(draft, 0, 'label', 'Cleo', false));
    edit(list, (draft) => setField(draft, 0, 'label', 'Dora', false));
    const undone = () => undoLastStep([first, second]) && [first, second].map(({ draft }) => told(draft.peek())[0]);
    expect(undone()).toEqual(['1 2001 Bea', '1 2001 Cleo']);
    expect(undone()).toEqual(['1 2001 Bea', '1 2001 Anna']);
    expect(undone()).toEqual(['1 2001 Anna', '1 2001 Anna']);
    expect(undone()).toBeUndefined();
  });

  it('is undone together with another in which the same step was made', async () => {
    const first = await begin();
    const other: ButtonList = { ...list, device: { kind: 'phone', name: 'SEP000000000002' } };
    await load(other, {});
    const second = openList(other);
    if (second === undefined) throw new Error('the other list is not open');
    const copy = (of: ButtonList) => ({
      list: of,
      change: (draft: Draft) => copyFrom(draft, read('1 3001 X').entries, 'replace'),
    });
    expect(editTogether([copy(list), copy(other)])).toBe(true);
    edit(other, (draft) => setField(draft, 0, 'label', 'Y', false));
    const undone = () => undoLastStep([first, second]) && [first, second].map(({ draft }) => told(draft.peek())[0]);
    expect(undone()).toEqual(['1 3001 X', '1 3001 X']);
    expect(undone()).toEqual(['1 2001 Bea', '1 2001 Anna']);
    expect(undone()).toEqual(['1 2001 Anna', '1 2001 Anna']);
    expect(undone()).toBeUndefined();
  });

  it('is undone together with another that was saved with it', async () => {
    const other: ButtonList = { ...list, device: { kind: 'phone', name: 'SEP000000000002' } };
    const first = await begin();
    await load(other, {});
    const second = openList(other);
    if (second === undefined) throw new Error('the other list is not open');
    edit(other, (draft) => setField(draft, 0, 'label', 'Cleo', false));
    const opens = [first, second];
    const undone: string[] = [];
    Object.assign(service.client, {
      undoChange: (id: string) => {
        undone.push(id);
        return Promise.resolve({ is: 'undone', id: '9', changed: true, afterUpdate: undefined });
      },
    });
    await saveAll(opens.map((open) => ({ open, etag: '"x"' })));
    expect(opens.map(({ outcome }) => outcome.value?.is)).toEqual(['set', 'set']);
    await undoSaved(opens.map((open, at) => ({ open, id: String(at) })));
    expect(undone).toEqual(['0', '1']);
    expect(opens.map(({ outcome }) => outcome.value?.is)).toEqual(['undone', 'undone']);
  });

  it('is saved together with another, each with its outcome; earlier saves are no longer shown', async () => {
    const first = await begin();
    const other: ButtonList = { ...list, device: { kind: 'phone', name: 'SEP000000000002' } };
    await load(other, {});
    const second = openList(other);
    if (second === undefined) throw new Error('the other list is not open');
    second.outcome.value = { is: 'undone', isUnread: false };
    service.refusal = problem(403, 'forbidden');
    const saving = saveAll([{ open: first, etag: '"x"' }]);
    expect(second.outcome.value).toBeUndefined();
    expect((await saving).map(({ is }) => is)).toEqual(['refused']);
    service.refusal = undefined;
    edit(other, (draft) => setField(draft, 0, 'label', 'Cleo', false));
    const outcomes = await saveAll([first, second].map((open) => ({ open, etag: '"x"' })));
    expect(outcomes.map(({ is }) => is)).toEqual(['set', 'set']);
    leave(list);
    expect(openList(list)).toBe(first);
    closeOutcome(first);
    leave(list);
    expect(openList(list)).toBeUndefined();
  });

  it('shows nothing to the next user', async () => {
    const open = await begin();
    service.pause();
    const saving = save(open, '"x"');
    signOut();
    signInAs('peter');
    await show();
    service.goOn();
    await saving;
    expect(openList(list)?.outcome.value).toBeUndefined();
    expect(told(here().draft.value)).toEqual(['1 2001 Anna']);
  });

  it('is set only if it is still the list that was seen, and then has the tag of the new one', async () => {
    const open = await begin();
    Object.assign(service.client, { readSpeedDials: () => Promise.reject(lost) });
    expect(await save(open, '"seen"')).toEqual({ is: 'set', afterUpdate: 'not-told', unread: lost });
    expect(service.ifMatch).toBe('"seen"');
    expect(open.draft.value).toMatchObject({ etag: service.held.etag, entries: service.held.entries });
  });

  it.each<[Saved, Saved]>([
    [
      { is: 'set', afterUpdate: undefined, unread: lost },
      { is: 'set', afterUpdate: undefined, unread: undefined },
    ],
    [
      { is: 'undone', isUnread: true },
      { is: 'undone', isUnread: false },
    ],
    [{ is: 'conflict' }, { is: 'conflict' }],
  ])('is no longer called unread once it is read: $is', async (before, after) => {
    const open = await begin();
    open.outcome.value = before;
    await show();
    expect(open.outcome.value).toEqual(after);
  });

  it.each([
    [
      'a field that the service names',
      problem(400, 'invalid-request', { errors: [{ field: 'body[0].label', detail: 'no' }] }),
      'no',
    ],
    [
      'a label, by the words of the call manager',
      problem(422, 'rejected-by-call-manager', { detail: 'label too long' }),
      'label too long',
    ],
    ['nothing that can be told', problem(422, 'rejected-by-call-manager', { detail: 'no' }), undefined],
    [
      'nothing that can be told, in words that only a call manager has',
      problem(400, 'invalid-request', { detail: 'label' }),
      undefined,
    ],
  ])('is refused for %s', async (_what, refusal, said) => {
    const open = await begin();
    service.refusal = refusal;
    expect(await save(open, '"x"')).toEqual({ is: 'refused', error: refusal });
    const refusals = said === undefined ? [] : [{ key: 0, field: 'label', value: 'Bea', said }];
    expect(open.draft.value.refusals).toEqual(refusals);
    expect(open.faultCount.value).toBe(refusals.length);
    expect(told(open.draft.value)).toEqual(['1 2001 Bea']);
  });

  it('has an unknown outcome until it can be read, and is not announced elsewhere before', async () => {
    const open = await begin();
    service.refusal = problem(412, 'changed-meanwhile');
    Object.assign(service.client, { readSpeedDials: () => Promise.reject(lost) });
    expect(await save(open, '"x"')).toMatchObject({ is: 'unread', error: lost, sent: [{ label: 'Bea' }] });
    closeOutcome(open);
    expect(open.outcome.value).toMatchObject({ is: 'unread' });
  });

  it('is compared if another user has changed it while the outcome was unknown', async () => {
    const open = await begin();
    const { entries } = service.held;
    service.held = read('1 2001 Cleo');
    expect(await lookAgain(open, entries)).toEqual({ is: 'conflict' });
    expect(open.draft.value.newer).toEqual(service.held);
  });

  it.each([
    ['the undo fails', () => Promise.reject(problem(412, 'changed-meanwhile'))],
    [
      'its user leaves meanwhile',
      () => {
        session.value = undefined;
        return Promise.resolve({ is: 'undone', id: '2', changed: true, afterUpdate: undefined });
      },
    ],
  ])('is as it was saved where %s', async (_why, undoChange) => {
    const open = await begin();
    await save(open, '"x"');
    const [{ reads }, outcome] = [service, open.outcome.value];
    Object.assign(service.client, { undoChange });
    await undoSaved([{ open, id: '1' }]);
    expect([open.outcome.value, service.reads]).toEqual([outcome, reads]);
  });

  it('is replaced by the list that was read last, and its outcome is dropped', async () => {
    const open = await begin();
    service.refusal = problem(412, 'changed-meanwhile');
    service.held = read('1 2001 Cleo');
    expect(await save(open, '"x"')).toEqual({ is: 'conflict' });
    dropChanges(open);
    expect([told(open.draft.value), open.outcome.value]).toEqual([['1 2001 Cleo'], undefined]);
  });

  it('can be edited only while it is open and there is something to do', async () => {
    expect(edit(list, discard)).toBe(false);
    const open = await begin();
    const draft = open.draft.value;
    expect([edit(list, (same) => same), open.draft.value === draft]).toEqual([false, true]);
    expect(edit(list, (now) => setField(now, 0, 'label', 'Cleo', false))).toBe(true);
    expect(undoLastStep([])).toBeUndefined();
  });

  it('can be closed without the others, and more than once', async () => {
    await begin();
    const other: ButtonList = { ...list, device: { kind: 'phone', name: 'SEP000000000002' } };
    await load(other, {});
    leave(other);
    leave(other);
    expect([openList(list)?.list, openList(other)]).toEqual([list, undefined]);
  });
});

/** The service's answer with a code. */
function problem(status: number, code: ProblemError['code'], more: { detail?: string; errors?: object[] } = {}) {
  const body = { type: 'about:blank', title: code, detail: '', requestId: 'r1', status, code, ...more };
  return new ProblemError(body as ConstructorParameters<typeof ProblemError>[0], undefined, undefined);
}
