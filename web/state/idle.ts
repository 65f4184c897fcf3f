import { signal } from '@preact/signals';
import { buttonRun, runUnderWay } from './button-run.js';
import { isLocked, lock, session, signOut } from './session.js';

const signsOfLife = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** How often the clock is looked at while the page is seen, in milliseconds. */
const lookEveryMs = 1000;

/** How long before the end somebody idle is warned, in milliseconds; of a very short time, the second half. */
const warnedMs = 60_000;

/** In how many seconds somebody idle is signed out, or the page is locked, while that is said. */
export const idleSecondsLeft = signal<number | undefined>(undefined);

let lastSeen = Date.now();
const allowedMs = (): number => idleMinutes() * 60_000;
const leftMs = (): number => lastSeen + allowedMs() - Date.now();

/**
 * Signs out whoever has touched neither mouse nor keyboard for as long as the page's head allows; warns before. While a
 * run goes on, the page is locked in place of that, and its user is signed out when the run has ended.
 */
export function signOutWhenIdle(): void {
  const seen = (): void => {
    // Once warned, one has to say so; and whoever comes back too late is not taken for present.
    if (session.peek() === undefined || (idleSecondsLeft.peek() === undefined && leftMs() > 0)) lastSeen = Date.now();
  };
  for (const sign of signsOfLife) window.addEventListener(sign, seen, { passive: true, capture: true });
  session.subscribe((now) => {
    idleSecondsLeft.value = undefined;
    if (now !== undefined) lastSeen = Date.now();
  });
  const look = (): void => {
    if (session.peek() === undefined || isLocked.peek()) return;
    const left = leftMs();
    idleSecondsLeft.value = left <= Math.min(warnedMs, allowedMs() / 2) ? Math.ceil(left / 1000) : undefined;
    if (left <= 0) leaveIdle();
  };
  isLocked.subscribe((locked) => {
    idleSecondsLeft.value = undefined;
    if (!locked) lastSeen = Date.now();
  });
  buttonRun.subscribe(() => {
    if (isLocked.peek() && runUnderWay() === undefined) signOut('idle');
  });
  setInterval(look, lookEveryMs);
  document.addEventListener('visibilitychange', () => {
    look();
    // A hidden page's intervals may come a minute late; a single timer that nothing else has set does not.
    if (document.hidden) setTimeout(look, leftMs());
  });
}

/** Nobody is there any more: the page is locked while a run goes on, which has to keep its login; else the login ends. */
export function leaveIdle(): void {
  if (runUnderWay()) lock();
  else signOut('idle');
}

/** Somebody who was warned is there; too late, where the clock of a machine that slept was not looked at yet. */
export function staySignedIn(): void {
  if (leftMs() <= 0) {
    leaveIdle();
    return;
  }
  lastSeen = Date.now();
  idleSecondsLeft.value = undefined;
}

/** CONSOLE_IDLE_MINUTES, which the service writes into the page. */
export function idleMinutes(): number {
  const given = document.querySelector<HTMLMetaElement>('meta[name="idle-minutes"]')?.content;
  const minutes = Number(given);
  return minutes > 0 ? minutes : 15;
}
