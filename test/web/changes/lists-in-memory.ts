import { ProblemError } from '../../../src/client/index.js';
import type { ChosenButton } from '../../../web/changes/chosen.js';
import type { ListKey, ReadListOf } from '../../../web/changes/device-lists.js';
import type { Entry } from '../../../web/editing/entry.js';

/** A button to 7000 that will get the label `New`. */
export function button(otherwise: Partial<ChosenButton> = {}): ChosenButton {
  return {
    ...{ device: 'SEP00A1B2C30001', deviceKind: 'phone', description: 'Desk 1' },
    ...{ kind: 'speeddial', index: '4', dirn: '7000', partition: '', label: 'Old' },
    edit: { set: { label: 'New' } },
    ...otherwise,
  };
}

/** The service's answer with a code. */
export function problem(status: number, code: ProblemError['code'], retryAfterSeconds?: number): ProblemError {
  const body = { type: 'about:blank', title: code, detail: `It says ${code}.`, requestId: 'r1', status, code };
  return new ProblemError(body, retryAfterSeconds, undefined);
}

/** @returns what reads these lists; the first calls fail with these errors */
export function reading(
  given: readonly (readonly [ListKey, readonly Entry[]])[],
  failures: readonly Error[] = [],
): ReadListOf {
  const left = [...failures];
  return (key) => {
    const failure = left.shift();
    const [, entries] = given.find(([{ device, kind }]) => device === key.device && kind === key.kind) ?? [];
    if (failure) return Promise.reject(failure);
    if (!entries) return Promise.reject(problem(404, 'phone-not-found'));
    return Promise.resolve({ kind: key.kind, entries, etag: JSON.stringify(entries) });
  };
}
