import type { ComponentChildren } from 'preact';
import { failedCall } from '../calls/failed-call.js';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PhoneProxyError } from '../../src/client/index.js';
import { useStaying } from '../state/kept.js';
import { texts } from '../texts/texts.js';
import { ProblemNotice } from './problem-notice.js';
import { Act } from './act.js';

/** A part of a long list. */
export interface Part<Item> {
  readonly items: readonly Item[];
  /** The start of the next part; undefined after the last one. */
  readonly next: string | undefined;
}

interface PagedProps<Item> {
  readonly first: Part<Item>;
  readonly read: (next: string | undefined) => Promise<Part<Item>>;
  /** The label of the button that reads the next part. */
  readonly more: string;
  /** The text if there are no items. */
  readonly nothing: string;
  /** A table of the items, one in each row, with a link in each. */
  readonly children: (items: readonly Item[]) => ComponentChildren;
}

/** A long list: its first part, and more on request. */
export function Paged<Item>({ first, read, more, nothing, children }: PagedProps<Item>) {
  const [{ items, next }, setPart] = useState(first);
  // If the user comes back to the page, the same number of items is shown as before.
  const [wanted, setWanted] = useStaying('shown', 0);
  const [isWaiting, setWaiting] = useState(false);
  const [error, setError] = useState<PhoneProxyError>();
  const table = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(0);
  useEffect(() => {
    // Move the focus to the first new item: the button may be gone, and the user reads the new items next.
    if (focused > 0) table.current?.querySelectorAll<HTMLElement>('tbody tr')[focused]?.querySelector('a')?.focus();
  }, [focused]);
  useEffect(() => {
    if (wanted > first.items.length && first.next !== undefined) void readUpTo(wanted);
  }, []);
  /** Reads parts until this many items are there, or all. */
  const readUpTo = async (count: number): Promise<void> => {
    setWaiting(true);
    setError(undefined);
    try {
      for (let part = { items, next }; part.items.length < count && part.next !== undefined;) {
        const more = await read(part.next);
        part = { items: [...part.items, ...more.items], next: more.next };
        setPart(part);
        setWanted(part.items.length);
      }
    } catch (thrown) {
      setError(failedCall(thrown));
    } finally {
      setWaiting(false);
    }
  };
  const readNext = async (): Promise<void> => {
    await readUpTo(items.length + 1);
    setFocused(items.length);
  };
  if (items.length === 0) return <p class="quiet">{nothing}</p>;
  return (
    <div class="stack stack--start" ref={table}>
      {children(items)}
      {error && <ProblemNotice error={error} />}
      {next !== undefined && (
        <Act isOff={isWaiting} onClick={readNext}>
          {isWaiting ? texts.waiting.now : more}
        </Act>
      )}
    </div>
  );
}
