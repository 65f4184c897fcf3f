import { useEffect, useRef, useState } from 'preact/hooks';
import { PhoneProxyError, ProblemError } from '../../src/client/index.js';
import { ProblemNotice } from '../components/problem-notice.js';
import { idleMinutes } from '../state/idle.js';
import { signedOutReason, signIn, userSignedOut } from '../state/session.js';
import { pageTitle } from '../state/title.js';
import { texts } from '../texts/texts.js';
import { Field } from '../components/field.js';

/** What was wrong: a text of this page, or the service's error. */
type Trouble = string | PhoneProxyError | undefined;

/** The login form. The page in the address is shown afterwards. */
export function SignInScreen() {
  const [isWaiting, setWaiting] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const form = useRef<HTMLFormElement>(null);
  const user = userSignedOut();
  const words = texts.signIn;
  useEffect(() => {
    pageTitle.value = words.title;
    // Set the focus by hand, because a browser obeys autofocus only once for a page.
    form.current?.querySelector<HTMLInputElement>(`input[name=${user === undefined ? 'user' : 'password'}]`)?.focus();
  }, []);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (form.current === null || isWaiting) return;
    const given = new FormData(form.current);
    const text = (name: string): string => {
      const value = given.get(name);
      return typeof value === 'string' ? value : '';
    };
    setWaiting(true);
    setTrouble(undefined);
    try {
      await signIn(text('user'), text('password'));
    } catch (error) {
      setTrouble(troubleOf(error, words.wrong));
      setWaiting(false);
      form.current.querySelector<HTMLInputElement>('input[name=password]')?.select();
    }
  };
  return (
    <main class="sign-in" id="content">
      <form class="sign-in__form" ref={form} onSubmit={(event) => void submit(event)}>
        <p class="sign-in__name">{texts.name}</p>
        <h1>{words.title}</h1>
        <Reason />
        <Field name={texts.signIn.user}>
          <input
            class="input"
            name="user"
            autocomplete="username"
            autocapitalize="off"
            spellcheck={false}
            required
            defaultValue={user}
          />
        </Field>
        <Field name={texts.signIn.password}>
          <input class="input" name="password" type="password" autocomplete="current-password" required />
        </Field>
        <TroubleNotice trouble={trouble} />
        <button class="button button--main" type="submit" aria-disabled={isWaiting}>
          {isWaiting ? texts.signIn.waiting : words.submit}
        </button>
        <p class="quiet small">{words.memory}</p>
      </form>
    </main>
  );
}

function Reason() {
  const reason = signedOutReason.value;
  if (reason === undefined) return null;
  return (
    <p class="notice notice--info" role="status">
      {reason === 'idle' ? texts.signIn.idle(idleMinutes()) : texts.signIn.refused}
    </p>
  );
}

function TroubleNotice({ trouble }: { readonly trouble: Trouble }) {
  if (trouble === undefined) return null;
  if (trouble instanceof PhoneProxyError) return <ProblemNotice error={trouble} />;
  return (
    <p class="notice notice--bad" role="alert">
      {trouble}
    </p>
  );
}

function troubleOf(error: unknown, wrong: string): Trouble {
  if (error instanceof ProblemError && error.code === 'unauthenticated') return wrong;
  if (error instanceof PhoneProxyError) return error;
  // The client refuses a user name that HTTP Basic cannot carry.
  if (error instanceof TypeError) return texts.signIn.colon;
  throw error;
}
