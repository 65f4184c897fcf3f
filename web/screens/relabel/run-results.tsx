import { useRef, useState } from 'preact/hooks';
import { DeviceLink } from '../../components/link.js';
import { wordsOf } from '../../components/problem-notice.js';
import { Table } from '../../components/table.js';
import type { ChosenList } from '../../relabel/chosen.js';
import type { Result } from '../../relabel/results.js';
import { readListAgain, type RelabelRun } from '../../state/relabel-run.js';
import { texts } from '../../texts/texts.js';

/** What became of each list of a run. */
export function RunResults({ run: { lists } }: { readonly run: RelabelRun }) {
  return (
    <Table columns={[texts.table.device, texts.relabel.run.buttons, texts.relabel.run.result]}>
      {lists.map(({ list, result }) => {
        const { device, deviceKind, description, kind, buttons } = list;
        return (
          <tr key={`${deviceKind} ${device} ${kind}`}>
            <td>
              <bdi>{description}</bdi> <DeviceLink kind={deviceKind} name={device} />
            </td>
            <td>
              {texts.kinds[kind]} <span class="quiet">{texts.relabel.run.labels(buttons.length)}</span>
            </td>
            <td>
              <ResultWords list={list} result={result} />
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

function ResultWords({ list, result }: { readonly list: ChosenList; readonly result: Result }) {
  const [isReading, setReading] = useState(false);
  const said = useRef<HTMLSpanElement>(null);
  const { state } = result;
  const read = async (): Promise<void> => {
    setReading(true);
    await readListAgain(list);
    setReading(false);
    // The button may be gone.
    said.current?.focus();
  };
  return (
    <>
      <span class={`result result--${state}`} tabIndex={-1} ref={said}>
        {texts.relabel.states[state]}
      </span>
      {state === 'changed' && result.afterUpdate !== undefined && result.afterUpdate !== 'ok' && (
        <p class="small">{texts.notLoaded(result.afterUpdate)}</p>
      )}
      {state === 'unknown' && <p class="small">{texts.relabel.unknownMeaning}</p>}
      {(state === 'refused' || state === 'unknown') && (
        <p class="small quiet">
          <bdi>{wordsOf(result.error).detail}</bdi>
        </p>
      )}
      {state === 'unknown' && (
        <button type="button" class="button" aria-disabled={isReading} onClick={() => void (isReading || read())}>
          {isReading ? texts.reading : texts.readAgain}
        </button>
      )}
    </>
  );
}
