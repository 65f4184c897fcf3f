import { useEffect, useState } from 'preact/hooks';
import { type Change, changeBounds, failureOf, type PhoneProxyError } from '../../../src/client/index.js';
import { failedCall } from '../../calls/failed-call.js';
import { Confirmation } from '../../components/confirmation.js';
import { ProblemNotice } from '../../components/problem-notice.js';
import { useKept } from '../../state/kept.js';
import { countWaiting } from '../../state/waiting-changes.js';
import { listTexts } from '../../texts/change-lists.js';
import { texts } from '../../texts/texts.js';
import { TextField } from './reason-dialog.js';

const words = listTexts.propose;

interface ProposeDialogProps {
  /** What is in the field at first. */
  readonly title: string;
  readonly propose: (
    given: { readonly title: string; readonly reason: string },
    signal: AbortSignal,
  ) => Promise<Change>;
  readonly onProposed: (change: Change) => void;
  readonly onClose: () => void;
}

/** Asks for the title and the reason of a proposal. After a failure, they stay. */
export function ProposeDialog({ title: first, propose, onProposed, onClose }: ProposeDialogProps) {
  const [title, setTitle] = useKept('change title', first);
  const [reason, setReason] = useKept('change reason', '');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<PhoneProxyError>();
  const [giveUp] = useState(() => new AbortController());
  useEffect(
    () => () => {
      giveUp.abort();
    },
    [],
  );
  const given = { title: title.trim(), reason: reason.trim() };
  const isTyped =
    given.title !== '' && given.title.length <= changeBounds.title && given.reason.length <= changeBounds.reason;
  const send = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const change = await propose(given, giveUp.signal);
      void countWaiting();
      onClose();
      onProposed(change);
    } catch (thrown) {
      if (!giveUp.signal.aborted) setError(failedCall(thrown));
      setBusy(false);
    }
  };
  return (
    <Confirmation
      title={words.title}
      lead={words.lead}
      confirm={words.start}
      isUnready={!isTyped || isBusy}
      onConfirm={() => void send()}
      onCancel={onClose}
    >
      <TextField name={words.name} value={title} longest={changeBounds.title} onInput={setTitle} />
      <TextField name={listTexts.reason} value={reason} longest={changeBounds.reason} isFirst onInput={setReason} />
      {error && <ProblemNotice error={error} />}
      {error && failureOf(error).means === 'unknown' && <p>{texts.many.lost}</p>}
      <p class="quiet" role="status">
        {isBusy && words.sending}
      </p>
    </Confirmation>
  );
}
