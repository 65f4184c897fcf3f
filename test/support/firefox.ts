import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'undici';
import { expect } from 'vitest';
import { emptyFolder, RunningProcess } from './processes.js';
import { lacks } from './programs.js';

/** The name in Debian's package; FIREFOX names another program. */
const program = process.env['FIREFOX'] ?? 'firefox-esr';

/** Whether tests in Firefox are skipped here. If REQUIRE_TOOLS is 1 they run, and fail without it. */
export const lacksFirefox = lacks(program);

/** With these settings, Firefox requests nothing from the network by itself, and stores nothing. */
const preferences = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'http://127.0.0.1:9/none',
  'toolkit.telemetry.enabled': false,
};

/** The codes of WebDriver BiDi for keys without a character. */
const keyNames = {
  Enter: '\uE006',
  Tab: '\uE004',
  Escape: '\uE00C',
  Control: '\uE009',
  ArrowDown: '\uE015',
  ArrowRight: '\uE014',
  End: '\uE010',
} as const;

/** A page in Firefox, controlled with keyboard and mouse. */
export interface FirefoxPage {
  /** Errors and warnings of Firefox and the page. */
  readonly faults: readonly string[];
  go(address: string): Promise<void>;
  /** Types a text, letter by letter. */
  type(text: string): Promise<void>;
  /** Presses keys together: `Control`, `k`. */
  press(...keys: readonly (keyof typeof keyNames | 'a' | 'k' | 'n' | '/')[]): Promise<void>;
  /**
   * Clicks a button with the mouse as soon as it is there; the keys that WebDriver sends do not press buttons in
   * Firefox.
   * @param name the button's text
   */
  click(name: string): Promise<void>;
  /** @returns the value of an expression, which must be valid as JSON */
  evaluate(expression: string): Promise<unknown>;
  /** Waits until the page shows a text. */
  sees(text: string): Promise<void>;
}

/** Starts Firefox without a window, and controls it by WebDriver BiDi. `tidy` ends it. */
export async function openFirefox(): Promise<FirefoxPage> {
  const profile = emptyFolder();
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const started = new RunningProcess(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    { env: { HOME: profile, MOZ_HEADLESS_WIDTH: '1280', MOZ_HEADLESS_HEIGHT: '900' } },
  );
  const address = await started.shown(/WebDriver BiDi listening on (ws:\/\/\S+)/);
  const { send, faults } = await connect(`${address}/session`);
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: readonly { context: string }[] };
  const context = contexts[0]?.context;
  const keys = (actions: readonly object[]) =>
    send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] });
  const evaluate = async (expression: string): Promise<unknown> => {
    const asked = { expression: `JSON.stringify(${expression})`, target: { context }, awaitPromise: true };
    const answer = (await send('script.evaluate', asked)) as {
      readonly result?: { readonly value?: string };
      readonly exceptionDetails?: { readonly text: string };
    };
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
    return answer.result?.value === undefined ? undefined : (JSON.parse(answer.result.value) as unknown);
  };
  const key = (type: 'keyDown' | 'keyUp') => (value: string) => ({ type, value });
  return {
    faults,
    go: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    type: async (text) => {
      await keys(Array.from(text).flatMap((letter) => [key('keyDown')(letter), key('keyUp')(letter)]));
    },
    press: async (...names) => {
      const values = names.map((name) => (name in keyNames ? keyNames[name as keyof typeof keyNames] : name));
      await keys([...values.map(key('keyDown')), ...values.toReversed().map(key('keyUp'))]);
    },
    evaluate,
    click: async (name) => {
      const centre = `((button) => {
        button?.scrollIntoView({ block: 'center' });
        const { x, y, width, height } = button?.getBoundingClientRect() ?? { width: 0 };
        return width > 0 ? [Math.round(x + width / 2), Math.round(y + height / 2)] : null;
      })(Array.from(document.querySelectorAll('button')).find((one) => one.textContent === ${JSON.stringify(name)}))`;
      await expect.poll(() => evaluate(centre), { timeout: 60_000 }).not.toBeNull();
      const [x, y] = (await evaluate(centre)) as [number, number];
      const actions = [
        { type: 'pointerMove', x, y },
        ...['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 })),
      ];
      await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] });
    },
    sees: async (text) => {
      await expect
        .poll(() => evaluate('document.body.innerText'), { timeout: 60_000 })
        .toEqual(expect.stringContaining(text));
    },
  };
}

interface Connection {
  readonly send: (method: string, params: object) => Promise<unknown>;
  readonly faults: readonly string[];
}

/** A message from the socket: an answer to a command, or an event. */
interface Message {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
  readonly params?: { readonly level?: string; readonly text?: string };
}

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address);
  const faults: string[] = [];
  const waiting = new Map<number, (message: Message) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (message.params?.level === 'error') faults.push(message.params.text ?? '');
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  let last = 0;
  return {
    faults,
    send: (method, params) =>
      new Promise((resolve, reject) => {
        const id = (last += 1);
        waiting.set(id, ({ type, result, error, message }) => {
          waiting.delete(id);
          if (type === 'success') resolve(result);
          else reject(new Error(`${method}: ${error ?? ''}: ${message ?? ''}`));
        });
        socket.send(JSON.stringify({ id, method, params }));
      }),
  };
}
