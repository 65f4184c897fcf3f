import { type ChangeWithDifference } from '../../../src/client/index.js';
import { isGone, standingOf } from '../../changes/undo.js';
import { entriesBetween } from '../../changes/change-difference.js';
import { Copy } from '../../components/copy.js';
import { DifferenceList } from '../../components/difference-list.js';
import { EntryList } from '../../components/entries.js';
import { DescribedDevice, Link } from '../../components/link.js';
import { Moment } from '../../components/moment.js';
import { Page } from '../../components/page.js';
import { Shown } from '../../components/shown.js';
import { useLoaded, valueOf } from '../../state/loaded.js';
import type { Route } from '../../state/route.js';
import { client } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import { Author, Outcome } from './change-table.js';
import { Undo } from './undo.js';
import { type Fact, Facts } from '../../components/facts.js';

/** One change: the user, the time, what it did to the list, and its undo. */
export function ChangeScreen({ id }: { readonly id: string }) {
  const { loaded, again } = useLoaded((signal) => client().readChange(id, { signal }), [id]);
  const known = valueOf(loaded);
  return (
    <Page
      title={texts.change.title(id)}
      tab={known && texts.change.tab(id, texts.kinds[known.kind], known.device)}
      actions={<Neighbours change={known} />}
    >
      <Shown loaded={loaded} again={again} lines={6}>
        {(change) => <WholeChange change={change} again={again} />}
      </Shown>
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
  return (
    <div class="change stack stack--wide">
      <section class="card" aria-label={texts.change.title(change.id)}>
        <ChangeFacts change={change} />
      </section>
      <section class="card" aria-labelledby="difference">
        <h2 id="difference">{headingOf(change)}</h2>
        <WhatItDid change={change} />
        <Undo change={change} again={again} />
      </section>
    </div>
  );
}

/** What a change did to the list, as far as it is known. */
function WhatItDid({ change }: { readonly change: ChangeWithDifference }) {
  const { kind, before, after } = change;
  const words = texts.change;
  const gone = isGone(change);
  if (gone && before === null) return <p>{words.goneUnknown}</p>;
  if (after === null && !gone) return <p class="notice notice--warn">{words.unreadable}</p>;
  if (before === null) {
    return (
      <>
        <p class="notice notice--warn">{words.unknownBefore}</p>
        <EntryList entries={after ?? []} />
      </>
    );
  }
  return (
    <>
      {gone && <p>{words.gone}</p>}
      <DifferenceList difference={entriesBetween(kind, before, after ?? [])} />
    </>
  );
}

function headingOf(change: ChangeWithDifference): string {
  if (change.before === null && !isGone(change)) return texts.change.listAfter;
  return standingOf(change) === 'made' ? texts.change.made : texts.change.requested;
}

function ChangeFacts({ change }: { readonly change: ChangeWithDifference }) {
  const { time, device, deviceKind, kind, requestId, run, undoes, undoneBy, source } = change;
  const words = texts.change;
  return (
    <Facts
      facts={[
        [source === 'elsewhere' ? words.seen : words.when, <Moment key="when" time={time} />],
        [words.who, <Author key="who" change={change} />],
        [
          words.device,
          <span key="device">
            <DescribedDevice kind={deviceKind} name={device} />
          </span>,
        ],
        [words.kind, texts.kinds[kind]],
        [words.outcome, <Outcome key="outcome" change={change} />],
        ...(run === null ? [] : [fact(words.run, { at: 'run', id: run }, run)]),
        ...(undoes === null ? [] : [fact(words.undoes, { at: 'change', id: undoes }, words.title(undoes))]),
        ...(undoneBy === null ? [] : [fact(words.undoneBy, { at: 'change', id: undoneBy }, words.title(undoneBy))]),
        ...(requestId === null ? [] : [[words.requestId, <RequestId key="request" id={requestId} />] as const]),
      ]}
    />
  );
}

function fact(name: string, to: Route, words: string): Fact {
  return [
    name,
    <Link key={name} to={to}>
      {words}
    </Link>,
  ];
}

function RequestId({ id }: { readonly id: string }) {
  return (
    <>
      <code>{id}</code> <Copy text={id} />
    </>
  );
}
