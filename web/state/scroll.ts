/**
 * For this time, in milliseconds, the page is scrolled again when parts of it are loaded. After that, it stays where it
 * is.
 */
const holdMs = 60_000;

/** How soon after scrolling the position is stored, in milliseconds. */
const keptAfterMs = 100;

/** Ends holding a page at its stored position. While no page is held, it is aborted. */
let giveUp = new AbortController();
giveUp.abort();

let timer: ReturnType<typeof setTimeout> | undefined;

/** Stores the scroll position of each entry in the browser's history, so that Back restores it. */
export function keepScroll(): void {
  history.scrollRestoration = 'manual';
  const keep = (): void => {
    clearTimeout(timer);
    // The page has not reached its stored position yet.
    if (!giveUp.signal.aborted) return;
    if (scrollOf(history.state) !== window.scrollY) history.replaceState({ scroll: window.scrollY }, '');
  };
  window.addEventListener(
    'scroll',
    () => {
      clearTimeout(timer);
      timer = setTimeout(keep, keptAfterMs);
    },
    { passive: true },
  );
  // Scrolling on the previous page must not be stored with the next one.
  window.addEventListener('popstate', () => {
    clearTimeout(timer);
  });
  // The user may follow a link right after scrolling. With a listener for clicks, a screen reader would call everything
  // below it clickable.
  for (const sign of ['pointerdown', 'keydown']) window.addEventListener(sign, keep, { capture: true });
}

/** Scrolls a new page to its top, or to where the user left it. */
export function placeScroll(): void {
  giveUp.abort();
  clearTimeout(timer);
  const goal = scrollOf(history.state);
  window.scrollTo(0, goal);
  if (goal === 0) return;
  // Hold the position: while the page loads, it gets longer, and its lower parts move.
  giveUp = new AbortController();
  const { signal } = giveUp;
  const grown = new ResizeObserver(() => {
    window.scrollTo(0, goal);
  });
  signal.addEventListener('abort', () => {
    grown.disconnect();
  });
  grown.observe(document.documentElement);
  const stop = (): void => {
    giveUp.abort();
  };
  for (const own of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    window.addEventListener(own, stop, { passive: true, signal });
  setTimeout(() => {
    if (!signal.aborted) stop();
  }, holdMs);
}

function scrollOf(state: unknown): number {
  const scroll = typeof state === 'object' && state !== null && 'scroll' in state ? state.scroll : 0;
  return typeof scroll === 'number' ? scroll : 0;
}
