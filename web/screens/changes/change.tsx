import type { Change, ChangeRead } from '../../../src/client/index.js';
import { type ListView, onlyList } from '../../changes/list-view.js';
import { isGone, standingOf } from '../../changes/undo.js';
import { entriesBetween } from '../../changes/change-difference.js';
import { Copy } from '../../components/copy.js';
import { DifferenceList } from '../../components/difference-list.js';
import { EntryList } from '../../components/entries.js';
import { DescribedDevice, Link } from '../../components/link.js';
import { Moment } from '../../components/moment.js';
import { Page } from '../../components/page.js';
import { usePageActions } from '../../components/keyboard/shortcuts.js';
import { ReadAt } from '../../components/read-at.js';
import { Shown } from '../../components/shown.js';
import { Text } from '../../components/text.js';
import { readAtOf, useLoaded, valueOf } from '../../state/loaded.js';
import { listsInPage } from '../../state/reading-change.js';
import type { Route } from '../../state/route.js';
import { client } from '../../state/session.js';
import { listTexts } from '../../texts/change-lists.js';
import { texts } from '../../texts/texts.js';
import { Author, Outcome } from './change-table.js';
import { deed, ManyLists } from './many-lists.js';
import { Undo } from './undo.js';
import { type Fact, Facts } from '../../components/facts.js';

/** The line above the heading is there before it is known what it says. */
const roomAbove = '\u00A0';

/** One change: who, when, what it does to the lists, and what the user can do with it. */
export function ChangeScreen({ id }: { readonly id: string }) {
  const { loaded, again } = useLoaded((signal) => client().readChange(id, { limit: listsInPage, signal }), [id]);
  const known = valueOf(loaded)?.change;
  const list = known && onlyList(known);
  const title = texts.change.title(id);
  usePageActions([{ name: texts.refresh, act: again }]);
  return (
    <Page
      title={title}
      tab={
        list
          ? texts.change.tab(id, texts.kinds[list.kind], list.device)
          : known && texts.change.tabOfMany(id, known.title)
      }
      above={list ? texts.change.ofList(texts.kinds[list.kind], list.device) : known ? title : roomAbove}
      heading={known && !list ? <Text text={known.title} /> : undefined}
      actions={
        <>
          {known && !list && <ReadAt at={readAtOf(loaded)} refresh={again} />}
          <Neighbours change={list} />
        </>
      }
    >
      <Shown loaded={loaded} again={again} lines={6}>
        {(first) => <Whole first={first} again={again} />}
      </Shown>
    </Page>
  );
}

function Whole({ first, again }: { readonly first: ChangeRead; readonly again: () => void }) {
  const list = onlyList(first.change);
  return list ? (
    <WholeChange change={list} whole={first.change} again={again} />
  ) : (
    <ManyLists first={first} again={again} />
  );
}

function Neighbours({ change }: { readonly change: ListView | undefined }) {
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

interface WholeChangeProps extends ChangeFactsProps {
  readonly again: () => void;
}

function WholeChange({ change, whole, again }: WholeChangeProps) {
  return (
    <div class="change stack stack--wide">
      <section class="card" aria-label={texts.change.title(change.id)}>
        <ChangeFacts change={change} whole={whole} />
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
function WhatItDid({ change }: { readonly change: ListView }) {
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

function headingOf(change: ListView): string {
  if (change.before === null && !isGone(change)) return texts.change.listAfter;
  return standingOf(change) === 'made' ? texts.change.made : texts.change.requested;
}

interface ChangeFactsProps {
  /** The only list of the change. */
  readonly change: ListView;
  readonly whole: Change;
}

function ChangeFacts({ change, whole }: ChangeFactsProps) {
  const { time, device, deviceKind, kind, requestId, undoes, undoneBy, source } = change;
  const { reason, approval } = whole;
  const words = texts.change;
  return (
    <Facts
      facts={[
        [source === 'elsewhere' ? words.seen : words.when, <Moment key="when" time={time} />],
        [words.who, <Author key="who" change={change} />],
        ...(reason === '' ? [] : [[listTexts.reason, <Text key="reason" text={reason} />] as const]),
        ...(approval
          ? [deed(listTexts.by, { user: whole.user ?? '', time: whole.time }), deed(listTexts.approved, approval)]
          : []),
        [
          words.device,
          <span key="device">
            <DescribedDevice kind={deviceKind} name={device} />
          </span>,
        ],
        [words.kind, texts.kinds[kind]],
        [words.outcome, <Outcome key="outcome" change={change} />],
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
