import { session, signOut } from './session.js';

const signsOfLife = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** How often the clock is looked at, in milliseconds: a hidden page's timers are late, the clock is not. */
const lookEveryMs = 1000;

/** Signs out whoever has touched neither mouse nor keyboard for as long as the page's head allows. */
export function signOutWhenIdle(): void {
  const allowedMs = idleMinutes() * 60_000;
  let lastSeen = Date.now();
  const seen = (): void => {
    // Whoever comes back too late is not taken for present.
    if (Date.now() - lastSeen < allowedMs || session.peek() === undefined) lastSeen = Date.now();
  };
  for (const sign of signsOfLife) window.addEventListener(sign, seen, { passive: true, capture: true });
  session.subscribe((now) => {
    if (now !== undefined) lastSeen = Date.now();
  });
  const look = (): void => {
    if (session.peek() !== undefined && Date.now() - lastSeen >= allowedMs) signOut('idle');
  };
  setInterval(look, lookEveryMs);
  document.addEventListener('visibilitychange', look);
}

/** CONSOLE_IDLE_MINUTES, which the service writes into the page. */
export function idleMinutes(): number {
  const given = document.querySelector<HTMLMetaElement>('meta[name="idle-minutes"]')?.content;
  const minutes = Number(given);
  return minutes > 0 ? minutes : 15;
}
