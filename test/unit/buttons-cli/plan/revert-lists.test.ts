import { describe, expect, it } from 'vitest';
import { type Entry } from '../../../../src/buttons-cli/lists.js';
import { listTag } from '../../../../src/domain/list-tag.js';
import type { Reader } from '../../../../src/buttons-cli/plan/reader.js';
import { revertLists } from '../../../../src/buttons-cli/plan/revert-lists.js';
import { rememberLists, speedDials, readerOf } from '../../../support/remembered-lists.js';

const dials = (label: string): readonly Entry[] => [{ index: '1', dirn: '1', label }];
const changed = { ...speedDials('A'), etag: 'tag', before: dials('old'), after: dials('new') };

describe('a list that a run has changed', () => {
  it.each([
    ['is reverted if it is as the run left it', 'new', {}],
    ['needs nothing if it is as before the run', 'old', {}],
    ['is skipped if it has changed since', 'mine', { leave: 'It has changed since the run.' }],
  ])('%s', async (_, now, leave) => {
    const { proxy } = rememberLists([[speedDials('A'), dials(now)]]);
    expect(await reverted(proxy)).toEqual([
      {
        ...{ ...speedDials('A'), etag: listTag('speeddial', dials(now)), before: dials(now), after: dials('old') },
        ...leave,
      },
    ]);
  });

  it('is skipped if its device is gone', async () => {
    expect(await reverted(rememberLists([]).proxy)).toEqual([
      {
        ...{ ...speedDials('A'), etag: '', before: dials('new'), after: dials('old') },
        leave: expect.stringMatching(/^It says phone-not-found\./) as string,
      },
    ]);
  });
});

function reverted(proxy: ConstructorParameters<typeof Reader>[0]) {
  return revertLists(readerOf({ proxy }), [changed]);
}
