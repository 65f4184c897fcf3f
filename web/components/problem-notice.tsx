import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ConnectionError, type PhoneProxyError, ProblemError, UnexpectedAnswerError } from '../../src/client/index.js';
import { retryAfterSeconds } from '../calls/failures.js';
import { texts } from '../texts/texts.js';
import { focusHeading } from './page.js';

/** What went wrong, in the service's or the call manager's words, and a button to try again. */
export function ProblemNotice({ error, again }: { readonly error: PhoneProxyError; readonly again?: () => void }) {
  const { title, detail } = wordsOf(error);
  return (
    <div class="notice notice--bad" role="alert">
      <p class="notice__title">{title}</p>
      <p>
        <bdi>{detail}</bdi>
      </p>
      {error instanceof ProblemError && error.errors.length > 0 && (
        <ul>
          {error.errors.map(({ field, detail: what }) => (
            <li key={field}>
              <code>{field}</code> <bdi>{what}</bdi>
            </li>
          ))}
        </ul>
      )}
      {error instanceof ProblemError && (
        <p class="quiet small">
          {texts.problem.requestId} <code>{error.requestId}</code>
          {error.axlCode !== undefined && ` · ${texts.problem.axlCode} ${error.axlCode}`}
        </p>
      )}
      {again && <AgainButton again={again} waitSeconds={retryAfterSeconds(error) ?? 0} />}
    </div>
  );
}

/** @returns a title and a sentence, for people */
export function wordsOf(error: PhoneProxyError): { readonly title: string; readonly detail: string } {
  if (error instanceof ProblemError) return { title: error.title, detail: error.detail };
  if (error instanceof ConnectionError) return texts.problem[error.reason];
  const { title, detail } = texts.problem.foreign;
  return { title, detail: detail(error instanceof UnexpectedAnswerError ? error.status : 0) };
}

/** Counts down what the service asks to wait. */
function AgainButton({ again, waitSeconds }: { readonly again: () => void; readonly waitSeconds: number }) {
  const [left, setLeft] = useState(waitSeconds);
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => {
      setLeft(left - 1);
    }, 1000);
    return () => {
      clearTimeout(timer);
    };
  }, [left]);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(
    () => () => {
      // The button goes away when it is pressed; who uses the keyboard goes on at the top of the page.
      if (document.activeElement === button.current) focusHeading();
    },
    [],
  );
  return (
    <button type="button" class="button" disabled={left > 0} onClick={again} ref={button}>
      {left > 0 ? texts.problem.againIn(left) : texts.problem.again}
    </button>
  );
}
