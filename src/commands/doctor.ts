import { configuredEnvelopes } from '../axl/axl-backend.js';
import { asConfigProblems, type Config } from '../config/config.js';
import type { Assumption, Occasion } from '../doctor/assumption.js';
import { assumptions } from '../doctor/assumptions.js';
import { examine, type Examined } from '../doctor/examine.js';
import { isFreeFolder } from '../doctor/report/recording.js';
import { exitCodeOf } from '../doctor/report/report.js';
import { reportText } from '../doctor/report/report-text.js';
import { shownDevice } from '../doctor/writing/device.js';
import { restore } from '../doctor/writing/restore.js';
import { restoreAdvice, restoreTold } from '../doctor/writing/restore-lists.js';
import { leftBehind, savedName } from '../doctor/writing/saved-lists.js';
import { NotForTrial } from '../doctor/writing/trial.js';
import type { DeviceKey } from '../domain/device.js';
import { isServiceError } from '../domain/errors.js';
import { asFailure, configIn } from './configuration.js';
import { type DoctorOptions, doctorOptions } from './doctor-options.js';
import { Failure, type Print } from './terminal.js';

/** The width of the table if standard output is no terminal. */
const usualWidth = 80;

/**
 * Tests every assumption at the configured call manager.
 * @param given the arguments of the command
 * @returns the exit code: 0 if everything is as assumed, 2 if something differs, 1 if a test was not possible
 * @throws Failure for a mistake in the command line or the configuration
 */
export async function doctor(given: readonly string[], environment: NodeJS.ProcessEnv, write: Print): Promise<number> {
  const asked = doctorOptions(given);
  if (asked.list) {
    await write(listText());
    return 0;
  }
  const config = configIn(environment, asked.environment);
  await configuredEnvelopes(config.axl).catch((thrown: unknown) => {
    throw asFailure(asConfigProblems(thrown, config.axl));
  });
  const stop = untilInterrupted();
  try {
    if (asked.restore !== undefined) return await restoreFrom(asked.restore, config, stop.signal, write);
    await tellLeftBehind(asked);
    return await examined(asked, config, stop.signal, write);
  } finally {
    stop.release();
  }
}

async function examined(asked: DoctorOptions, config: Config, stopped: AbortSignal, write: Print): Promise<number> {
  const { record, writeTo, yes, json, probes } = asked;
  if (record !== undefined && !(await isFreeFolder(record))) {
    throw new Failure(`${record} is not empty; name a new folder`);
  }
  const folder = process.cwd();
  if (writeTo !== undefined)
    tell(`The lists of ${shownDevice(writeTo)} are saved in ${savedName(writeTo)} until they are restored.`);
  if (writeTo !== undefined && config.inventory) {
    tell('A service with an inventory shows these writes as changes made elsewhere.');
  }
  const progress = progressLine(probes.length);
  const result = await examine({
    axl: config.axl,
    deadlineMs: config.requestDeadlineMs,
    ...asked,
    // A terminal shows an administrator the real names; a file may be sent to others.
    isReal: asked.isReal || (!json && process.stdout.isTTY),
    writing: writeTo === undefined ? undefined : { device: writeTo, mayHaveLines: yes, folder },
    stopped,
    began: progress.began,
  })
    .catch((thrown: unknown) => {
      if (thrown instanceof NotForTrial) throw new Failure(thrown.message);
      if (isServiceError(thrown))
        throw new Failure(
          `${writeTo ? shownDevice(writeTo) : 'the call manager'} cannot be read: ${thrown.facts.detail}`,
        );
      throw thrown;
    })
    .finally(progress.end);
  await write(
    json ? JSON.stringify(result.report, null, 2) : reportText(result.report, process.stdout.columns || usualWidth),
  );
  if (result.recorded) {
    const leftOut =
      result.recorded.leftOut === 0
        ? ''
        : `; ${result.recorded.leftOut} more were not recorded, because there were too many`;
    tell(`${result.recorded.written} exchanges are in ${record ?? ''}${leftOut}`);
  }
  const isRestored = writeTo === undefined || tellRestore(writeTo, result);
  return isRestored ? exitCodeOf(result.report) : 1;
}

/** @returns whether the device is as it was */
function tellRestore(device: DeviceKey, { restoreResult }: Examined): boolean {
  if (restoreResult === undefined) return true;
  const file = savedName(device);
  if (isServiceError(restoreResult)) {
    tell(`The lists of ${shownDevice(device)} could not be restored: ${restoreResult.facts.detail}`);
    tell(restoreAdvice(file));
    return false;
  }
  tell(restoreTold(file, device, restoreResult));
  return restoreResult.isDone;
}

async function restoreFrom(file: string, config: Config, ended: AbortSignal, write: Print): Promise<number> {
  const { isDone, words } = await restore(file, {
    axl: config.axl,
    deadlineMs: config.requestDeadlineMs,
    sample: 1,
    ended,
    heard: () => undefined,
  });
  await write(words);
  return isDone ? 0 : 1;
}

/** @throws Failure if the device that is named for writing must be restored first. Files of other devices do not matter. */
async function tellLeftBehind({ writeTo }: DoctorOptions): Promise<void> {
  const files = (await leftBehind(process.cwd())).map(({ file }) => file);
  if (files.length === 0) return;
  tell('A doctor ended here before it restored the lists of a device.');
  for (const file of files) tell(restoreAdvice(file));
  if (writeTo === undefined || !files.includes(savedName(writeTo))) return;
  throw new Failure(
    `restore ${savedName(writeTo)} first, or delete it if you do not need it: nothing is written before`,
  );
}

function tell(words: string): void {
  process.stderr.write(`${words}\n`);
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

/** Ends the running probes on Ctrl-C or SIGTERM, so that the results so far are printed. */
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

/** Shows the running probe on standard error, if that is a terminal. */
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
