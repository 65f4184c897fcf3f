import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../support/project.js';
import { must, type Podman } from './container.js';

/**
 * The images that compose.yaml takes from a registry, made from this machine's Debian packages, with the same names.
 */
const madeHere = {
  haproxy: { image: 'docker.io/library/haproxy:3.0', packages: ['haproxy'], programs: ['/usr/sbin/haproxy'] },
  postgres: {
    image: 'docker.io/library/postgres:17',
    packages: ['postgresql-15', 'postgresql-client-15'],
    programs: ['/usr/lib/postgresql/15/bin/*', '/usr/lib/postgresql/15/lib/*.so', '/usr/bin/setpriv'],
  },
};

/** What the entrypoint of the registry's image does, as far as compose.yaml needs it. */
const postgresEntrypoint = `#!/bin/sh
set -eu
PATH=/usr/lib/postgresql/15/bin:$PATH
data=/var/lib/postgresql/data
as="setpriv --reuid 999 --regid 999 --clear-groups"
chown 999:999 $data /var/run/postgresql
chmod 700 $data
if ! [ -s $data/PG_VERSION ]; then
  cat "$POSTGRES_PASSWORD_FILE" > /tmp/password
  chown 999:999 /tmp/password
  $as initdb --pgdata $data --username "$POSTGRES_USER" --pwfile /tmp/password $POSTGRES_INITDB_ARGS
  PGPASSWORD=$(cat /tmp/password)
  export PGPASSWORD
  $as pg_ctl --pgdata $data --options '-c listen_addresses=' --wait start
  $as createdb --username "$POSTGRES_USER" "$POSTGRES_DB"
  $as pg_ctl --pgdata $data --wait stop
fi
exec $as "$@" -D $data
`;

/** Containers that need little from the machine: no systemd for health checks, no higher limits. */
const sparing = ['--health-interval', 'disable', '--ulimit', 'nofile=8192:8192', '--ulimit', 'nproc=4096:8192'];

export interface Composed {
  /** HAProxy's published port, on loopback. */
  readonly port: number;
  /** The port of the call manager, which is on this machine. */
  readonly axlPort: number;
  readonly secrets: Readonly<Record<string, string>>;
}

/** compose.yaml, started by podman-compose with what this machine has. */
export class ComposedService {
  readonly #podman: Podman;
  readonly #folder: string;
  readonly #file = readFileSync(`${root}deploy/compose/compose.yaml`, 'utf8');

  constructor(podman: Podman) {
    this.#podman = podman;
    this.#folder = path.join(podman.folder, 'composed');
  }

  /**
   * Makes the images that a registry has, and the network, as the file says.
   * @returns why this machine cannot give containers a network; undefined if it can
   */
  async make(): Promise<string | undefined> {
    const postgres = [['usr/local/bin/docker-entrypoint.sh', postgresEntrypoint]] as const;
    await this.#podman.makeOf(madeHere.postgres, postgres, ['docker-entrypoint.sh']);
    await this.#podman.makeOf(madeHere.haproxy, [], ['haproxy', '-f', '/usr/local/etc/haproxy/haproxy.cfg']);
    await this.#podman.call('network', 'create', '--subnet', this.#subnet(), 'axl-phone-proxy');
    const tried = ['--rm', '--network', 'axl-phone-proxy', ...sparing, '--entrypoint', 'true'];
    return this.#podman.call('run', ...tried, madeHere.haproxy.image).then(
      () => undefined,
      (thrown: unknown) => `no container has a network here: ${thrown instanceof Error ? thrown.message : 'no reason'}`,
    );
  }

  async up({ port, axlPort, secrets }: Composed): Promise<void> {
    const folder = this.#folder;
    mkdirSync(path.join(folder, 'secrets'), { recursive: true });
    cpSync(`${root}deploy/compose/haproxy.cfg`, path.join(folder, 'haproxy.cfg'));
    for (const [name, text] of Object.entries(secrets)) writeFileSync(path.join(folder, 'secrets', name), text);
    const instead = {
      '127.0.0.1:8080:': `127.0.0.1:${port}:`,
      '  image: axl-phone-proxy': `  image: localhost/axl-phone-proxy\n  extra_hosts: ['cucm.example.com:${this.gateway}']`,
      // In production the simulator would be refused.
      'AXL_URL: https://cucm.example.com:8443/': `NODE_ENV: test\n    AXL_URL: https://cucm.example.com:${axlPort}/`,
      'AXL_USERNAME: axl-phone-proxy': 'AXL_USERNAME: axl',
    };
    let file = this.#file;
    for (const [text, other] of Object.entries(instead)) {
      if (!file.includes(text)) throw new Error(`compose.yaml does not have ${text}`);
      file = file.replace(text, other);
    }
    writeFileSync(path.join(folder, 'compose.yaml'), file);
    const words = this.#podman.words.map((word) => `'${word}'`).join(' ');
    const run = `if [ "$1" = run ]; then shift; set -- run ${sparing.join(' ')} "$@"; fi`;
    writeFileSync(path.join(folder, 'podman'), `#!/bin/sh\n${run}\nexec podman ${words} "$@"\n`);
    chmodSync(path.join(folder, 'podman'), 0o755);
    await this.#compose('up', '--detach');
  }

  async down(): Promise<void> {
    await this.#podman.call('rm', '--all', '--force', '--time', '0');
    await this.#podman.call('network', 'rm', '--force', 'axl-phone-proxy', 'composed_alone');
  }

  /** @returns the address of a service's container in the network of the instances */
  async addressOf(service: string): Promise<string> {
    const format = '{{(index .NetworkSettings.Networks "axl-phone-proxy").IPAddress}}';
    return (await this.#podman.call('inspect', '--format', format, `composed_${service}_1`)).trim();
  }

  logsOf(service: string): Promise<string> {
    return this.#podman.call('logs', `composed_${service}_1`);
  }

  /** The address of this machine in the network of the instances. */
  get gateway(): string {
    return this.#subnet().replace(/\.0\/24$/, '.1');
  }

  /** The one that the file trusts. */
  #subnet(): string {
    return /^ +TRUSTED_PROXIES: (\S+)$/m.exec(this.#file)?.[1] ?? '';
  }

  async #compose(...args: readonly string[]): Promise<void> {
    await must('podman-compose', ['--podman-path', './podman', '-p', 'composed', ...args], this.#folder);
  }
}
