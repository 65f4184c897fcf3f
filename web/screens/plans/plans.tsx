import { useEffect } from 'preact/hooks';
import { countLists, type Plan, planStates } from '../../../src/client/index.js';
import { Link } from '../../components/link.js';
import { Moment } from '../../components/moment.js';
import { Page } from '../../components/page.js';
import { Paged, type Part } from '../../components/paged.js';
import { Failed } from '../../components/problem-notice.js';
import { usePageActions } from '../../components/keyboard/shortcuts.js';
import { ReadAt } from '../../components/read-at.js';
import { Shown, Skeleton } from '../../components/shown.js';
import { Table } from '../../components/table.js';
import { Text } from '../../components/text.js';
import { planCalls } from '../../state/plan-calls.js';
import { mostWaiting, waitingStates, waitsFor } from '../../plans/waiting.js';
import { useAnnounced } from '../../state/announcer.js';
import { status } from '../../state/health.js';
import { readAtOf, useLoaded, valueOf } from '../../state/loaded.js';
import { goTo, type PlansFilter } from '../../state/route.js';
import { mayPropose, session } from '../../state/session.js';
import { countPlans } from '../../state/waiting-plans.js';
import { planTexts as words } from '../../texts/plans.js';
import { texts } from '../../texts/texts.js';
import { Choice } from '../relabel/filters.js';
import { PlanState } from './plan-state.js';

/** The plans that wait for the current user, and all plans, the newest first. */
export function PlansScreen({ filter }: { readonly filter: PlansFilter }) {
  if (status.value?.history === false) {
    return (
      <Page title={words.title}>
        <p class="notice notice--info">{texts.problem.plain['history-off']}</p>
      </Page>
    );
  }
  return <Plans filter={filter} />;
}

function Plans({ filter }: { readonly filter: PlansFilter }) {
  const { loaded, again } = useLoaded((signal) => readPlans(filter, undefined, signal), [JSON.stringify(filter)]);
  const waitingRead = useLoaded((signal) => readWaiting(filter, signal), [JSON.stringify(filter)]);
  const waiting = valueOf(waitingRead.loaded) ?? [];
  const refresh = (): void => {
    again();
    waitingRead.again();
    void countPlans();
  };
  useEffect(() => {
    void countPlans();
  }, []);
  usePageActions([{ name: texts.refresh, act: refresh }]);
  useAnnounced(
    loaded.phase === 'there' ? words.told(loaded.value.items.length, loaded.value.next !== undefined) : undefined,
  );
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Page title={words.title} lead={<p>{words.lead}</p>} actions={<ReadAt at={readAtOf(loaded)} refresh={refresh} />}>
      {waitingRead.loaded.phase === 'waiting' && <Skeleton lines={8} />}
      {!isFiltered && waiting.length > 0 && (
        <section class="card" aria-labelledby="waiting">
          <h2 id="waiting">{words.waiting}</h2>
          <p class="quiet">{words.waitingLead}</p>
          <PlanTable plans={waiting} />
        </section>
      )}
      <section class="card" aria-label={words.others}>
        <Filters filter={filter} />
        {loaded.phase === 'failed' ? (
          <Failed error={loaded.error} again={again} />
        ) : (
          <Shown loaded={loaded} again={again} lines={8}>
            {(first) => (
              <Paged
                key={JSON.stringify(first.items)}
                first={first}
                read={(next) => readPlans(filter, next)}
                more={words.older}
                nothing={isFiltered ? words.noneSo : words.none}
              >
                {(plans) => <PlanTable plans={plans} />}
              </Paged>
            )}
          </Shown>
        )}
      </section>
    </Page>
  );
}

async function readPlans({ state, user }: PlansFilter, before?: string, signal?: AbortSignal): Promise<Part<Plan>> {
  const known = planStates.find((one) => one === state);
  const { plans, next } = await planCalls().listPlans({ state: known, user, before }, { signal });
  return { items: plans, next };
}

/** Reads the plans that wait for the current user. With a filter, they are not shown above the others. */
async function readWaiting(filter: PlansFilter, signal: AbortSignal): Promise<readonly Plan[]> {
  const user = session.peek()?.user;
  if (user === undefined || !mayPropose() || Object.keys(filter).length > 0) return [];
  const pages = await Promise.all(
    waitingStates.map((state) => planCalls().listPlans({ state, limit: mostWaiting }, { signal })),
  );
  return pages.flatMap(({ plans }) => plans.filter((plan) => waitsFor(plan, user)));
}

/** The filter becomes the page's address. */
function Filters({ filter }: { readonly filter: PlansFilter }) {
  const self = session.value?.user ?? '';
  const users = [...new Set([self, ...(filter.user === undefined ? [] : [filter.user])])];
  const show = ({ state, user }: { [Name in keyof PlansFilter]: PlansFilter[Name] | undefined }): void => {
    goTo({ at: 'plans', filter: { ...(state !== undefined && { state }), ...(user !== undefined && { user }) } });
  };
  return (
    <fieldset class="filters">
      <legend class="hidden">{words.filter}</legend>
      <Choice
        name={words.state}
        nothing={words.anyState}
        value={planStates.find((one) => one === filter.state)}
        options={planStates.map((one) => ({ value: one, words: words.states[one] }))}
        onChoose={(state) => {
          show({ ...filter, state });
        }}
      />
      <Choice
        name={words.by}
        nothing={words.anyone}
        value={filter.user}
        options={users.map((one) => ({ value: one, words: words.onlyBy(one, self) }))}
        onChoose={(user) => {
          show({ ...filter, user });
        }}
      />
    </fieldset>
  );
}

function PlanTable({ plans }: { readonly plans: readonly Plan[] }) {
  return (
    <Table columns={[words.plan, words.by, words.lists, words.state, words.expires]} class="plans">
      {plans.map((plan) => (
        <tr key={plan.id}>
          <td>
            <Link to={{ at: 'plan', id: plan.id }}>
              <Text text={plan.title} />
            </Link>{' '}
            <Text text={plan.reason} class="quiet small" />
          </td>
          <td>
            <Text text={plan.user} />{' '}
            <span class="quiet">
              <Moment time={plan.time} />
            </span>
          </td>
          <td data-name={words.lists}>{countLists(plan.lists)}</td>
          <td>
            <PlanState plan={plan} />
          </td>
          <td class="quiet" data-name={isOpen(plan) ? words.expires : undefined}>
            {isOpen(plan) && <Moment time={plan.expires} />}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Whether the plan can expire. */
function isOpen({ state }: Plan): boolean {
  return state === 'checking' || state === 'proposed' || state === 'approved';
}
