import { useEffect, useState } from 'preact/hooks';
import { type Change, changeBounds, failureOf, type PhoneProxyError, ProblemError } from '../../../src/client/index.js';
import { failedCall } from '../../calls/failed-call.js';
import { fitsOneChange, placeOf, type WorkedOut } from '../../changes/work-out.js';
import { Confirmation } from '../../components/confirmation.js';
import { DeviceLink } from '../../components/link.js';
import { ProblemNotice } from '../../components/problem-notice.js';
import { Text } from '../../components/text.js';
import { useKept } from '../../state/kept.js';
import { goTo } from '../../state/route.js';
import { client } from '../../state/session.js';
import { countWaiting } from '../../state/waiting-changes.js';
import { listTexts } from '../../texts/change-lists.js';
import { texts } from '../../texts/texts.js';
import { TextField } from './reason-dialog.js';

const words = listTexts.ask;

interface AskDialogProps {
  /** The title of the change; of a proposal, what is in the field at first. */
  readonly title: string;
  /** How many lists it sets at most. */
  readonly count: number;
  /** Whether it begins at once. Otherwise it is proposed. */
  readonly applies?: boolean;
  /** @param onRead gets the number of lists that were read */
  readonly prepare: (onRead: (count: number) => void, signal: AbortSignal) => Promise<WorkedOut>;
  /** Is called after the service has the change, before its page is shown. */
  readonly onAsked?: ((change: Change) => void) | undefined;
  readonly onClose: () => void;
}

/** Asks the service for a change, and shows its page. A proposal has a title and a reason. After a failure, they stay. */
export function AskDialog({ title: first, count, applies = false, prepare, onAsked, onClose }: AskDialogProps) {
  const [title, setTitle] = useKept('change title', first);
  const [reason, setReason] = useKept('change reason', '');
  const [read, setRead] = useState<number>();
  const [prepared, setPrepared] = useState<WorkedOut>();
  const [error, setError] = useState<PhoneProxyError>();
  // The same key for each try: a change whose answer was lost is not made twice.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [giveUp] = useState(() => new AbortController());
  const isBusy = read !== undefined;
  const isTyped =
    title.trim() !== '' && title.trim().length <= changeBounds.title && reason.trim().length <= changeBounds.reason;
  const isNothing = prepared?.lists.length === 0;
  const isTooMuch = prepared !== undefined && !fitsOneChange(prepared.lists);
  const isUnready = !isTyped || isNothing || isTooMuch;
  const send = async (): Promise<void> => {
    const { signal } = giveUp;
    setRead(0);
    setError(undefined);
    try {
      const now = prepared ?? (await prepare(setRead, signal));
      setPrepared(now);
      // First, the user must see which lists are left out, or that there are none or too many.
      if (prepared === undefined && (now.leftOut.length > 0 || now.lists.length === 0 || !fitsOneChange(now.lists)))
        return;
      const change = await client().askForChange(
        { title: title.trim(), reason: reason.trim(), lists: now.lists, apply: applies },
        { idempotencyKey, signal },
      );
      onAsked?.(change);
      void countWaiting();
      onClose();
      goTo({ at: 'change', id: change.id });
    } catch (thrown) {
      if (!signal.aborted) setError(failedCall(thrown));
    } finally {
      setRead(undefined);
    }
  };
  useEffect(() => {
    if (applies) void send();
    return () => {
      giveUp.abort();
    };
  }, []);
  const submit = (): void => {
    if (!isUnready && !isBusy) void send();
  };
  const start = applies ? words.apply : words.propose;
  return (
    <Confirmation
      title={start.title}
      lead={start.lead}
      confirm={prepared && prepared.leftOut.length > 0 ? start.others(prepared.lists.length) : start.start}
      isUnready={isUnready || isBusy}
      onConfirm={submit}
      onCancel={onClose}
    >
      {!applies && (
        <>
          <TextField name={words.name} value={title} longest={changeBounds.title} onInput={setTitle} />
          <TextField name={listTexts.reason} value={reason} longest={changeBounds.reason} isFirst onInput={setReason} />
        </>
      )}
      {prepared && prepared.leftOut.length > 0 && <LeftOut lists={prepared.leftOut} />}
      {isNothing && prepared.leftOut.length === 0 && <p class="notice notice--info">{words.nothing}</p>}
      {isTooMuch && (
        <p class="notice notice--bad" role="alert">
          {words.tooMuch(prepared.lists.length)}
        </p>
      )}
      {error && <NotAsked error={error} prepared={prepared} />}
      <p class="quiet" role="status">
        {isBusy && (read < count && prepared === undefined ? listTexts.reading(read, count) : words.sending)}
      </p>
    </Confirmation>
  );
}

/** How many lists or faults are named. */
const mostNamed = 10;

function LeftOut({ lists }: { readonly lists: WorkedOut['leftOut'] }) {
  return (
    <div class="notice notice--warn" role="alert">
      <p class="notice__title">{words.leftOut(lists.length)}</p>
      <ul>
        {lists.slice(0, mostNamed).map(({ device, deviceKind, kind }) => (
          <li key={`${deviceKind} ${device} ${kind}`}>
            <DeviceLink kind={deviceKind} name={device} /> {texts.kinds[kind]}
          </li>
        ))}
        {lists.length > mostNamed && <li>{listTexts.more(lists.length - mostNamed)}</li>}
      </ul>
    </div>
  );
}

/** Why a change was not asked for. If the service has named the wrong lists, it says what is wrong with each. */
function NotAsked({ error, prepared }: { readonly error: PhoneProxyError; readonly prepared: WorkedOut | undefined }) {
  const faults = error instanceof ProblemError ? error.errors : [];
  if (faults.length === 0 || prepared === undefined) {
    return (
      <>
        <ProblemNotice error={error} />
        {failureOf(error).means === 'unknown' && <p>{words.lost}</p>}
      </>
    );
  }
  return (
    <div class="notice notice--bad" role="alert">
      <p class="notice__title">{words.refused}</p>
      <ul>
        {faults.slice(0, mostNamed).map((fault) => {
          const place = placeOf(fault, prepared.lists);
          return (
            <li key={fault.field}>
              {place ? (
                <>
                  <Text text={nameOf(place.list)} class="code" /> {texts.kinds[place.list.kind]} {place.index}
                </>
              ) : (
                <code>{fault.field}</code>
              )}{' '}
              <Text text={fault.detail} />
            </li>
          );
        })}
        {faults.length > mostNamed && <li>{listTexts.more(faults.length - mostNamed)}</li>}
      </ul>
    </div>
  );
}

function nameOf({ device }: WorkedOut['lists'][number]): string {
  return typeof device === 'string' ? device : device.profile;
}
