import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { emptyFolder } from './processes.js';
import { run } from './programs.js';

/** How long to wait until something appears. */
const longestWaitMs = 60_000;

/** A terminal, as a user sees it. */
export interface Screen {
  /** The working directory of its program, which is otherwise empty. */
  readonly folder: string;
  /** Types a text. */
  type(text: string): Promise<void>;
  /** Presses a key, with its name in tmux: `Tab`, `Enter`, `C-c`. */
  press(key: string): Promise<void>;
  /** The present content: lines without trailing spaces. */
  shown(): Promise<string>;
  /** Waits until a pattern appears. @returns the content then @throws Error with the content if it does not appear */
  until(pattern: RegExp): Promise<string>;
  close(): Promise<void>;
}

/**
 * Opens a terminal in which a program runs. It needs tmux.
 * @param environment the program's environment, in addition to PATH
 */
export async function openScreen(
  command: readonly string[],
  { columns, environment = {} }: { columns: number; environment?: Readonly<Record<string, string>> },
): Promise<Screen> {
  const folder = emptyFolder();
  const home = join(folder, 'home');
  mkdirSync(home);
  const socket = join(folder, 'tmux');
  const tmux = async (...given: readonly string[]): Promise<string> => {
    const { code, output, stdout } = await run('tmux', ['-u', '-f', '/dev/null', '-S', socket, ...given]);
    if (code !== 0) throw new Error(`tmux ${given.join(' ')}: ${output}`);
    return stdout;
  };
  const { PATH = '' } = process.env;
  const all = { PATH, HOME: home, LANG: 'C.UTF-8', TERM: 'screen-256color', ...environment };
  const variables = Object.entries(all).map(([name, value]) => `${name}=${value}`);
  const size = ['-x', String(columns), '-y', '50'];
  await tmux('new-session', '-d', ...size, '-c', folder, 'env', '-i', ...variables, ...command);
  const shown = () => tmux('capture-pane', '-p');
  return {
    ...{ folder, shown },
    type: async (text) => {
      await tmux('send-keys', '-l', '--', text);
    },
    press: async (key) => {
      await tmux('send-keys', key);
    },
    until: async (pattern) => {
      const latest = performance.now() + longestWaitMs;
      for (;;) {
        const text = await shown();
        if (pattern.test(text)) return text;
        if (performance.now() > latest) throw new Error(`${String(pattern)} is not in:\n${text}`);
        await delay(50);
      }
    },
    close: async () => {
      await tmux('kill-server').catch(() => undefined);
    },
  };
}
