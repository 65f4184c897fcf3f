import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { emptyFolder } from './processes.js';
import { run } from './programs.js';

/** How long something may take to be there. */
const longestWaitMs = 60_000;

/** A terminal, as somebody sees it. */
export interface Screen {
  /** Where its program runs; nothing else is there. */
  readonly folder: string;
  /** Types a text. */
  type(text: string): Promise<void>;
  /** Presses a key, as tmux calls it: `Tab`, `Enter`, `C-c`. */
  press(key: string): Promise<void>;
  /** What stands there now: lines without the spaces at their ends. */
  shown(): Promise<string>;
  /** Waits until a pattern is there. @returns what stands there then @throws Error with what stands there in its place */
  until(pattern: RegExp): Promise<string>;
  close(): Promise<void>;
}

/**
 * Opens a terminal in which a program runs. It needs tmux.
 * @param environment of the program, beside PATH
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
