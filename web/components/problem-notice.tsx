import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  ConnectionError,
  failureOf,
  type PhoneProxyError,
  type ProblemCode,
  ProblemError,
  UnexpectedAnswerError,
} from '../../src/client/index.js';
import { healthIn } from '../calls/health.js';
import { endOutage, health, outage } from '../state/health.js';
import { texts } from '../texts/texts.js';
import { Copy } from './copy.js';
import { focusHeading } from './focus.js';
import { Text } from './text.js';

/** What went wrong, in the words of the service or the call manager, and a button to try again. */
export function ProblemNotice({
  error,
  again,
}: {
  readonly error: PhoneProxyError;
  readonly again?: (() => void) | undefined;
}) {
  const { title, detail } = wordsOf(error);
  return (
    <div class="notice notice--bad" role="alert">
      <p class="notice__title">{title}</p>
      <p>
        <Text text={detail} />
      </p>
      {error instanceof ProblemError && error.errors.length > 0 && (
        <ul>
          {error.errors.map(({ field, detail: what }) => (
            <li key={field}>
              <code>{field}</code> <Text text={what} />
            </li>
          ))}
        </ul>
      )}
      {error instanceof ProblemError && (
        <p class="quiet small">
          {texts.problem.requestId} <code>{error.requestId}</code> <Copy text={error.requestId} />
          {error.axlCode !== undefined && ` · ${texts.problem.axlCode} ${error.axlCode}`}
        </p>
      )}
      {again === undefined && healthIn(error) !== undefined && health.value === 'ready' && (
        <p>{texts.problem.passed}</p>
      )}
      {again && <AgainButton again={again} waitSeconds={failureOf(error).afterSeconds ?? 0} />}
    </div>
  );
}

interface FailedProps {
  readonly error: PhoneProxyError;
  readonly again: () => void;
}

/** Codes that are not failures and need no retry, because the thing does not exist, or is not stored. */
const plain: Readonly<Partial<Record<ProblemCode, string>>> = texts.problem.plain;

/**
 * Replaces something that could not be loaded: shows what went wrong, unless the whole page says it, and a button to
 * try again.
 */
export function Failed({ error, again }: FailedProps) {
  const { code } = failureOf(error);
  const words = code && plain[code];
  if (words) return <p class="notice notice--info">{words}</p>;
  if (healthIn(error) !== undefined) return <p class="quiet">{texts.problem.notLoaded}</p>;
  return <ProblemNotice error={error} again={again} />;
}

/** An outage that affects the page, shown once, with one button to try everything again. */
export function OutageNotice() {
  const { value: error } = outage;
  return error && <ProblemNotice error={error} again={endOutage} />;
}

/** @returns a title and a sentence, for people */
export function wordsOf(error: PhoneProxyError): { readonly title: string; readonly detail: string } {
  // This error may still be shown after a later login was successful.
  if (error instanceof ProblemError && error.code === 'unauthenticated') return texts.problem.login;
  if (error instanceof ProblemError) return { title: error.title, detail: error.detail };
  if (error instanceof ConnectionError) return texts.problem[error.reason];
  const { title, detail } = texts.problem.foreign;
  return { title, detail: detail(error instanceof UnexpectedAnswerError ? error.status : 0) };
}

/** Counts down the wait that the service asks for. */
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
      // The button disappears when it is pressed, so the focus goes to the top of the page.
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
