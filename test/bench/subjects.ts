import type { ChildProcess } from 'node:child_process';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freePort } from './operating-system.js';
import { built, root, type Stage } from './children.js';
import { ask, type Ask, headersOf } from './asks.js';
import type { Work } from './work.js';

/** The subjects that are compared. */
export const subjects = {
  'floor, lines': { program: 'floor', lookup: 'lines' },
  'floor, sql': { program: 'floor', lookup: 'sql' },
  'proxy, lines': { program: 'proxy', lookup: 'lines' },
  'proxy, sql': { program: 'proxy', lookup: 'sql' },
  'soap client': { program: 'soap', lookup: 'lines' },
  'cisco-axl': { program: 'cisco-axl', lookup: 'lines' },
} as const satisfies Record<string, { program: Program; lookup: 'lines' | 'sql' }>;

export type Subject = keyof typeof subjects;
type Program = 'floor' | 'proxy' | 'soap' | 'cisco-axl';

/** The settings of a subject. */
export interface Setting {
  readonly subject: Subject;
  /** How many AXL calls the floor and the proxy make at the same time; ready-made clients have no limit. */
  readonly concurrency: number;
  readonly tls: boolean;
  /** The folder of the proxy's build; without it, this one. */
  readonly checkout?: string;
  /** The folder in which Node caches the proxy's compiled code. */
  readonly compileCache?: string;
  /** An SDK for the proxy, and where its spans go, if anywhere. */
  readonly sdk?: { readonly collector?: string };
}

export interface RunningSubject {
  readonly url: string;
  readonly pid: number;
  readonly child: ChildProcess;
}

/** @param extra further arguments for Node, and whether the process has a channel to the bench */
export async function startSubject(
  stage: Stage,
  setting: Setting,
  extra: { readonly nodeArgs?: readonly string[]; readonly channel?: 'ipc' } = {},
): Promise<RunningSubject> {
  const port = await freePort();
  const { http, https } = await stage.backend(0);
  const axlUrl = setting.tls ? https : http;
  const { args, env } = commandOf(stage, setting, axlUrl, port);
  const child = stage.node([...(extra.nodeArgs ?? []), ...args], env, extra.channel);
  const url = `http://127.0.0.1:${port}`;
  return { url, pid: child.pid ?? 0, child };
}

const sdkArguments = ['--import', pathToFileURL(path.join(root, 'test', 'bench', 'tracing-sdk.mjs')).href];

interface Command {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

function commandOf(stage: Stage, setting: Setting, axlUrl: string, port: number): Command {
  const { subject, concurrency, tls, checkout = root, compileCache, sdk } = setting;
  const { program, lookup } = subjects[subject];
  const common = { PORT: String(port), AXL_URL: axlUrl };
  switch (program) {
    case 'floor': {
      const ca = tls && { AXL_CA_FILE: stage.certificateFile };
      return { args: [built('floor.js')], env: { ...common, ...ca, LOOKUP: lookup, CONCURRENCY: String(concurrency) } };
    }
    case 'proxy':
      return {
        args: [...(sdk ? sdkArguments : []), path.join(checkout, 'bin', 'axl-phone-proxy.js'), 'serve'],
        env: {
          ...common,
          ...proxyEnvironment(lookup, concurrency),
          ...(tls && { AXL_CA_FILE: stage.certificateFile }),
          ...(compileCache && { NODE_COMPILE_CACHE: compileCache }),
          ...(sdk && { COLLECTOR: sdk.collector ?? '' }),
        },
      };
    case 'soap':
    case 'cisco-axl': {
      const ca = tls && { NODE_EXTRA_CA_CERTS: stage.certificateFile };
      return { args: [built('card.js')], env: { ...common, ...ca, CLIENT: program, WSDL: stage.wsdlFile } };
    }
  }
}

/** Everything as in production: callers authenticate, the log level is info, metrics are counted. */
function proxyEnvironment(lookup: 'lines' | 'sql', concurrency: number): Record<string, string> {
  return {
    ADMIN_PORT: '0',
    AXL_USERNAME: 'axl',
    AXL_PASSWORD: 'axl',
    AXL_VERSION: '14.0',
    AXL_LOOKUP: lookup,
    AXL_MAX_CONCURRENCY: String(concurrency),
    AUTH_USERNAME: 'bench',
    AUTH_PASSWORD: 'correct horse',
    DATABASE_URL: 'off',
    LOG_LEVEL: 'info',
  };
}

/**
 * Waits until a subject answers, and checks that the answer is exactly right.
 * @returns when it answered, on the clock of performance.now()
 */
export async function firstAnswer({ url, child }: RunningSubject, work: Work): Promise<number> {
  const question = ask(work, 0);
  for (;;) {
    if (child.exitCode !== null) throw new Error('a subject ended while it was being started');
    const answer = await fetchOnce(url, question);
    if (answer === undefined) {
      await pause(2);
      continue;
    }
    if (answer !== question.answer) throw new Error(`a subject answered ${answer} instead of ${question.answer}`);
    return performance.now();
  }
}

/** @returns the body of an answer, or undefined if there was no connection */
function fetchOnce(url: string, question: Ask): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const { method, path: asked, body } = question;
    const options = { method, headers: headersOf(question), auth: 'bench:correct horse', agent: false };
    const request = http.request(url + asked, options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve(text);
      });
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve(undefined);
      else reject(error);
    });
    request.end(body);
  });
}
