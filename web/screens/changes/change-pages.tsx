import { useEffect, useRef, useState } from 'preact/hooks';
import { type ChangeFilter, type ChangePage, PhoneProxyError } from '../../../src/client/index.js';
import { ProblemNotice } from '../../components/problem-notice.js';
import { client } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import { ChangeTable } from './change-table.js';

interface ChangePagesProps {
  readonly asked: ChangeFilter;
  readonly first: ChangePage;
}

/** The newest changes, and older ones below them when they are asked for. */
export function ChangePages({ asked, first }: ChangePagesProps) {
  const [{ changes, next }, setPage] = useState(first);
  const [isWaiting, setWaiting] = useState(false);
  const [error, setError] = useState<PhoneProxyError>();
  const table = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(0);
  useEffect(() => {
    // The button may be gone, and what was asked for is what one reads next.
    if (focused > 0) table.current?.querySelectorAll<HTMLElement>('tbody tr')[focused]?.querySelector('a')?.focus();
  }, [focused]);
  const older = async (): Promise<void> => {
    setWaiting(true);
    setError(undefined);
    try {
      const page = await client().listChanges({ ...asked, before: next });
      setPage({ changes: [...changes, ...page.changes], next: page.next });
      setFocused(changes.length);
    } catch (thrown) {
      if (!(thrown instanceof PhoneProxyError)) throw thrown;
      setError(thrown);
    } finally {
      setWaiting(false);
    }
  };
  if (changes.length === 0) return <p class="quiet">{texts.changes.none}</p>;
  return (
    <div class="pages" ref={table}>
      <ChangeTable changes={changes} />
      {error && <ProblemNotice error={error} />}
      {next !== undefined && (
        <button type="button" class="button" aria-disabled={isWaiting} onClick={() => void (isWaiting || older())}>
          {isWaiting ? texts.waiting.now : texts.changes.older}
        </button>
      )}
    </div>
  );
}
