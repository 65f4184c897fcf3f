import type { ComponentChildren } from 'preact';
import type { ChangeWithDifference } from '../../../src/client/index.js';
import { entriesBetween } from '../../changes/change-difference.js';
import { DifferenceList } from '../../components/difference-list.js';
import { EntryList } from '../../components/entries.js';
import { DeviceLink, Link } from '../../components/link.js';
import { Moment } from '../../components/moment.js';
import { Page } from '../../components/page.js';
import { Shown } from '../../components/shown.js';
import { isCode } from '../../calls/failures.js';
import { useLoaded } from '../../state/loaded.js';
import { client } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import { HistoryOff } from './history-off.js';
import { Outcome } from './outcome.js';
import { Undo } from './undo.js';

/** One change: who, when, what it did to the list, and its undo. */
export function ChangeScreen({ id }: { readonly id: string }) {
  const { loaded, again } = useLoaded((signal) => client().readChange(id, { signal }), [id]);
  const error = loaded.phase === 'failed' ? loaded.error : undefined;
  return (
    <Page
      title={texts.change.title(id)}
      actions={<Neighbours change={loaded.phase === 'there' ? loaded.value : undefined} />}
    >
      {isCode(error, 'history-off') && <HistoryOff />}
      {isCode(error, 'change-not-found') && <p class="notice notice--info">{texts.change.notThere}</p>}
      {!isCode(error, 'history-off') && !isCode(error, 'change-not-found') && (
        <Shown loaded={loaded} again={again} lines={6}>
          {(change) => <WholeChange change={change} again={again} />}
        </Shown>
      )}
    </Page>
  );
}

function Neighbours({ change }: { readonly change: ChangeWithDifference | undefined }) {
  return (
    <>
      {change && (
        <Link to={{ at: 'changes', filter: { [change.deviceKind]: change.device } }} class="button button--quiet">
          {texts.change.ofDevice}
        </Link>
      )}
      <Link to={{ at: 'changes', filter: {} }} class="button button--quiet">
        {texts.change.all}
      </Link>
    </>
  );
}

function WholeChange({ change, again }: { readonly change: ChangeWithDifference; readonly again: () => void }) {
  const { kind, before, after } = change;
  return (
    <div class="change stack stack--wide">
      <section class="card" aria-label={texts.change.title(change.id)}>
        <Facts change={change} />
      </section>
      <section class="card" aria-labelledby="difference">
        <h2 id="difference">{headingOf(change)}</h2>
        {before === null ? (
          <>
            <p class="notice notice--warn">{texts.change.unknownBefore}</p>
            <EntryList entries={after} />
          </>
        ) : (
          <DifferenceList difference={entriesBetween(kind, before, after)} />
        )}
        <Undo change={change} again={again} />
      </section>
    </div>
  );
}

const made: ReadonlySet<ChangeWithDifference['outcome']> = new Set(['replaced', 'confirmed-by-reading']);

function headingOf({ before, outcome }: ChangeWithDifference): string {
  if (before === null) return texts.change.listAfter;
  return made.has(outcome) ? texts.change.made : texts.change.requested;
}

function Facts({ change }: { readonly change: ChangeWithDifference }) {
  const { time, user, device, deviceKind, kind, outcome, requestId } = change;
  const words = texts.change;
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    [words.when, <Moment key="when" time={time} isLong />],
    [words.who, <bdi key="who">{user}</bdi>],
    [words.device, <DeviceLink key="device" kind={deviceKind} name={device} />],
    [words.kind, texts.kinds[kind]],
    [words.outcome, <Outcome key="outcome" outcome={outcome} />],
    [words.requestId, <code key="request">{requestId}</code>],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name} class="facts__fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
