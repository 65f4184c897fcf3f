import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { focusHeading } from '../../components/focus.js';
import { DescribedDevice, Link } from '../../components/link.js';
import { usePaced } from '../../components/later.js';
import { ProblemNotice, wordsOf } from '../../components/problem-notice.js';
import { LongRows } from '../../components/long-rows.js';
import { Skeleton } from '../../components/shown.js';
import { Text } from '../../components/text.js';
import { readListAgain, tryFailedAgain } from '../../state/start-run.js';
import { mayTryAgain, type Result, type RunList } from '../../runs/results.js';
import { type ButtonRun, clearRun, countsOf, progressOf, seeEnd, statesOf, stopRun } from '../../state/button-run.js';
import { health } from '../../state/health.js';
import { mayChange } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import { Act } from '../../components/act.js';

const words = texts.runs;

/**
 * How often the progress and the results are drawn during a run, in milliseconds: drawing must not slow down the run. They
 * are drawn together, so that they never contradict one another.
 */
const drawnEveryMs = 500;

interface RunViewProps {
  readonly run: ButtonRun;
  /** Called when the view closes, to read again what the page shows besides runs. */
  readonly onClose?: (() => void) | undefined;
  /** The label of the close button, if the page shows something else after it. */
  readonly close?: string;
}

/** A run: its progress, the result of each list, and the actions for it. */
export function RunView({ run, onClose, close = texts.close }: RunViewProps) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The focused element may be gone: the dialog that started the run, or the button that stopped it.
    if (document.activeElement === document.body) head.current?.focus();
    seeEnd();
  }, [run.isRunning]);
  const paced = usePaced(run, drawnEveryMs);
  const results = useMemo(() => <Results run={paced} />, [paced]);
  return (
    <section class="card" aria-labelledby="run">
      <h2 id="run" tabIndex={-1} ref={head}>
        <Text text={run.title} />
      </h2>
      {run.isRunning ? <Progress run={run} shown={paced} /> : <Summary run={run} onClose={onClose} close={close} />}
      {run.lists.length > 0 ? results : run.isRunning && <Skeleton lines={6} />}
    </section>
  );
}

/** @param shown the run as its results show it */
function Progress({ run, shown }: { readonly run: ButtonRun; readonly shown: ButtonRun }) {
  const { isStopping, pausedUntil } = run;
  const { done, of } = progressOf(shown);
  return (
    <div class="stack stack--start">
      <progress class="run__bar" value={done} max={of} aria-label={words.progress} />
      <p>{of === 0 ? texts.reading : words.done(done, of)}</p>
      <Act
        isOff={isStopping}
        onClick={() => {
          stopRun();
        }}
      >
        {words.stop}
      </Act>
      <p class="quiet run__words" role="status">
        {isStopping && words.stopping}
        {!isStopping &&
          pausedUntil !== undefined &&
          words.paused(words.pausedBy(health.value), new Date(pausedUntil).toLocaleTimeString())}
        {!isStopping && pausedUntil === undefined && words.leave}
      </p>
    </div>
  );
}

function Summary({ run, onClose, close }: RunViewProps) {
  const { lists, ended, id, error } = run;
  const isGood = lists.every(({ result }) => result.state === 'changed' || result.state === 'already');
  return (
    <div class={`notice ${isGood ? 'notice--good' : 'notice--warn'}`}>
      {error && lists.length === 0 && <ProblemNotice error={error} />}
      <div role="status">
        {ended !== undefined && <p class="notice__title">{words.ended[ended]}</p>}
        <ul>
          {countsOf(run).map((count) => (
            <li key={count}>{count}</li>
          ))}
        </ul>
      </div>
      <div class="actions">
        {mayChange() && (lists.some(({ result }) => mayTryAgain(result)) || (error && lists.length === 0)) && (
          <Act look="main" onClick={tryFailedAgain}>
            {words.again}
          </Act>
        )}
        <Act
          onClick={() => {
            clearRun();
            onClose?.();
            // The pressed button is gone.
            focusHeading();
          }}
        >
          {close}
        </Act>
        {id !== undefined && lists.some(({ result }) => result.state === 'changed') && (
          <Link to={{ at: 'run', id }}>{words.kept}</Link>
        )}
      </div>
    </div>
  );
}

/** The result of each list. */
function Results({ run }: { readonly run: ButtonRun }) {
  const { lists } = run;
  const states = statesOf(run);
  return (
    <table class="table table--stacked long results">
      <thead>
        <tr>
          <th>{texts.table.device}</th>
          <th>{words.buttons}</th>
          <th>{words.result}</th>
        </tr>
      </thead>
      <LongRows
        rows={lists.map(({ list, result }) => ({
          ...{ key: keyOf(list), list, result, told: states[result.state] },
        }))}
        row={ResultRow}
        late={nothingMore}
      />
    </table>
  );
}

const nothingMore = {};

function keyOf(list: RunList): string {
  return 'change' in list ? list.change.id : `${list.deviceKind} ${list.device} ${list.kind}`;
}

interface ResultRowProps {
  readonly list: RunList;
  readonly result: Result;
  readonly told: string;
}

function ResultRow({ list, result, told }: ResultRowProps) {
  return (
    <tr>
      <td>
        {/* The changes of an undo have only the names of devices. */}
        <DescribedDevice description={list.description || undefined} kind={list.deviceKind} name={list.device} />
      </td>
      <td>
        {texts.kinds[list.kind]}{' '}
        {'change' in list ? (
          <Link to={{ at: 'change', id: list.change.id }}>{texts.change.title(list.change.id)}</Link>
        ) : (
          <span class="quiet">{words.count(list.buttons.length)}</span>
        )}
      </td>
      <td>
        <ResultWords list={list} result={result} words={told} />
      </td>
    </tr>
  );
}

interface ResultWordsProps {
  readonly list: RunList;
  readonly result: Result;
  readonly words: string;
}

function ResultWords({ list, result, words: told }: ResultWordsProps) {
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
        {told}
      </span>
      {state === 'changed' && result.afterUpdate !== undefined && result.afterUpdate !== 'ok' && (
        <p class="small">{texts.notLoaded(result.afterUpdate)}</p>
      )}
      {state === 'unknown' && <p class="small">{words.unknownMeaning}</p>}
      {(state === 'refused' || state === 'unknown') && result.error && (
        <p class="small quiet">
          <Text text={wordsOf(result.error).detail} />
        </p>
      )}
      {state === 'unknown' && 'buttons' in list && (
        <Act isOff={isReading} onClick={read}>
          {isReading ? texts.reading : texts.readAgain}
        </Act>
      )}
    </>
  );
}
