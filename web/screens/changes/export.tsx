import { useState } from 'preact/hooks';
import { failedCall } from '../../calls/failed-call.js';
import type { ChangeWithLists, PhoneProxyError } from '../../../src/client/index.js';
import { ProblemNotice } from '../../components/problem-notice.js';
import { client } from '../../state/session.js';
import type { Asked } from './read-changes.js';
import { texts } from '../../texts/texts.js';
import { csvOfChanges } from '../../changes/csv.js';
import { listViews } from '../../changes/list-view.js';
import { Act } from '../../components/act.js';
import { download } from '../../components/download.js';

const words = texts.changes.export;

/** The most changes that are read for one file. */
const mostChanges = 10_000;

/** Saves the matching changes as a file, including older ones. */
export function Export({ filters, isMeant }: Asked) {
  const [read, setRead] = useState<number>();
  const [error, setError] = useState<PhoneProxyError>();
  const [isCut, setCut] = useState(false);
  const isBusy = read !== undefined;
  const collect = async (): Promise<void> => {
    setError(undefined);
    const changes: ChangeWithLists[] = [];
    try {
      for (const filter of filters) {
        let before: string | undefined;
        do {
          setRead(changes.length);
          const page = await client().listChanges({ ...filter, before, limit: 500 });
          changes.push(...page.changes);
          before = page.next;
        } while (before !== undefined && changes.length < mostChanges);
      }
      setCut(changes.length >= mostChanges);
      const csv = csvOfChanges(changes.filter(isMeant).flatMap(listViews));
      // The byte order mark tells a spreadsheet that it is UTF-8.
      download('changes.csv', new Blob(['\uFEFF', csv], { type: 'text/csv' }));
    } catch (thrown) {
      setError(failedCall(thrown));
    } finally {
      setRead(undefined);
    }
  };
  return (
    <div class="stack stack--start">
      {error && <ProblemNotice error={error} />}
      {isCut && <p class="quiet">{words.cut(mostChanges)}</p>}
      <Act isOff={isBusy} onClick={collect}>
        {isBusy ? words.busy(read) : words.start}
      </Act>
    </div>
  );
}
