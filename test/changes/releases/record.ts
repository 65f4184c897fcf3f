import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { authorization } from '../../support/caller.js';
import { freePort } from '../../support/free-port.js';
import { PostgresServer } from '../../support/postgres-server.js';
import { emptyFolder, tidy } from '../../support/processes.js';
import { serviceSettings } from '../../support/test-service.js';

/**
 * Stores a history as an earlier release has made it, in both stores, with what that release showed of it last: `npx
 * tsx test/changes/releases/record.ts FOLDER`, where FOLDER is a checkout of that release, 1.0.0 or later, installed
 * and built. It makes some changes, one of them in a run, sees one that someone else makes, dismisses a finding, and is
 * killed in the middle of its last change.
 */
const [folder = ''] = process.argv.slice(2);
const bin = path.join(folder, 'bin/axl-phone-proxy.js');
const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
const here = (name: string): string => fileURLToPath(new URL(`${version}${name}`, import.meta.url));

interface Started {
  /** The part of a line that matched. */
  readonly found: RegExpExecArray;
  readonly end: (signal: NodeJS.Signals) => Promise<void>;
}

/** Starts a command of that release, and waits for a message. */
async function start(command: string, env: Readonly<Record<string, string>>, said: RegExp): Promise<Started> {
  const child = spawn(process.execPath, [bin, command], {
    cwd: emptyFolder(),
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  let text = '';
  for await (const line of createInterface({ input: child.stdout })) {
    text += `${line}\n`;
    const found = said.exec(text);
    if (!found) continue;
    child.stdout.resume();
    return { found, end };
  }
  throw new Error(`${command} ended: ${text}`);
}

const [axlPort, controlPort] = [await freePort(), await freePort()];
const [port, otherPort] = [await freePort(), await freePort()];
const control = `http://127.0.0.1:${controlPort}/control/misbehaviour`;
const url = `http://127.0.0.1:${port}`;

async function send(
  method: string,
  place: string,
  body?: unknown,
  { run = '', at = url }: { readonly run?: string; readonly at?: string } = {},
): Promise<string> {
  const headers = { authorization: authorization(), 'content-type': 'application/json', ...(run !== '' && { run }) };
  const answer = await fetch(`${at}/${place}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  process.stdout.write(`${method} ${place}: ${answer.status}\n`);
  return answer.text();
}

type Shown = Readonly<Record<string, unknown>>;

async function shown(place = 'changes?limit=500'): Promise<readonly Shown[]> {
  const answer = await fetch(`${url}/${place}`, { headers: { authorization: authorization() } });
  return (await answer.json()) as readonly Shown[];
}

/** Waits until the inventory has a new complete sweep. @returns when that began */
async function swept(before?: unknown): Promise<unknown> {
  for (;;) {
    const answer = await fetch(`${url}/inventory`, { headers: { authorization: authorization() } });
    const { state, asOf } = (await answer.json()) as Shown;
    if (state === 'whole' && asOf !== before) return asOf;
    await sleep(100);
  }
}

async function misbehave(...rules: readonly object[]): Promise<void> {
  await fetch(control, { method: 'POST', body: JSON.stringify(rules) });
}

const dial = (index: string, dirn: string, label: string) => ({ index, dirn, label });

/** Changes a phone as someone else, unseen by the history, and waits until the inventory has seen it. */
async function changeElsewhere(phone: string, env: Readonly<Record<string, string>>): Promise<void> {
  const whole = await swept();
  const other = await start('serve', { ...env, PORT: String(otherPort) }, /"event":"started"/);
  await send('POST', `speeddials?phone=${phone}`, [dial('4', '0104', 'elsewhere')], {
    at: `http://127.0.0.1:${otherPort}`,
  });
  await other.end('SIGTERM');
  await send('POST', 'inventory/sweep');
  await swept(whole);
}

/** @returns what it showed last: the changes, the runs, and the dismissed findings */
async function makeHistory(historyUrl: string): Promise<Readonly<Record<string, readonly object[]>>> {
  const ports = {
    SIMULATOR_PORT: String(axlPort),
    SIMULATOR_CONTROL_PORT: String(controlPort),
    SIMULATOR_TLS: 'false',
  };
  const simulator = await start('simulator', ports, /\/control\//);
  const without = {
    ...serviceSettings(`http://127.0.0.1:${axlPort}/axl/`),
    ...{ AXL_TIMEOUT_MS: '500', REQUEST_DEADLINE_MS: '2000' },
  };
  const kept = { DATABASE_URL: historyUrl, INVENTORY: 'on', INVENTORY_PAGES_PER_MINUTE: '600' };
  const env = { ...without, ...kept, PORT: String(port) };
  let service = await start('serve', env, /"event":"started"/);
  const phone = 'speeddials?phone=SEP00A1B2C30003';
  await send('POST', phone, [dial('1', '0100', 'Reception'), dial('2', '+14085554019', 'Büro')]);
  await send('PUT', 'speeddials/3?phone=SEP00A1B2C30003', { dirn: '0199', label: "<R&D> 'night'" });
  await send('DELETE', 'speeddials/1?phone=SEP00A1B2C30003');
  await send('PUT', 'busylampfields/2?profile=UDP_FRONTDESK', {
    dirn: '6101',
    partition: 'PT-Internal',
    label: 'Agneta',
    pickup: true,
  });
  await send('PUT', 'busylampfields/9?profile=UDP_FRONTDESK', {
    destination: 'ombud@lindqvist.example',
    label: '日本',
  });
  await send('POST', 'changes/3/undo');
  const { id: run } = JSON.parse(await send('POST', 'runs', { title: 'Grüße → "あ"' })) as { readonly id: string };
  await send('PUT', 'speeddials/7?phone=SEP00A1B2C30003', { dirn: '0107', label: 'of a run' }, { run });
  await changeElsewhere('SEP00A1B2C30002', without);
  const [finding] = await shown('findings?limit=1');
  await send('PUT', `findings/${String(finding?.['id'])}/dismissal`, { reason: 'It is right so.' });
  await send('POST', phone, [dial('1', '0100', 'a label that is longer than this call manager takes')]);
  // The read before the write is answered at once; the write, and the read back, never.
  await misbehave(
    { kind: 'delay', operation: 'getPhone', ms: 0, times: 1 },
    { kind: 'hang', operation: 'updatePhone', times: 1 },
    { kind: 'hang', operation: 'getPhone' },
  );
  await send('POST', 'speeddials?phone=SEP00A1B2C30001', []);
  await fetch(control, { method: 'DELETE' });
  await service.end('SIGTERM');
  service = await start('serve', env, /"event":"started"/);
  const others = { runs: await shown('runs'), dismissed: await shown('findings?dismissed=true') };
  await misbehave({ kind: 'delay', operation: 'updatePhone', ms: 1_500 });
  const last = send('POST', phone, [dial('5', '007', 'the last')]).catch(() => '');
  let changes = await shown();
  while (changes[0]?.['outcome'] !== 'in-progress') {
    await sleep(20);
    changes = await shown();
  }
  await service.end('SIGKILL');
  await last;
  await simulator.end('SIGTERM');
  return { changes, ...others };
}

const file = path.join(emptyFolder(), 'history.db');
const sqlite = await makeHistory(`sqlite:${file}`);
copyFileSync(file, here('.db'));
if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, here('.db-wal'));

const server = await PostgresServer.start();
const { database } = await server.database();
const postgres = await makeHistory(server.urlOf(database));
const dumped = spawnSync('pg_dump', ['--inserts', '--no-owner', `--dbname=${server.urlOf(database)}`], {
  encoding: 'utf8',
});
if (dumped.status !== 0) throw new Error(dumped.stderr);
// Lines that begin with a backslash are only for psql.
writeFileSync(here('.sql'), dumped.stdout.replaceAll(/^\\.*\n/gm, ''));
writeFileSync(here('.json'), `${JSON.stringify({ sqlite, postgres }, null, 1)}\n`);
await server.remove();
await tidy();
