import { useRef } from 'preact/hooks';
import { idleSecondsLeft, leaveIdle, staySignedIn } from '../state/idle.js';
import { texts } from '../texts/texts.js';
import { Dialog } from './dialog.js';
import { Act } from './act.js';

const words = texts.idle;

/** Screen readers announce the countdown when this number of seconds is left, or soon after. */
const told = [30, 10];

/** Warns an idle user before signing out: shows a countdown, and a button to stay. */
export function IdleWarning() {
  const seconds = idleSecondsLeft.value;
  return seconds === undefined ? null : <Warning seconds={seconds} />;
}

function Warning({ seconds }: { readonly seconds: number }) {
  const heard = useRef(seconds);
  const { current } = heard;
  if (told.some((one) => seconds <= one && one < current)) heard.current = seconds;
  return (
    <Dialog
      title={words.title}
      onClose={staySignedIn}
      actions={
        <>
          <Act onClick={leaveIdle}>{words.leave}</Act>
          <Act look="main" onClick={staySignedIn}>
            {words.stay}
          </Act>
        </>
      }
    >
      <p aria-hidden="true">{words.left(seconds)}</p>
      <p class="hidden" role="status">
        {words.left(heard.current)}
      </p>
      <p class="quiet">{words.kept}</p>
    </Dialog>
  );
}
