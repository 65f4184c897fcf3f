import { useEffect, useRef, useState } from 'preact/hooks';
import { countLists, failureOf, type PhoneProxyError, type Plan } from '../../../src/client/index.js';
import { failedCall } from '../../calls/failed-call.js';
import { Act } from '../../components/act.js';
import { Link } from '../../components/link.js';
import { ProblemNotice, wordsOf } from '../../components/problem-notice.js';
import { Text } from '../../components/text.js';
import { planCalls, type PlanCalls } from '../../state/plan-calls.js';
import { isChangedSince, isShown, leftOf, type PlanList, toSetOf } from '../../plans/lists.js';
import type { ReadingPlan } from '../../state/reading-plan.js';
import { announce } from '../../state/announcer.js';
import { goTo } from '../../state/route.js';
import { useLoaded, valueOf } from '../../state/loaded.js';
import { client, mayChange, session } from '../../state/session.js';
import { countPlans } from '../../state/waiting-plans.js';
import { planTexts as words } from '../../texts/plans.js';
import { texts } from '../../texts/texts.js';
import { UndoRun } from '../changes/run.js';
import { ApplyDialog, ReasonDialog } from './deed-dialogs.js';

interface PlanActionsProps extends ReadingPlan {
  /** Reads the plan again. */
  readonly again: () => void;
}

/**
 * What the user must know before a decision, and then the buttons. While the plan is applied, its progress is shown.
 */
export function PlanActions({ plan, lists, isWhole, heard, again }: PlanActionsProps) {
  const [asking, setAsking] = useState<'reject' | 'apply'>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<PhoneProxyError>();
  const root = useRef<HTMLDivElement>(null);
  const { id, digest, state, may, application } = plan;
  useEffect(() => {
    // The button that had the focus may be gone.
    if (document.activeElement === document.body) root.current?.focus({ preventScroll: true });
  }, [state, asking]);
  const does = async (deed: (calls: PlanCalls) => Promise<Plan>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const now = await deed(planCalls());
      heard(now);
      announce(words.states[now.state]);
      void countPlans();
    } catch (thrown) {
      setError(failedCall(thrown));
      again();
    }
    setBusy(false);
    setAsking(undefined);
  };
  const mayDecide = isWhole && !isBusy && isShown(lists);
  const deciding = may.includes('withdraw') ? words.withdraw : words.reject;
  const isOwn = plan.user === session.value?.user;
  return (
    <div class="stack stack--start plan-actions" ref={root} tabIndex={-1} role="group" aria-label={words.actions}>
      {state === 'outdated' && <Outdated lists={lists} />}
      {may.some((one) => one === 'approve' || one === 'apply') && <ChangedSince lists={lists} />}
      {state === 'applying' && <Progress plan={plan} />}
      {error && <DeedFailed error={error} />}
      {state === 'proposed' && isOwn && !may.includes('approve') && <p class="notice notice--info">{words.own}</p>}
      {state === 'proposed' && !isOwn && !may.includes('approve') && <p class="quiet">{words.mayNot}</p>}
      <div class="actions">
        {may.includes('approve') && (
          <Act look="main" isOff={!mayDecide} onClick={() => does((calls) => calls.approvePlan(id, digest))}>
            {words.approve}
          </Act>
        )}
        {may.includes('apply') && (
          <Act
            look="main"
            isOff={!mayDecide}
            onClick={() => {
              setAsking('apply');
            }}
          >
            {state === 'partly-applied' ? words.apply.goOn : words.apply.button}
          </Act>
        )}
        {may.includes('stop') && (
          <Act isOff={isBusy} onClick={() => does((calls) => calls.stopPlan(id))}>
            {words.stop}
          </Act>
        )}
        {may.some((one) => one === 'reject' || one === 'withdraw') && (
          <Act
            isOff={isBusy}
            onClick={() => {
              setAsking('reject');
            }}
          >
            {deciding.button}
          </Act>
        )}
      </div>
      {application?.run != null && state !== 'applying' && <UndoOfPlan run={application.run} />}
      {asking === 'apply' && (
        <ApplyDialog
          title={plan.title}
          count={toSetOf(plan.lists)}
          isBusy={isBusy}
          onConfirm={(perHour) => does((calls) => calls.applyPlan(id, { perHour }))}
          onClose={() => {
            setAsking(undefined);
          }}
        />
      )}
      {asking === 'reject' && (
        <ReasonDialog
          title={deciding.title(plan.title)}
          texts={deciding}
          isBusy={isBusy}
          onConfirm={(reason) => does((calls) => calls.rejectPlan(id, reason))}
          onClose={() => {
            setAsking(undefined);
          }}
        />
      )}
    </div>
  );
}

