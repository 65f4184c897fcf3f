import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, codeOf } from '../../support/caller.js';
import { dial } from '../../support/changes.js';
import { contradictions, dialsIn, keptChanges, replace, type Told, unkept } from '../../support/kept-changes.js';
import { emptyFolder, RunningProcess } from '../../support/processes.js';
import { bin } from '../../support/project.js';
import { listening, type ServiceProcess } from '../../support/service-process.js';
import type { SimulatorProcess } from '../../support/simulator-process.js';
import { serviceSettings } from '../../support/test-service.js';

export const phone = 'SEP00A1B2C30003';
const number = '2003';

/** How long a lookup may take while the store is in trouble, in milliseconds. */
const longestLookupMs = 2_000;

/** How long the store may take to recover, including late outcomes, in milliseconds. */
const recoveryMs = 20_000;

/** The service with a history, in front of a normal call manager: what its caller was told, and what is true. */
export class Scene {
  readonly folder = emptyFolder();
  readonly file = path.join(this.folder, 'history.db');
  readonly simulator: SimulatorProcess;
  readonly wrong: string[] = [];
  readonly #told: Told[] = [];
  #historyUrl = `sqlite:${this.file}`;
  #service: ServiceProcess | undefined;

  constructor(simulator: SimulatorProcess) {
    this.simulator = simulator;
  }

  get url(): string {
    return this.#service?.url ?? '';
  }

  get pid(): number {
    return this.#service?.process.pid ?? 0;
  }

  /**
   * Starts the service.
   * @param settings the address of another history; the limit of file sizes in blocks of 1024 bytes
   * @throws Error with its output if it does not start
   */
  async start({ historyUrl, blocks }: { historyUrl?: string; blocks?: number } = {}): Promise<void> {
    this.#historyUrl = historyUrl ?? this.#historyUrl;
    this.#service = await listening(this.process(blocks));
  }

  /** Another process of the service with the same history, which need not start. */
  process(blocks?: number): RunningProcess {
    const command = [process.execPath, bin, 'serve'];
    const limited =
      blocks === undefined ? command : ['bash', '-c', `ulimit -S -f ${blocks} && exec "$0" "$@"`, ...command];
    const [program = '', ...rest] = limited;
    const env = {
      ...serviceSettings(this.simulator.url),
      DATABASE_URL: this.#historyUrl,
      REQUEST_DEADLINE_MS: '15000',
    };
    return new RunningProcess(program, rest, { env });
  }

  async stop(): Promise<void> {
    this.#service?.process.kill('SIGTERM');
    await this.#service?.process.ended;
  }

  /** Writes a unique list. @returns 200, or the code of the problem */
  async write(): Promise<Told['answer']> {
    const id = `write-${this.#told.length}`;
    const before = JSON.stringify(await dialsIn(this.simulator, phone));
    const told = await replace(this.url, phone, [dial(1, '0100', id)], id);
    this.#told.push(told);
    const isSet = (await dialsIn(this.simulator, phone))[0]?.label === id;
    this.check(told.answer !== 200 || isSet, `${id} was called set, but is not`);
    const isUntouched = JSON.stringify(await dialsIn(this.simulator, phone)) === before;
    this.check(told.answer !== 'history-unavailable' || isUntouched, `${id} was refused, but something was sent`);
    return told.answer;
  }

  /** Writes, and makes something happen after the call manager has received the write and before it answers. */
  async writeWhile(happen: () => Promise<unknown>): Promise<Told['answer']> {
    const slow = { kind: 'delay', point: 'after', ms: 1_500, operation: 'updatePhone', times: 1 };
    await this.simulator.control('POST', 'misbehaviour', slow);
    const label = `write-${this.#told.length}`;
    const answer = this.write();
    while ((await dialsIn(this.simulator, phone))[0]?.label !== label) await sleep(20);
    await happen();
    return answer;
  }

  /** Looks the phone up, which needs no store. */
  async lookUp(): Promise<void> {
    const reply = await ask(`${this.url}/phone/?dirn=${number}`);
    const [present] = await dialsIn(this.simulator, phone);
    this.check(codeOf(reply) === 200, `a lookup was answered ${codeOf(reply)}`);
    this.check(reply.body.includes(present?.label ?? 'no list'), 'a lookup did not show what is there');
    this.check(reply.ms < longestLookupMs, `a lookup took ${Math.round(reply.ms)} ms`);
  }

  /**
   * Waits for the recovery, and compares the history with what callers were told and with the call manager's list.
   * @returns how many changes there are
   */
  async verdict(): Promise<number> {
    const until = performance.now() + recoveryMs;
    while ((await this.write()) !== 200 && performance.now() < until) await sleep(100);
    let [changes, wrong] = await this.#compared();
    // The outcome of a write may be stored a little later than its caller was told.
    while (wrong.length > 0 && performance.now() < until) {
      await sleep(100);
      [changes, wrong] = await this.#compared();
    }
    this.wrong.push(...wrong);
    return changes;
  }

  async #compared(): Promise<[changes: number, wrong: string[]]> {
    const changes = await keptChanges(this.url, phone);
    const present = await dialsIn(this.simulator, phone);
    return [changes.length, [...unkept(this.#told, changes), ...contradictions(changes, present)]];
  }

  check(isSo: boolean, otherwise: string): void {
    if (!isSo) this.wrong.push(otherwise);
  }
}
