import type { Change } from '../../../../src/client/index.js';
import { type ButtonList, buttonsOf } from '../../../calls/lists.js';
import { lastSetter } from '../../../changes/undo.js';
import type { ListRead } from '../../../editing/draft.js';
import { useLoaded, valueOf } from '../../../state/loaded.js';
import { client } from '../../../state/session.js';

/** @returns the change that has made a list what it is, as soon as that is known */
export function useLastSetter({ device, kind }: ButtonList, { entries, etag }: ListRead): Change | undefined {
  const { loaded } = useLoaded(
    (signal) => client().listChanges({ of: buttonsOf(device), limit: 20 }, { signal }),
    [etag],
  );
  return lastSetter(valueOf(loaded)?.changes ?? [], kind, entries);
}
