import { countLists, type Plan, type PlanRead } from '../../../src/client/index.js';
import { Copy } from '../../components/copy.js';
import { type Fact, Facts } from '../../components/facts.js';
import { usePageActions } from '../../components/keyboard/shortcuts.js';
import { Link } from '../../components/link.js';
import { Moment } from '../../components/moment.js';
import { Page } from '../../components/page.js';
import { ProblemNotice } from '../../components/problem-notice.js';
import { ReadAt } from '../../components/read-at.js';
import { Shown } from '../../components/shown.js';
import { Text } from '../../components/text.js';
import { planCalls } from '../../state/plan-calls.js';
import { listsInPage, useReadingPlan } from '../../state/reading-plan.js';
import { listStateIn, type PlanList } from '../../plans/lists.js';
import { readAtOf, useLoaded, valueOf } from '../../state/loaded.js';
import { planTexts as words } from '../../texts/plans.js';
import { texts } from '../../texts/texts.js';
import { PlanActions } from './plan-actions.js';
import { PlanDifference } from './plan-difference.js';
import { PlanState } from './plan-state.js';

/** A plan: who proposed it and why, its changes, and what the user can do with it. */
export function PlanScreen({ id }: { readonly id: string }) {
  const { loaded, again } = useLoaded((signal) => planCalls().readPlan(id, { limit: listsInPage, signal }), [id]);
  const known = valueOf(loaded)?.plan;
  usePageActions([{ name: texts.refresh, act: again }]);
  return (
    <Page
      title={words.document(id)}
      tab={known && words.tab(id, known.title)}
      above={words.document(id)}
      heading={known && <Text text={known.title} />}
      actions={
        <>
          <ReadAt at={readAtOf(loaded)} refresh={again} />
          <Link to={{ at: 'plans', filter: {} }} class="button button--quiet">
            {words.all}
          </Link>
        </>
      }
    >
      <Shown loaded={loaded} again={again} lines={8}>
        {(first) => <WholePlan first={first} again={again} />}
      </Shown>
    </Page>
  );
}

function WholePlan({ first, again }: { readonly first: PlanRead; readonly again: () => void }) {
  const reading = useReadingPlan(first, again);
  const { plan, lists, isWhole, error } = reading;
  return (
    <div class="change plan stack stack--wide">
      <section class="card stack" aria-label={words.document(plan.id)}>
        <PlanFacts plan={plan} />
        {error && <ProblemNotice error={error} again={again} />}
        {error && <p>{words.notAllRead}</p>}
        {!isWhole && !error && (
          <p class="quiet" role="status">
            {words.reading(lists.length, countLists(plan.lists))}
          </p>
        )}
        <PlanActions {...reading} again={again} />
      </section>
      <PlanDifference plan={plan} lists={lists} />
    </div>
  );
}

function PlanFacts({ plan }: { readonly plan: Plan }) {
  const { approval, rejection, application } = plan;
  return (
    <Facts
      facts={[
        [
          words.state,
          <span key="state">
            <PlanState plan={plan} /> <span class="quiet">{words.meanings[plan.state]}</span>
          </span>,
        ],
        [words.reason, plan.reason === '' ? <span class="quiet">{words.noReason}</span> : <Text text={plan.reason} />],
        deed(words.by, plan),
        ...(approval ? [deed(words.approved, approval)] : []),
        ...(rejection
          ? [deed(plan.state === 'withdrawn' ? words.withdrawn : words.rejected, rejection, rejection.reason)]
          : []),
        ...(application ? [deed(words.applied, application, ...toldOf(application))] : []),
        ...(application?.run == null
          ? []
          : [
              [
                words.run,
                <Link key="run" to={{ at: 'run', id: application.run }}>
                  {application.run}
                </Link>,
              ] as const,
            ]),
        [words.lists, countsOf(plan)],
        ...(isOpen(plan) ? [[words.expires, <Moment key="expires" time={plan.expires} />] as const] : []),
        [
          words.digest,
          <span key="digest">
            <code class="digest">{plan.digest}</code> <Copy text={plan.digest} what={words.digest} />
          </span>,
        ],
      ]}
    />
  );
}

function isOpen({ state }: Plan): boolean {
  return state === 'checking' || state === 'proposed' || state === 'approved';
}

function toldOf({ perHour, why }: NonNullable<Plan['application']>): readonly string[] {
  return [words.perHour(perHour), ...(why === null ? [] : [why])];
}

/** @returns how many lists are in each state, in words */
function countsOf(plan: Plan): string {
  const counts = Object.entries(plan.lists) as [PlanList['state'], number][];
  return counts.map(([state, count]) => words.listCount(listStateIn(plan, state), count)).join(texts.separator);
}

/** Who did something with a plan, when, and details. */
function deed(name: string, { user, time }: { readonly user: string; readonly time: string }, ...told: string[]): Fact {
  return [
    name,
    <span key={name}>
      <Text text={user} />{' '}
      <span class="quiet">
        <Moment time={time} />
      </span>
      {told.map((one) => (
        <span key={one}>
          {texts.separator}
          <Text text={one} />
        </span>
      ))}
    </span>,
  ];
}
