import { useEffect } from 'preact/hooks';
import { announce } from '../../state/announcer.js';
import { type ButtonRun, buttonRun, countsOf, progressOf, runOn, seeEnd, stopRun } from '../../state/button-run.js';
import { route } from '../../state/route.js';
import { texts } from '../../texts/texts.js';
import { Link } from '../link.js';
import { Text } from '../text.js';
import { Act } from '../act.js';

const words = texts.runs.strip;

/** Shows the progress and the end of a run, below the header of every page except the run's own page. */
export function RunStrip() {
  const run = buttonRun.value;
  const isToTell = run !== undefined && (run.isRunning || !run.isEndSeen);
  if (!isToTell || runOn(route.value)) return null;
  return <div class="strip">{run.isRunning ? <Running run={run} /> : <Ended run={run} />}</div>;
}

function Running({ run }: { readonly run: ButtonRun }) {
  const { done, of } = progressOf(run);
  return (
    <>
      <Link to={run.page}>
        <Text text={words.running(run.title, done, of)} />
      </Link>
      <progress class="strip__progress" value={done} max={of} aria-label={texts.runs.progress} />
      <Act
        isOff={run.isStopping}
        onClick={() => {
          stopRun();
        }}
      >
        {texts.runs.stop}
      </Act>
    </>
  );
}

function Ended({ run }: { readonly run: ButtonRun }) {
  const told = words.over(run.title, countsOf(run).join(texts.separator));
  useEffect(() => {
    announce(told);
  }, [told]);
  return (
    <>
      <Text text={told} />
      <Link to={run.page}>{words.see}</Link>
      <Act onClick={seeEnd}>{texts.close}</Act>
    </>
  );
}
