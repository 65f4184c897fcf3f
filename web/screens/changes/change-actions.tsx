import { useEffect, useRef, useState } from 'preact/hooks';
import {
  type Change,
  type ChangeList,
  countLists,
  failureOf,
  type PhoneProxyClient,
  type PhoneProxyError,
} from '../../../src/client/index.js';
import { failedCall } from '../../calls/failed-call.js';
import { isChangedSince, isShown, leftOf } from '../../changes/lists.js';
import { Act } from '../../components/act.js';
import { Confirmation } from '../../components/confirmation.js';
import { Link } from '../../components/link.js';
import { ProblemNotice, wordsOf } from '../../components/problem-notice.js';
import { Text } from '../../components/text.js';
import { announce } from '../../state/announcer.js';
import type { ReadingChange } from '../../state/reading-change.js';
import { pageBefore, useKeys } from '../../state/asking.js';
import { goTo } from '../../state/route.js';
import { client, mayChange, session } from '../../state/session.js';
import { countWaiting } from '../../state/waiting-changes.js';
import { listTexts as words } from '../../texts/change-lists.js';
import { texts } from '../../texts/texts.js';
import { ProposeDialog } from './propose-dialog.js';
import { ReasonDialog } from './reason-dialog.js';

interface ChangeActionsProps extends ReadingChange {
  /** The selected lists, to undo only them; empty for all. */
  readonly picked: readonly ChangeList[];
  /** Reads the change again. */
  readonly again: () => void;
}

/** What can be asked before it is done. */
type Asking = 'reject' | 'propose' | 'undo' | undefined;

/** What the user must know before a decision, and then the buttons. While the change runs, its progress is shown. */
export function ChangeActions({ change, lists, isWhole, heard, picked, again }: ChangeActionsProps) {
  const [asking, setAsking] = useState<Asking>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<PhoneProxyError>();
  const keyOf = useKeys();
  const root = useRef<HTMLDivElement>(null);
  const { id, digest, state, may } = change;
  useEffect(() => {
    // The button that had the focus may be gone.
    if (document.activeElement === document.body) root.current?.focus({ preventScroll: true });
  }, [state, asking]);
  const close = (): void => {
    setAsking(undefined);
  };
  const does = async (deed: (calls: PhoneProxyClient) => Promise<Change>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const now = await deed(client());
      if (now.id === id) heard(now);
      else goTo({ at: 'change', id: now.id });
      announce(texts.changes.states[now.state]);
      void countWaiting();
    } catch (thrown) {
      setError(failedCall(thrown));
      again();
    }
    setBusy(false);
    close();
  };
  const mayDecide = isWhole && !isBusy && isShown(lists);
  const deciding = may.includes('withdraw') ? words.withdraw : words.reject;
  const isOwn = change.user === session.value?.user;
  const isDraft = state === 'draft';
  const discard = async (): Promise<void> => {
    setBusy(true);
    try {
      // A draft is deleted without a trace, so no one reads the reason.
      await client().rejectChange(id, words.discard);
      goTo(pageBefore(id));
    } catch (thrown) {
      setError(failedCall(thrown));
      setBusy(false);
    }
  };
  const undo = (calls: PhoneProxyClient): Promise<Change> => {
    const some = picked.map(({ device, deviceKind, kind }) => ({ device, deviceKind, kind }));
    const asked = { undo: { change: id, ...(some.length > 0 && { lists: some }) }, apply: mayChange() };
    return calls.askForChange(asked, { idempotencyKey: keyOf(asked) });
  };
  const ask = (what: Asking) => (): void => {
    setAsking(what);
  };
  return (
    <div class="stack stack--start change-actions" ref={root} tabIndex={-1} role="group" aria-label={words.actions}>
      {change.why !== null && (
        <p class="notice notice--warn">
          <Text text={change.why} />
        </p>
      )}
      {!change.application && may.some((one) => one === 'approve' || one === 'apply') && <Problems lists={lists} />}
      {may.some((one) => one === 'approve' || one === 'apply') && <ChangedSince lists={lists} />}
      {state === 'running' && <Progress change={change} />}
      {error && <DeedFailed error={error} />}
      {state === 'proposed' && isOwn && !may.includes('apply') && <p class="notice notice--info">{words.own}</p>}
      {state === 'proposed' && !isOwn && !may.includes('approve') && <p class="quiet">{words.mayNot}</p>}
      <div class="actions">
        {may.includes('approve') && (
          <Act look="main" isOff={!mayDecide} onClick={() => does((calls) => calls.approveChange(id, digest ?? ''))}>
            {words.approve}
          </Act>
        )}
        {may.includes('apply') && (
          <Act look="main" isOff={!mayDecide} onClick={() => does((calls) => calls.applyChange(id))}>
            {change.application ? words.goOn : words.apply}
          </Act>
        )}
        {may.includes('propose') && (
          <Act look={may.includes('apply') ? undefined : 'main'} isOff={!mayDecide} onClick={ask('propose')}>
            {texts.propose}
          </Act>
        )}
        {may.includes('stop') && (
          <Act isOff={isBusy} onClick={() => does((calls) => calls.stopChange(id))}>
            {words.stop}
          </Act>
        )}
        {may.some((one) => one === 'reject' || one === 'withdraw') && (
          <Act isOff={isBusy} onClick={isDraft ? discard : ask('reject')}>
            {isDraft ? words.discard : deciding.button}
          </Act>
        )}
        {may.includes('undo') && (
          <Act isOff={isBusy} onClick={ask('undo')}>
            {picked.length > 0 ? words.undo.part(picked.length, lists.length) : texts.change.undo}
          </Act>
        )}
      </div>
      {asking === 'propose' && (
        <ProposeDialog
          title={change.title}
          propose={(given, signal) => client().proposeChange(id, given, { signal })}
          onProposed={(now) => {
            heard(now);
            // Its title may be another one.
            again();
          }}
          onClose={close}
        />
      )}
      {asking === 'undo' && (
        <Confirmation
          title={words.undo.title(change.title, picked.length, lists.length)}
          lead={words.undo.lead(mayChange())}
          confirm={isBusy ? texts.waiting.now : texts.change.confirm.start}
          isBusy={isBusy}
          onConfirm={() => void does(undo)}
          onCancel={close}
        />
      )}
      {asking === 'reject' && (
        <ReasonDialog
          title={deciding.title(change.title)}
          texts={deciding}
          isBusy={isBusy}
          onConfirm={(reason) => does((calls) => calls.rejectChange(id, reason))}
          onClose={close}
        />
      )}
    </div>
  );
}