/** How many lists a notice names. */
const mostNamed = 10;

function Outdated({ lists }: { readonly lists: readonly PlanList[] }) {
  const wrong = lists.filter(({ state }) => state !== 'open' && state !== 'unread');
  if (wrong.length === 0) return null;
  return (
    <div class="notice notice--bad">
      <p class="notice__title">{words.outdated(wrong.length)}</p>
      <ListNames lists={wrong} />
    </div>
  );
}

/** The lists that will be skipped, because someone changed them. */
function ChangedSince({ lists }: { readonly lists: readonly PlanList[] }) {
  const changed = lists.filter(isChangedSince);
  if (changed.length === 0) return null;
  return (
    <div class="notice notice--warn">
      <p class="notice__title">{words.changedSince(changed.length)}</p>
      <ListNames lists={changed} />
    </div>
  );
}

function ListNames({ lists }: { readonly lists: readonly PlanList[] }) {
  return (
    <ul>
      {lists.slice(0, mostNamed).map(({ device, deviceKind, list, changedSince, problem }) => (
        <li key={`${deviceKind} ${device} ${list}`}>
          <Link to={{ at: 'device', kind: deviceKind, name: device }} class="code">
            <Text text={device} />
          </Link>{' '}
          {texts.kinds[list]}
          {changedSince !== null && (
            <>
              {' '}
              <Link to={{ at: 'change', id: changedSince }}>{texts.change.title(changedSince)}</Link>
            </>
          )}
          {problem && problem.code !== 'changed-meanwhile' && (
            <>
              {' '}
              <Text text={problem.detail} class="quiet" />
            </>
          )}
        </li>
      ))}
      {lists.length > mostNamed && <li>{words.more(lists.length - mostNamed)}</li>}
    </ul>
  );
}

function Progress({ plan: { lists, application } }: { readonly plan: Plan }) {
  const all = countLists(lists);
  const done = all - leftOf(lists);
  return (
    <div class="stack stack--dense plan-progress">
      <progress class="run__bar" value={done} max={all} aria-label={words.progress} />
      <p>{words.done(done, all)}</p>
      <p class="quiet run__words" role="status">
        {application?.stopping === true && words.stopping}
      </p>
    </div>
  );
}

/** Why an action failed. If it is not a failure of the service, the notice says so in plain words. */
function DeedFailed({ error }: { readonly error: PhoneProxyError }) {
  const { code, means } = failureOf(error);
  const { state, digest, lost } = words.failed;
  const plain =
    code === 'plan-state' ? state : code === 'other-digest' ? digest : means === 'unknown' ? lost : undefined;
  if (plain === undefined) return <ProblemNotice error={error} />;
  return (
    <div class="notice notice--warn" role="alert">
      <p class="notice__title">{plain}</p>
      <p>
        <Text text={wordsOf(error).detail} />
      </p>
    </div>
  );
}

/** A link to the run of a plan, and its undo. */
function UndoOfPlan({ run }: { readonly run: string }) {
  const { loaded } = useLoaded((signal) => client().readRun(run, { signal }), [run]);
  const known = valueOf(loaded);
  return (
    <div class="actions">
      <Link to={{ at: 'run', id: run }} class="button">
        {words.seeRun}
      </Link>
      {known && mayChange() && (
        <UndoRun
          run={known}
          onBegun={() => {
            goTo({ at: 'run', id: run });
          }}
        />
      )}
    </div>
  );
}
