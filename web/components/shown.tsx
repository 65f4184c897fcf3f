import type { ComponentChildren } from 'preact';
import type { Loaded } from '../state/loaded.js';
import { texts } from '../texts/texts.js';
import { useLater } from './later.js';
import { Failed } from './problem-notice.js';

/** After this time, in milliseconds, the page says why it takes so long. */
const slowAfterMs = 3000;

interface ShownProps<Value> {
  readonly loaded: Loaded<Value>;
  readonly again: () => void;
  /** How many gray lines are drawn until it is there. */
  readonly lines?: number;
  readonly children: (value: Value) => ComponentChildren;
}

/** Data that is being loaded: gray lines, then the data, or what went wrong. */
export function Shown<Value>({ loaded, again, lines = 3, children }: ShownProps<Value>) {
  if (loaded.phase === 'failed') return <Failed error={loaded.error} again={again} />;
  if (loaded.phase === 'waiting') return <Skeleton lines={lines} />;
  return <div aria-busy={loaded.isRenewing}>{children(loaded.value)}</div>;
}

/** Gray lines, until something is there. */
export function Skeleton({ lines }: { readonly lines: number }) {
  const isSlow = useLater(slowAfterMs);
  return (
    <div class="skeleton stack stack--dense">
      <span class="hidden" role="status">
        {texts.waiting.now}
      </span>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} class="skeleton__line" aria-hidden="true" />
      ))}
      <p class="quiet small skeleton__slow" role="status">
        {isSlow && texts.waiting.slow}
      </p>
    </div>
  );
}
