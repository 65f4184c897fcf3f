import type { ComponentChildren, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { texts } from '../texts/texts.js';
import { Act } from './act.js';

/** Loads what may be asked for next: who types at once types into it. */
export function useSoon(load: () => Promise<unknown>, isLikely: boolean): void {
  useEffect(() => {
    // What cannot be loaded is said where it is asked for.
    if (isLikely) load().catch(() => undefined);
  }, [isLikely]);
}

declare global {
  /** Behind the addresses of scripts that are still to be loaded, after one could not be loaded (web/vite.config.ts). */
  var asked: string | undefined;
}

let failures = 0;

/**
 * Something whose code comes when it is asked for, once for the page.
 * @param load imports it
 * @param isScreen whether it is all that is below the header; nothing is drawn for other things while they come
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
