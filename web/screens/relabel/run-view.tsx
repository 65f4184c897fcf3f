import { useEffect, useRef } from 'preact/hooks';
import { Label } from '../../components/label.js';
import { focusHeading } from '../../components/page.js';
import { hasFailed, isSettled, type State } from '../../relabel/results.js';
import { forgetRelabel, type RelabelRun, stopRelabel, tryFailedAgain } from '../../state/relabel-run.js';
import { mayChange } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import { RunResults } from './run-results.js';

const words = texts.relabel.run;

/** A run: how far it is, what became of each list, and what can be done about it. */
export function RunView({ run }: { readonly run: RelabelRun }) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // What had the focus may be gone: the dialog that started the run, or the button that stopped it.
    if (document.activeElement === document.body) head.current?.focus();
  }, [run.isRunning]);
  return (
    <section class="card" aria-labelledby="run">
      <h2 id="run" tabIndex={-1} ref={head}>
        <span class="quiet">{texts.relabel.newLabel}</span> <Label text={run.label} />
      </h2>
      {run.isRunning ? <Progress run={run} /> : <Summary run={run} />}
      <RunResults run={run} />
    </section>
  );
}

function Progress({ run: { lists, isStopping, pausedUntil } }: { readonly run: RelabelRun }) {
  const done = lists.filter(({ result }) => isSettled(result)).length;
  return (
    <div class="stack stack--start">
      <progress class="run__bar" value={done} max={lists.length} aria-label={words.progress} />
      <p>{words.done(done, lists.length)}</p>
      <button
        type="button"
        class="button"
        aria-disabled={isStopping}
        onClick={() => {
          stopRelabel();
        }}
      >
        {words.stop}
      </button>
      <p class="quiet run__words" role="status">
        {isStopping && words.stopping}
        {!isStopping && pausedUntil !== undefined && words.paused(new Date(pausedUntil).toLocaleTimeString())}
        {!isStopping && pausedUntil === undefined && words.leave}
      </p>
    </div>
  );
}

const order: readonly State[] = [
  'changed',
  'already',
  'changed-meanwhile',
  'refused',
  'unchanged',
  'unknown',
  'not-reached',
];

function Summary({ run: { lists, ended } }: { readonly run: RelabelRun }) {
  const counts = order.flatMap((state) => {
    const count = lists.filter(({ result }) => result.state === state).length;
    return count === 0 ? [] : [texts.relabel.counts(texts.relabel.states[state], count)];
  });
  const isGood = lists.every(({ result }) => result.state === 'changed' || result.state === 'already');
  return (
    <div class={`notice ${isGood ? 'notice--good' : 'notice--warn'}`}>
      <div role="status">
        {ended !== undefined && <p class="notice__title">{words.ended[ended]}</p>}
        <ul>
          {counts.map((count) => (
            <li key={count}>{count}</li>
          ))}
        </ul>
      </div>
      <div class="actions">
        {mayChange() && lists.some(({ result }) => hasFailed(result)) && (
          <button type="button" class="button button--main" onClick={tryFailedAgain}>
            {words.again}
          </button>
        )}
        <button type="button" class="button" onClick={lookAnew}>
          {words.anew}
        </button>
      </div>
    </div>
  );
}

/** The button that was pressed is gone then. */
function lookAnew(): void {
  forgetRelabel();
  focusHeading();
}
