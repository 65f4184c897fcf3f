import { Label, Text } from '../../components/text.js';
import { rowsWanted } from '../../editing/draft.js';
import { indexPlus, isDigits, targetOf } from '../../editing/entry.js';
import { type Gap, isGap, withGaps } from '../../editing/gaps.js';
import type { OpenList } from '../../state/drafts.js';
import { texts } from '../../texts/texts.js';

interface KeysCardProps {
  readonly name: string;
  readonly opens: readonly OpenList[];
}

const words = texts.device.keys;

/** A gap that is longer than an expansion module is shown as one line. */
const longestGap = 24n;

/**
 * The entries as keys in order of index, with the free keys between them. When they are printed, they are label strips
 * for a phone.
 */
export function KeysCard({ name, opens }: KeysCardProps) {
  return (
    <section class="card keys" aria-labelledby="keys">
      <div class="head">
        <h2 id="keys">{words.title}</h2>
        <button
          type="button"
          class="button keys__print"
          onClick={() => {
            window.print();
          }}
        >
          {words.print}
        </button>
      </div>
      <p class="keys__lead">{words.lead}</p>
      {opens.map((open) => (
        <Strip key={open.list.kind} name={name} open={open} />
      ))}
    </section>
  );
}

function Strip({ name, open: { list, draft } }: { readonly name: string; readonly open: OpenList }) {
  const rows = rowsWanted(draft.value).filter(({ entry }) => isDigits(entry.index));
  if (rows.length === 0) return null;
  return (
    <section class="stack stack--dense">
      <h3>{words.strip(texts.kinds[list.kind], name)}</h3>
      <ol class="strip-keys">
        {withGaps(rows).map((line) =>
          isGap(line) ? (
            <FreeKeys key={`gap ${line.last}`} gap={line} />
          ) : (
            <li key={line.key} class="key">
              <span class="key__index">{line.entry.index}</span>{' '}
              <span class="key__label" style={{ '--length': (line.entry.label || targetOf(line.entry)).length }}>
                {line.entry.label === '' ? <Text text={targetOf(line.entry)} /> : <Label text={line.entry.label} />}
              </span>{' '}
              <span class="code key__number" style={{ '--length': targetOf(line.entry).length }}>
                <Text text={targetOf(line.entry)} />
              </span>
            </li>
          ),
        )}
      </ol>
    </section>
  );
}

function FreeKeys({ gap: { first, last } }: { readonly gap: Gap }) {
  const count = BigInt(last) - BigInt(first) + 1n;
  if (count > longestGap) {
    return (
      <li class="key key--free">
        <span class="key__index">
          {first}–{last}
        </span>{' '}
        <span class="key__label">{words.many(Number(count))}</span>
      </li>
    );
  }
  return (
    <>
      {Array.from({ length: Number(count) }, (_, at) => indexPlus(first, at)).map((index) => (
        <li key={index} class="key key--free">
          <span class="key__index">{index}</span> <span class="key__label">{words.free}</span>
        </li>
      ))}
    </>
  );
}
