import { type RunningProcess, start, type StartOptions } from './processes.js';

/** The service as an operator runs it: in its own process, from dist/. */
export interface ServiceProcess {
  readonly url: string;
  readonly adminUrl: string | undefined;
  readonly process: RunningProcess;
}

/** Starts the service, and waits until it listens. @throws Error with its output if it ends before */
export function startServiceProcess(
  env: Readonly<Record<string, string>>,
  options: Omit<StartOptions, 'env'> = {},
): Promise<ServiceProcess> {
  return listening(start(['serve'], { ...options, env }));
}

/** Waits until a process reports where the service listens. */
export async function listening(service: RunningProcess): Promise<ServiceProcess> {
  const { url, adminUrl } = await service.untilLogged('started');
  return { url: String(url), adminUrl: adminUrl as string | undefined, process: service };
}
