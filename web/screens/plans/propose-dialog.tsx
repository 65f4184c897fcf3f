import { useEffect, useState } from 'preact/hooks';
import { failureOf, type PhoneProxyError, type Plan, planBounds, ProblemError } from '../../../src/client/index.js';
import { failedCall } from '../../calls/failed-call.js';
import { Confirmation } from '../../components/confirmation.js';
import { DeviceLink } from '../../components/link.js';
import { ProblemNotice } from '../../components/problem-notice.js';
import { Text } from '../../components/text.js';
import { placeOf, type Prepared } from '../../plans/proposing.js';
import { useKept } from '../../state/kept.js';
import { planCalls } from '../../state/plan-calls.js';
import { goTo } from '../../state/route.js';
import { countPlans } from '../../state/waiting-plans.js';
import { planTexts } from '../../texts/plans.js';
import { texts } from '../../texts/texts.js';
import { TextField } from './deed-dialogs.js';

const words = planTexts.propose;

interface ProposeDialogProps {
  /** The title that is in the field at first. */
  readonly title: string;
  /** How many lists the plan sets. */
  readonly count: number;
  /** @param onRead gets the number of lists that were read */
  readonly prepare: (onRead: (count: number) => void, signal: AbortSignal) => Promise<Prepared>;
  /** Is called after the plan is proposed, before its page is shown. */
  readonly onProposed?: ((plan: Plan) => void) | undefined;
  readonly onClose: () => void;
}

/** Asks for title and reason, proposes the plan, and shows its page. After a failure, the typed text stays. */
export function ProposeDialog({ title: first, count, prepare, onProposed, onClose }: ProposeDialogProps) {
  const [title, setTitle] = useKept('plan title', first);
  const [reason, setReason] = useKept('plan reason', '');
  const [read, setRead] = useState<number>();
  const [prepared, setPrepared] = useState<Prepared>();
  const [error, setError] = useState<PhoneProxyError>();
  const [giveUp] = useState(() => new AbortController());
  useEffect(
    () => () => {
      giveUp.abort();
    },
    [],
  );
  const isBusy = read !== undefined;
  const isTooLarge = count > planBounds.lists;
  const isTyped =
    title.trim() !== '' && title.trim().length <= planBounds.title && reason.trim().length <= planBounds.reason;
  const isNothing = prepared?.changes.length === 0;
  const isUnready = !isTyped || isTooLarge || isNothing;
  const send = async (): Promise<void> => {
    const { signal } = giveUp;
    setRead(0);
    setError(undefined);
    try {
      const now = prepared ?? (await prepare(setRead, signal));
      setPrepared(now);
      // Before the plan is proposed, the user must see which lists are left out.
      if (prepared === undefined && (now.leftOut.length > 0 || now.changes.length === 0)) return;
      const plan = await planCalls().proposePlan(
        { title: title.trim(), reason: reason.trim(), changes: now.changes },
        { signal },
      );
      onProposed?.(plan);
      void countPlans();
      onClose();
      goTo({ at: 'plan', id: plan.id });
    } catch (thrown) {
      if (!signal.aborted) setError(failedCall(thrown));
    } finally {
      setRead(undefined);
    }
  };
  const submit = (): void => {
    if (!isUnready && !isBusy) void send();
  };
  return (
    <Confirmation
      title={words.title}
      lead={words.lead}
      confirm={prepared && prepared.leftOut.length > 0 ? words.others(prepared.changes.length) : words.start}
      isUnready={isUnready || isBusy}
      onConfirm={submit}
      onCancel={onClose}
    >
      {isTooLarge && <p class="notice notice--warn">{words.tooLarge(count, planBounds.lists)}</p>}
      <TextField name={words.name} value={title} longest={planBounds.title} onInput={setTitle} />
      <TextField name={planTexts.reason} value={reason} longest={planBounds.reason} isFirst onInput={setReason} />
      {prepared && prepared.leftOut.length > 0 && <LeftOut lists={prepared.leftOut} />}
      {isNothing && prepared.leftOut.length === 0 && <p class="notice notice--info">{words.nothing}</p>}
      {error && <NotProposed error={error} prepared={prepared} />}
      <p class="quiet" role="status">
        {isBusy && (read < count && prepared === undefined ? planTexts.reading(read, count) : words.sending)}
      </p>
    </Confirmation>
  );
}

/** How many lists or faults are named. */
const mostNamed = 10;

function LeftOut({ lists }: { readonly lists: Prepared['leftOut'] }) {
  return (
    <div class="notice notice--warn" role="alert">
      <p class="notice__title">{words.leftOut(lists.length)}</p>
      <ul>
        {lists.slice(0, mostNamed).map(({ device, deviceKind, kind }) => (
          <li key={`${deviceKind} ${device} ${kind}`}>
            <DeviceLink kind={deviceKind} name={device} /> {texts.kinds[kind]}
          </li>
        ))}
        {lists.length > mostNamed && <li>{planTexts.more(lists.length - mostNamed)}</li>}
      </ul>
    </div>
  );
}

/** Why a plan was not proposed. If the service has named the wrong lists, it says what is wrong with each. */
function NotProposed({
  error,
  prepared,
}: {
  readonly error: PhoneProxyError;
  readonly prepared: Prepared | undefined;
}) {
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
          const place = placeOf(fault, prepared.changes);
          return (
            <li key={fault.field}>
              {place ? (
                <>
                  <Text text={place.change.device} class="code" /> {texts.kinds[place.change.list]} {place.index}
                </>
              ) : (
                <code>{fault.field}</code>
              )}{' '}
              <Text text={fault.detail} />
            </li>
          );
        })}
        {faults.length > mostNamed && <li>{planTexts.more(faults.length - mostNamed)}</li>}
      </ul>
    </div>
  );
}
