import { useState } from 'preact/hooks';
import { type RunResult } from '../../../src/client/index.js';
import { Confirmation } from '../../components/confirmation.js';
import { Link } from '../../components/link.js';
import { Moment } from '../../components/moment.js';
import { Page } from '../../components/page.js';
import { Shown } from '../../components/shown.js';
import { Text } from '../../components/text.js';
import { startUndo } from '../../state/start-run.js';
import { runOn, runUnderWay } from '../../state/button-run.js';
import { useLoaded, valueOf } from '../../state/loaded.js';
import { client, mayChange } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import { OtherRun } from '../runs/confirm-change.js';
import { RunView } from '../runs/run-view.js';
import { RunOutcome } from './change-table.js';
import { Lines } from './changes.js';
import { readLines } from './read-lines.js';
import { Act } from '../../components/act.js';
import { type Fact, Facts } from '../../components/facts.js';

const words = texts.run;

/** A run: its results, the lists that it changed, and one undo for all of them. */
export function RunScreen({ id }: { readonly id: string }) {
  const { loaded, again } = useLoaded((signal) => client().readRun(id, { signal }), [id]);
  const known = valueOf(loaded);
  const undo = runOn({ at: 'run', id });
  return (
    <Page
      title={words.title(id)}
      tab={known && words.tab(id, known.title)}
      above={words.title(id)}
      heading={known && <Text text={known.title} />}
      actions={
        <Link to={{ at: 'changes', filter: {} }} class="button button--quiet">
          {texts.change.all}
        </Link>
      }
    >
      {undo && <RunView run={undo} onClose={again} />}
      <Shown loaded={loaded} again={again} lines={6}>
        {(run) => <WholeRun run={run} isUndone={undo !== undefined} />}
      </Shown>
    </Page>
  );
}

function WholeRun({ run, isUndone }: { readonly run: RunResult; readonly isUndone: boolean }) {
  const facts: readonly Fact[] = [
    [texts.change.when, <Moment key="when" time={run.time} />],
    [texts.change.who, <Text key="who" text={run.user} />],
    [texts.change.outcome, <RunOutcome key="outcome" run={run} />],
    ...(run.plan === null
      ? []
      : [
          [
            words.plan,
            <Link key="plan" to={{ at: 'plan', id: run.plan }}>
              {run.plan}
            </Link>,
          ] as const,
        ]),
  ];
  const filter = { run: run.id };
  const { loaded, again } = useLoaded((signal) => readLines(filter, undefined, signal), [run.id]);
  return (
    <div class="change stack stack--wide">
      <section class="card" aria-label={words.title(run.id)}>
        <Facts facts={facts} />
        {mayChange() && !isUndone && <UndoRun run={run} />}
      </section>
      <section class="card" aria-labelledby="lists">
        <h2 id="lists">{words.lists}</h2>
        <Lines filter={filter} loaded={loaded} again={again} height={6} />
      </section>
    </div>
  );
}

interface UndoRunProps {
  readonly run: RunResult;
  readonly onBegun?: () => void;
}

/** Undoes a run, after a question. */
export function UndoRun({ run, onBegun }: UndoRunProps) {
  const [isAsking, setAsking] = useState(false);
  const other = runUnderWay();
  const close = (): void => {
    setAsking(false);
  };
  return (
    <div class="stack stack--start">
      <Act
        onClick={() => {
          setAsking(true);
        }}
      >
        {words.undo}
      </Act>
      {isAsking && (
        <Confirmation
          title={words.confirm(run.title)}
          lead={words.lead}
          confirm={texts.change.confirm.start}
          isUnready={other !== undefined}
          onConfirm={() => {
            startUndo(run);
            close();
            onBegun?.();
          }}
          onCancel={close}
        >
          {other && <OtherRun run={other} />}
        </Confirmation>
      )}
    </div>
  );
}
