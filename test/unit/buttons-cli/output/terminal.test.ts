import { describe, expect, it } from 'vitest';
import { Writable } from 'node:stream';
import { processTerminal } from '../../../../src/buttons-cli/output/terminal.js';

interface Given {
  readonly isTTY?: { readonly stdin?: boolean; readonly stdout?: boolean; readonly stderr?: boolean };
  readonly env?: NodeJS.ProcessEnv;
  /** The error code of writes to standard output. */
  readonly code?: string;
}

/** A process whose streams store what is written to them. */
function processWith({ isTTY = {}, env = {}, code }: Given) {
  const written = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr', columns: number) => {
    const write = (chunk: Buffer, _encoding: string, done: (error?: Error) => void): void => {
      if (name === 'stdout' && code !== undefined) {
        done(Object.assign(new Error(code), { code }));
        return;
      }
      written[name] += chunk.toString();
      done();
    };
    return Object.assign(new Writable({ write, autoDestroy: false }), { isTTY: isTTY[name] === true, columns });
  };
  const streams = {
    stdin: { isTTY: isTTY.stdin === true },
    stdout: stream('stdout', 70),
    stderr: stream('stderr', 60),
  };
  return { terminal: processTerminal({ ...streams, env } as unknown as NodeJS.Process), written };
}

const all = { stdin: true, stdout: true, stderr: true };

describe('the terminal of a process', () => {
  it.each<[string, Given, boolean]>([
    ['on a terminal', { isTTY: all }, true],
    ['in a pipe', { isTTY: { stderr: true } }, false],
    ['where nobody wants any', { isTTY: all, env: { NO_COLOR: '1' } }, false],
    ['where that says nothing', { isTTY: all, env: { NO_COLOR: '' } }, true],
    ['on a terminal that has none', { isTTY: all, env: { TERM: 'dumb' } }, false],
  ])('has colours, or not: %s', (_where, given, isColoured) => {
    const { colours } = processWith(given).terminal;
    expect(colours.bold('x') !== 'x').toBe(isColoured);
  });

  it.each<[Given['isTTY'], object]>([
    [all, { isOutTerminal: true, isErrTerminal: true, width: 70, statusWidth: 57, canAsk: true }],
    [{ stderr: true }, { isOutTerminal: false, isErrTerminal: true, width: undefined, statusWidth: 57, canAsk: false }],
    [{ stdin: true }, { isOutTerminal: false, isErrTerminal: false, width: undefined, statusWidth: 77, canAsk: false }],
  ])('knows who is there, and how wide it is: %j', (isTTY = {}, known) => {
    expect(processWith({ isTTY }).terminal).toMatchObject(known);
  });

  it('keeps the status line below all other output, and replaces it', () => {
    const { terminal, written } = processWith({ isTTY: all });
    terminal.err('a');
    terminal.status('1 of 2');
    terminal.status('1 of 2');
    terminal.err('b');
    terminal.status('2 of 2');
    terminal.status(undefined);
    terminal.status(undefined);
    const clear = '\r\u001B[K';
    expect(written.stderr).toBe(`a\n1 of 2${clear}b\n1 of 2${clear}2 of 2${clear}`);
  });

  it('shows no status if the output is not a terminal', () => {
    const { terminal, written } = processWith({});
    terminal.status('1 of 2');
    terminal.err('a');
    expect(written.stderr).toBe('a\n');
  });

  it.each(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'])('continues without its reader: %s', async (code) => {
    const [one, other] = [processWith({ code }), processWith({ code })];
    await one.terminal.out('not needed');
    await other.terminal.out('needed', { isNeeded: true });
    expect([one, other].map(({ written }) => written.stderr)).toEqual(['', 'needed']);
  });

  it('writes results, and ends the command if they cannot be written', async () => {
    const { terminal, written } = processWith({});
    await terminal.out('result', { isNeeded: true });
    expect(written).toEqual({ stdout: 'result', stderr: '' });
    await expect(processWith({ code: 'ENOSPC' }).terminal.out('x')).rejects.toThrow(
      'standard output cannot be written (ENOSPC)',
    );
  });
});
