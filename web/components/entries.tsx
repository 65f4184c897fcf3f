import type { ComponentChildren } from 'preact';
import type { ChangeEntry } from '../../src/client/index.js';
import { inIndexOrder } from '../../src/domain/buttons.js';
import { texts } from '../texts/texts.js';
import { Label, Text } from './text.js';

/** An entry in one line: number, partition, label. */
export function EntryWords({ entry }: { readonly entry: ChangeEntry }) {
  const target = entry.destination ?? entry.dirn ?? '';
  return (
    <>
      <Text text={target} class="code" />
      {entry.destination !== undefined && <span class="quiet"> {texts.difference.freeForm}</span>}
      {entry.partition !== undefined && entry.partition !== '' && (
        <span class="quiet">
          {' '}
          <Text text={entry.partition} />
        </span>
      )}{' '}
      <Label text={entry.label} />
      {entry.pickup === true && (
        <>
          {' '}
          <span class="tag">{texts.difference.pickup}</span>
        </>
      )}
    </>
  );
}

/** A read-only entry of a list, with its index. @param children what is said about it */
export function EntryItem({ entry, children }: { readonly entry: ChangeEntry; readonly children?: ComponentChildren }) {
  return (
    <li>
      <span class="entries__index">{entry.index}</span>{' '}
      <span>
        <EntryWords entry={entry} />
        {children && ' '}
        {children}
      </span>
    </li>
  );
}

/** Read-only buttons. */
export function EntryList({ entries }: { readonly entries: readonly ChangeEntry[] }) {
  if (entries.length === 0) return <p class="quiet">{texts.table.noButtons}</p>;
  return (
    <ul class="entries">
      {inIndexOrder(entries).map((entry) => (
        <EntryItem key={entry.index} entry={entry} />
      ))}
    </ul>
  );
}
