import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate } from 'selfsigned';
import type { BackendCounts, BackendReply, BackendTalk } from './backend.js';
import { askChild } from './channel.js';
import type { LoadReply, LoadRequest, LoadTalk } from './generator.js';

/** The project's folder, relative to where the bench is built. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What every run needs: a temporary folder, the backend and the callers. */
export class Stage {
  readonly certificateFile: string;
  /** The WSDL of the operations in use, for ready-made clients. */
  readonly wsdlFile: string;
  #started = 0;
  readonly #children = new Set<ChildProcess>();
  #backend!: ChildProcess;
  #generator!: ChildProcess;

  private constructor(readonly folder: string) {
    this.certificateFile = path.join(folder, 'certificate.pem');
    this.wsdlFile = path.join(folder, 'AXLAPI.wsdl');
    process.once('exit', () => {
      for (const child of this.#children) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    });
  }

  static async open(): Promise<Stage> {
    const stage = new Stage(mkdtempSync(path.join(tmpdir(), 'axl-phone-proxy-bench-')));
    const keyFile = path.join(stage.folder, 'key.pem');
    const { cert, private: key } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
      keyType: 'ec',
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
      ],
    });
    writeFileSync(stage.certificateFile, cert);
    writeFileSync(keyFile, key);
    for (const file of ['AXLAPI.wsdl', 'AXLSoap.xsd']) {
      const text = readFileSync(path.join(root, 'wsdl', file), 'utf8').replaceAll('@RELEASE@', '14.0');
      writeFileSync(path.join(stage.folder, file), text);
    }
    stage.#backend = stage.node([built('backend.js'), stage.certificateFile, keyFile], {}, 'ipc');
    stage.#generator = stage.node([built('generator.js')], {}, 'ipc');
    return stage;
  }

  /**
   * Starts a Node process whose output goes to a file, like a service's log.
   * @param env its whole environment. The caller's environment is not inherited, because it may name a proxy
   */
  node(args: readonly string[], env: Readonly<Record<string, string>>, channel: 'ipc' | 'none' = 'none'): ChildProcess {
    this.#started += 1;
    const log = openSync(path.join(this.folder, `output-${this.#started}.log`), 'w');
    const child = spawn(process.execPath, args, {
      cwd: this.folder,
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', log, 'inherit', ...(channel === 'ipc' ? (['ipc'] as const) : [])],
    });
    closeSync(log);
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    return child;
  }

  load(request: LoadRequest): Promise<LoadReply> {
    return askChild<LoadTalk>(this.#generator, request);
  }

  /** @returns the address of the backend, and what has come since the last call */
  backend(latencyMs: number): Promise<BackendReply> {
    return askChild<BackendTalk>(this.#backend, { latencyMs });
  }

  async counts(latencyMs: number): Promise<BackendCounts> {
    return (await this.backend(latencyMs)).counts;
  }

  async stop(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }

  async close(): Promise<void> {
    await Promise.all([...this.#children].map((child) => this.stop(child)));
  }
}

/** @returns the built file of a program of the bench */
export function built(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}