/** How many lists a notice names. */
const mostNamed = 10;

/** The lists that have a problem, and are not set. */
function Problems({ lists }: { readonly lists: readonly ChangeList[] }) {
  const wrong = lists.filter(({ state }) => state === 'refused' || state === 'changed-meanwhile');
  if (wrong.length === 0) return null;
  return (
    <div class="notice notice--bad">
      <p class="notice__title">{words.problems(wrong.length)}</p>
      <ListNames lists={wrong} />
    </div>
  );
}

/** The lists that will be skipped, because someone changed them. */
function ChangedSince({ lists }: { readonly lists: readonly ChangeList[] }) {
  const changed = lists.filter(isChangedSince);
  if (changed.length === 0) return null;
  return (
    <div class="notice notice--warn">
      <p class="notice__title">{words.changedSince(changed.length)}</p>
      <ListNames lists={changed} />
    </div>
  );
}

function ListNames({ lists }: { readonly lists: readonly ChangeList[] }) {
  return (
    <ul>
      {lists.slice(0, mostNamed).map(({ device, deviceKind, kind, changedSince, problem }) => (
        <li key={`${deviceKind} ${device} ${kind}`}>
          <Link to={{ at: 'device', kind: deviceKind, name: device }} class="code">
            <Text text={device} />
          </Link>{' '}
          {texts.kinds[kind]}
          {changedSince !== null && (
            <>
              {' '}
              <Link to={{ at: 'change', id: changedSince }}>{texts.change.title(changedSince)}</Link>
            </>
          )}
          {problem && problem.code !== 'changed-meanwhile' && (
            <>
              {' '}
              <Text text={problem.detail ?? problem.code} class="quiet" />
            </>
          )}
        </li>
      ))}
      {lists.length > mostNamed && <li>{words.more(lists.length - mostNamed)}</li>}
    </ul>
  );
}

function Progress({ change: { counts, application, waitsFor } }: { readonly change: Change }) {
  const all = countLists(counts);
  const done = all - leftOf(counts);
  return (
    <div class="stack stack--dense progress">
      <progress class="progress__bar" value={done} max={all} aria-label={words.progress} />
      <p>{words.done(done, all)}</p>
      <p class="quiet progress__words" role="status">
        {application?.stopping === true ? words.stopping : <Text text={waitsFor ?? ''} />}
      </p>
    </div>
  );
}

/** Why an action failed. If it is not a failure of the service, the notice says so in plain words. */
function DeedFailed({ error }: { readonly error: PhoneProxyError }) {
  const { code, means } = failureOf(error);
  const { state, digest, lost } = words.failed;
  const plain =
    code === 'change-state' ? state : code === 'other-digest' ? digest : means === 'unknown' ? lost : undefined;
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
