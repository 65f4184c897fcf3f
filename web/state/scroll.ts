/** How long what a page loads may move what is seen, in milliseconds; afterwards it stays where it is. */
const holdMs = 60_000;

/** How soon after scrolling it is kept where one is, in milliseconds. */
const keptAfterMs = 100;

/** Ends holding a page where it was left; aborted while nothing holds it. */
let giveUp = new AbortController();
giveUp.abort();

let timer: ReturnType<typeof setTimeout> | undefined;

/** Keeps with each entry of the browser's history how far its page is scrolled, so that Back leads there again. */
export function keepScroll(): void {
  history.scrollRestoration = 'manual';
  const keep = (): void => {
    clearTimeout(timer);
    // Where it is to be is not where it is yet.
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
  // What was scrolled is not of the page that comes, and is not kept with it.
  window.addEventListener('popstate', () => {
    clearTimeout(timer);
  });
  // Whoever follows a link may just have scrolled. A screen reader would call all below a listener for clicks clickable.
  for (const sign of ['pointerdown', 'keydown']) window.addEventListener(sign, keep, { capture: true });
}

/** Shows a page that has just come: from its top, or from where it was left by whoever comes back to it. */
export function placeScroll(): void {
  giveUp.abort();
  clearTimeout(timer);
  const goal = scrollOf(history.state);
  window.scrollTo(0, goal);
  if (goal === 0) return;
  // What is loaded first makes the page as long as it was, and moves what is below it.
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
