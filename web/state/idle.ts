import { signal } from '@preact/signals';
import { session, signOut } from './session.js';

const signsOfLife = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** How often the clock is checked while the page is visible, in milliseconds. */
const lookEveryMs = 1000;

/**
 * How long before the end an idle user is warned, in milliseconds. If the allowed time is very short, the warning comes
 * after half of it.
 */
const warnedMs = 60_000;

/** While the warning is shown: how many seconds are left until the idle user is signed out. */
export const idleSecondsLeft = signal<number | undefined>(undefined);

let lastSeen = Date.now();
const allowedMs = (): number => idleMinutes() * 60_000;
const leftMs = (): number => lastSeen + allowedMs() - Date.now();

/**
 * Signs out a user who has not used mouse or keyboard for the time in the page's head, with a warning before.
 */
export function signOutWhenIdle(): void {
  const seen = (): void => {
    // After a warning, other actions do not count: the user must answer the warning. A user who comes back too late is
    // signed out.
    if (session.peek() === undefined || (idleSecondsLeft.peek() === undefined && leftMs() > 0)) lastSeen = Date.now();
  };
  for (const sign of signsOfLife) window.addEventListener(sign, seen, { passive: true, capture: true });
  session.subscribe((now) => {
    idleSecondsLeft.value = undefined;
    if (now !== undefined) lastSeen = Date.now();
  });
  const look = (): void => {
    if (session.peek() === undefined) return;
    const left = leftMs();
    idleSecondsLeft.value = left <= Math.min(warnedMs, allowedMs() / 2) ? Math.ceil(left / 1000) : undefined;
    if (left <= 0) leaveIdle();
  };
  setInterval(look, lookEveryMs);
  document.addEventListener('visibilitychange', () => {
    look();
    // In a hidden page, intervals may be a minute late, but a separate timer is not.
    if (document.hidden) setTimeout(look, leftMs());
  });
}

/** Call this when no one is there any more. */
export function leaveIdle(): void {
  signOut('idle');
}

/**
 * Call this when the warned user answers. It may be too late, because the clock is not checked while the machine is
 * asleep.
 */
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
