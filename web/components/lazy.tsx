import type { ComponentChildren, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { texts } from '../texts/texts.js';
import { Act } from './act.js';

/** Loads code in advance if it is likely to be needed next, so the user can type without waiting. */
export function useSoon(load: () => Promise<unknown>, isLikely: boolean): void {
  useEffect(() => {
    // If the code cannot be loaded, the error is shown later, when the code is needed.
    if (isLikely) load().catch(() => undefined);
  }, [isLikely]);
}

declare global {
  /** After a failed load, the query that is added to the addresses of scripts (see web/vite.config.ts). */
  var asked: string | undefined;
}

let failures = 0;

/**
 * A component whose code is loaded when it is needed, only once while the page is open.
 * @param load imports it
 * @param isScreen whether the component fills the page below the header. For other components, nothing is drawn while
 * they load
 */
export function lazy<Props extends object>(
  load: () => Promise<(props: Props) => ComponentChildren>,
  isScreen = false,
): FunctionComponent<Props> {
  let Loaded: FunctionComponent<Props> | undefined;
  return function Lazy(props: Props) {
    const [state, setState] = useState<'loading' | 'there' | 'failed'>('loading');
    useEffect(() => {
      if (state !== 'loading' || Loaded !== undefined) return;
      load().then(
        (component) => {
          Loaded = component;
          setState('there');
        },
        () => {
          failures += 1;
          globalThis.asked = `?${failures}`;
          setState('failed');
        },
      );
    }, [state]);
    if (Loaded !== undefined) return <Loaded {...props} />;
    const notice = state === 'failed' && (
      <div class="notice notice--bad" role="alert">
        <p>{texts.problem.partMissing}</p>
        <Act
          onClick={() => {
            setState('loading');
          }}
        >
          {texts.problem.again}
        </Act>
      </div>
    );
    if (!isScreen) return notice || null;
    return (
      <main class="page" id="content" aria-busy={state === 'loading'}>
        {notice}
      </main>
    );
  };
}
