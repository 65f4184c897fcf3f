import { parseArgs } from 'node:util';
import { configuredEnvelopes } from '../axl/axl-backend.js';
import { asConfigProblems } from '../config/config.js';
import type { Assumption, Occasion } from '../doctor/assumption.js';
import { assumptions } from '../doctor/assumptions.js';
import { examine } from '../doctor/examine.js';
import { isFreeFolder } from '../doctor/report/recording.js';
import { exitCodeOf } from '../doctor/report/report.js';
import { reportText } from '../doctor/report/report-text.js';
import { asFailure, configOf } from './configuration.js';
import { Failure, type Print } from './terminal.js';

/** How wide the table is where standard output is no terminal. */
const usualWidth = 100;
const mostCompared = 1_000;

/**
 * Tries every assumption about the call manager at the one that is configured.
 * @param given what follows the command
 * @returns the exit code: 0 all is as assumed, 2 something differs, 1 not all could be tried
 * @throws Failure for a mistake in the command line or the configuration
 */
export async function doctor(given: readonly string[], environment: NodeJS.ProcessEnv, write: Print): Promise<number> {
  const asked = askedFor(given);
  if (asked.list) {
    await write(listText());
    return 0;
  }
  const { axl, requestDeadlineMs } = configOf(environment);
  await configuredEnvelopes(axl).catch((thrown: unknown) => {
    throw asFailure(asConfigProblems(thrown, axl));
  });
  if (asked.record !== undefined && !(await isFreeFolder(asked.record))) {
    throw new Failure(`${asked.record} holds something already; name a new folder`);
  }
  const { signal, release } = untilInterrupted();
  const progress = progressLine(asked.probes.length);
  try {
    const { report, recorded } = await examine({
      axl,
      deadlineMs: requestDeadlineMs,
      sample: asked.sample,
      probes: asked.probes,
      record: asked.record,
      isReal: asked.isReal,
      stopped: signal,
      began: progress.began,
    });
    progress.end();
    await write(
      asked.json ? JSON.stringify(report, null, 2) : reportText(report, process.stdout.columns || usualWidth),
    );
    if (recorded) {
      const leftOut = recorded.leftOut === 0 ? '' : `; ${recorded.leftOut} more were too many`;
      process.stderr.write(`${recorded.written} exchanges are in ${asked.record ?? ''}${leftOut}\n`);
    }
    return exitCodeOf(report);
  } finally {
    progress.end();
    release();
  }
}

function askedFor(given: readonly string[]) {
  const values = optionsIn(given);
  const only = values.only ?? [];
  const names = assumptions.map(({ name }) => name);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Failure(`there is no probe ${unknown}; axl-phone-proxy doctor --list has them`);
  const sample = Number(values.sample ?? '50');
  if (!Number.isInteger(sample) || sample < 1 || sample > mostCompared) {
    throw new Failure(`--sample must be a whole number from 1 to ${mostCompared}`);
  }
  const isReal = values['real-names'] === true;
  if (isReal && values.json === true)
    throw new Failure('--real-names is for the terminal, and --json for who may see it');
  const occasions: Occasion[] = ['reading', ...(values.heavy === true ? (['heavy'] as const) : [])];
  const probes = assumptions.filter(({ name, occasion }) =>
    only.length > 0 ? only.includes(name) : occasions.includes(occasion),
  );
  const heavy = probes.find(({ occasion }) => !occasions.includes(occasion));
  if (heavy) throw new Failure(`${heavy.name} loads the call manager: it needs --heavy too`);
  return { list: values.list === true, json: values.json === true, record: values.record, sample, isReal, probes };
}

function optionsIn(given: readonly string[]) {
  const options = {
    json: { type: 'boolean' },
    list: { type: 'boolean' },
    only: { type: 'string', multiple: true },
    heavy: { type: 'boolean' },
    sample: { type: 'string' },
    record: { type: 'string' },
    'real-names': { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args: [...given], options }).values;
  } catch (thrown) {
    throw new Failure(
      `${thrown instanceof Error ? thrown.message : 'unknown option'}; see axl-phone-proxy doctor --help`,
    );
  }
}

const occasionTold: Readonly<Record<Occasion, string>> = {
  reading: '',
  heavy: ' (with --heavy)',
  writing: ' (with --write-to NAME)',
};

function listText(): string {
  const width = Math.max(...assumptions.map(({ name }) => name.length));
  const line = ({ name, assumed, occasion }: Assumption) =>
    `${name.padEnd(width)}  ${assumed}${occasionTold[occasion]}`;
  return assumptions.map(line).join('\n');
}

/** Ctrl-C, or SIGTERM: what is under way is ended, and what was seen is told. */
function untilInterrupted(): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const interrupted = (): void => {
    controller.abort();
  };
  process.on('SIGINT', interrupted).on('SIGTERM', interrupted);
  return {
    signal: controller.signal,
    release: () => {
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    },
  };
}

/** The probe that is run, on standard error where that is a terminal. */
function progressLine(probes: number) {
  const isShown = process.stderr.isTTY;
  return {
    began: ({ name }: Assumption, position: number): void => {
      if (isShown) process.stderr.write(`\r\u001B[K${position + 1}/${probes} ${name}`);
    },
    end: (): void => {
      if (isShown) process.stderr.write('\r\u001B[K');
    },
  };
}
