import type { ChangeEntry } from '../../src/client/index.js';
import type { Difference } from '../../src/domain/difference.js';
import { type Shift, withMoves } from '../editing/moves.js';
import { texts } from '../texts/texts.js';
import { EntryWords } from './entries.js';

/**
 * The difference between two lists. Each entry has a line with a sign, a color and a word. Entries that only moved
 * share one line.
 */
export function DifferenceList({ difference }: { readonly difference: Difference<ChangeEntry> }) {
  const { added, removed, changed, moved } = withMoves(difference);
  if (added.length + removed.length + changed.length + moved.length === 0)
    return <p class="quiet">{texts.difference.nothing}</p>;
  const lines = [
    ...moved.map((shift) => ({ index: shift[0].after.index, line: <ShiftLine shift={shift} /> })),
    ...removed.map((entry) => ({ index: entry.index, line: <Line sign="removed" entry={entry} /> })),
    ...changed.map(({ before, after }) => ({
      index: after.index,
      line: <Line sign="changed" entry={after} before={before} />,
    })),
    ...added.map((entry) => ({ index: entry.index, line: <Line sign="added" entry={entry} /> })),
  ].sort((one, other) => Number(one.index) - Number(other.index));
  return <ul class="difference">{lines.map(({ line }) => line)}</ul>;
}

/** The signs show the kind of change without a color. */
export const signs = { added: '+', removed: '−', changed: '→' } as const;

interface LineProps {
  readonly sign: keyof typeof signs;
  readonly entry: ChangeEntry;
  readonly before?: ChangeEntry;
}

function Line({ sign, entry, before }: LineProps) {
  return (
    <li class={`difference__line difference__line--${sign}`}>
      <span class="difference__sign" aria-hidden="true">
        {signs[sign]}
      </span>
      <span class="hidden">{texts.difference[sign]}: </span>
      <span class="difference__index">
        {before && before.index !== entry.index && `${before.index} → `}
        {entry.index}
      </span>{' '}
      <span class="difference__entry">
        {before && (
          <>
            <del>
              <EntryWords entry={before} />
            </del>
            <span class="hidden"> {texts.difference.becomes} </span>
          </>
        )}
        {sign === 'removed' ? (
          <del>
            <EntryWords entry={entry} />
          </del>
        ) : (
          <ins>
            <EntryWords entry={entry} />
          </ins>
        )}
      </span>
    </li>
  );
}

/** Entries that only have other indexes now. If there are several, the first and the last are named. */
function ShiftLine({ shift }: { readonly shift: Shift }) {
  const [first] = shift;
  const last = shift.at(-1) ?? first;
  const isOne = shift.length === 1;
  const range = (side: keyof typeof first): string =>
    isOne ? first[side].index : `${first[side].index}–${last[side].index}`;
  return (
    <li class="difference__line difference__line--moved">
      <span class="difference__sign" aria-hidden="true">
        ↕
      </span>
      <span class="hidden">{texts.difference.moved}: </span>
      <span class="difference__index">
        {range('before')} → {range('after')}
      </span>{' '}
      <span class="difference__entry">
        <span>
          <EntryWords entry={first.after} />
          {!isOne && (
            <>
              {' … '}
              <EntryWords entry={last.after} />
              <span class="quiet"> {texts.difference.entries(shift.length)}</span>
            </>
          )}
        </span>
      </span>
    </li>
  );
}
