import { mayChange, mayPropose } from '../state/session.js';
import { texts } from '../texts/texts.js';
import { Act } from './act.js';

interface Change {
  readonly confirm: string;
  readonly isUnready?: boolean;
  readonly onConfirm: () => void;
}

interface Proposal {
  /** Whether nothing can be proposed now. */
  readonly isOff: boolean;
  readonly onPropose: () => void;
}

/**
 * @returns the buttons of a confirmation for the current user. A user who may change and propose gets both buttons. A
 * user who may only propose gets "Propose…" instead of the change
 */
export function changeOrPropose(change: Change, { isOff, onPropose }: Proposal) {
  if (!mayChange()) return { confirm: texts.propose, isUnready: isOff, onConfirm: onPropose };
  if (!mayPropose()) return change;
  const also = (
    <Act isOff={isOff} onClick={onPropose}>
      {texts.propose}
    </Act>
  );
  return { ...change, also };
}
