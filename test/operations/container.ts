import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../support/programs.js';
import { root } from '../support/project.js';

/** Debian's packages for the base image: a shell, what the Dockerfile calls, and what binaries need. */
const basePackages = [
  ...['dash', 'coreutils', 'libc6', 'libgcc-s1', 'libstdc++6'],
  ...['libselinux1', 'libacl1', 'libattr1', 'libgmp10', 'libpcre2-8-0', 'libssl3'],
];

/** @returns the releases of Node for the tests, besides the oldest: the newest in CI, all in `npm run prove` */
export function testedReleases(): string[] {
  return readFileSync(`${root}.ci/node-lines`, 'utf8').trim().split('\n');
}

/**
 * Podman with its own store, without a network and without a registry. The base image is made from this machine's
 * Debian packages and from the Node in npm's package `node`; packages come from npm's cache.
 */
export class Podman {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'containers-'));
  // Limits that a process may set without special rights.
  readonly #limits = ['--ulimit', 'nofile=1024:4096', '--ulimit', 'nproc=4096:8192'];

  /** Part of the store, and removed with it. */
  get folder(): string {
    return this.#folder;
  }

  /** The first arguments of each command: the store, and the driver and the runtime with the fewest requirements. */
  get words(): readonly string[] {
    const places = { root: 'store', runroot: 'run', 'network-config-dir': 'networks' };
    const store = Object.entries(places).flatMap(([name, place]) => [`--${name}`, path.join(this.#folder, place)]);
    return [...store, '--storage-driver', 'vfs', '--runtime', 'runc', '--cgroup-manager', 'cgroupfs'];
  }

  /** @returns podman's output. @throws with all of its output if it failed */
  async call(...args: readonly string[]): Promise<string> {
    return must('podman', [...this.words, ...args]);
  }

  /** Makes the base image of the Dockerfile. @param name as in the Dockerfile: `node:24-bookworm-slim` */
  async makeBase(name: string): Promise<void> {
    const [, line = ''] = /^node:(\d+)-/.exec(name) ?? [];
    const release = testedReleases().find((tested) => tested.startsWith(`${line}.`));
    if (release === undefined) throw new Error(`CI does not run the tests on Node ${line}`);
    const node = ['--yes', '--package', `node@${release}`, 'node', '-p', 'process.execPath'];
    const binary = (await must('npx', node)).trim();
    const npm = path.join((await must('npm', ['root', '--global'])).trim(), 'npm');
    const base = path.join(this.#folder, 'base');
    const script = `
      mkdir -p usr/bin usr/sbin usr/lib usr/lib64 usr/local/bin usr/local/lib/node_modules etc root home/node dev proc sys
      mkdir -m 1777 tmp
      for name in bin sbin lib lib64; do ln -s usr/$name $name; done
      dpkg -L ${basePackages.join(' ')} | grep -v -e '^/usr/share' -e '^/\\.$' | sort -u |
        tar --create --no-recursion --files-from=- 2> /dev/null | tar --extract --keep-directory-symlink
      cp '${binary}' usr/local/bin/node
      cp -r '${npm}' usr/local/lib/node_modules/npm
      ln -s ../lib/node_modules/npm/bin/npm-cli.js usr/local/bin/npm
      printf 'root:x:0:0::/root:/bin/sh\\nnode:x:1000:1000::/home/node:/bin/sh\\n' > etc/passwd
      printf 'root:x:0:\\nnode:x:1000:\\n' > etc/group
      tar --create --file=../base.tar .`;
    mkdirSync(base);
    await must('sh', ['-ec', script], base);
    await this.call('import', path.join(this.#folder, 'base.tar'), `docker.io/library/${name}`);
    rmSync(base, { recursive: true });
  }

  /**
   * Makes an image from programs of this machine and what they need.
   * @param of whole packages, and programs whose libraries are found
   * @param files further executable files, with their texts
   */
  async makeOf(
    { image, packages, programs }: { image: string; packages: readonly string[]; programs: readonly string[] },
    files: readonly (readonly [file: string, text: string])[],
    entrypoint: readonly string[],
  ): Promise<void> {
    const folder = path.join(this.#folder, 'made');
    const script = `
      mkdir -p usr/bin usr/sbin usr/lib usr/lib64 usr/local/bin usr/local/etc/haproxy etc root dev proc sys run var/lib
      mkdir -p run/postgresql var/lib/postgresql/data run/secrets
      mkdir -m 1777 tmp
      for name in bin sbin lib lib64; do ln -s usr/$name $name; done
      ln -s ../run var/run
      { dpkg -L ${[...basePackages, ...packages].join(' ')} | grep -v -e '^/usr/share/\\(doc\\|man\\|locale\\|bash\\)' -e '^/\\.$' -e '^/var' -e '^/etc'
        ls -d ${programs.join(' ')}
        for file in $(ls -d ${programs.join(' ')}); do ldd $file 2> /dev/null | grep -o '/[^ ]*' || true; done
      } | sort -u | while read -r file; do readlink -f "$file" || continue; echo "$file"; done | sort -u |
        tar --create --no-recursion --files-from=- 2> /dev/null | tar --extract --keep-directory-symlink
      printf 'root:x:0:0::/root:/bin/sh\\npostgres:x:999:999::/var/lib/postgresql:/bin/sh\\n' > etc/passwd
      printf 'haproxy:x:99:99::/:/bin/sh\\n' >> etc/passwd
      printf 'root:x:0:\\npostgres:x:999:\\nhaproxy:x:99:\\n' > etc/group`;
    mkdirSync(folder);
    await must('sh', ['-ec', script], folder);
    for (const [file, text] of files) writeFileSync(path.join(folder, file), text, { mode: 0o755 });
    await must('tar', ['--create', '--file=../made.tar', '.'], folder);
    const change = ['--change', `ENTRYPOINT ${JSON.stringify(entrypoint)}`];
    await this.call('import', ...change, path.join(this.#folder, 'made.tar'), image);
    rmSync(folder, { recursive: true });
  }

  /** @returns why this machine cannot run a container; undefined if it can */
  async refusal(base: string): Promise<string | undefined> {
    return this.run(`docker.io/library/${base}`, ['--entrypoint', 'node'], ['-e', '']).then(
      () => undefined,
      (thrown: unknown) => `no container can be run here: ${thrown instanceof Error ? thrown.message : 'no reason'}`,
    );
  }

  /** Builds the Dockerfile. */
  async build(image: string): Promise<void> {
    const settings = path.join(this.#folder, 'npmrc');
    writeFileSync(settings, 'offline=true\n');
    const cache = (await must('npm', ['config', 'get', 'cache'])).trim();
    const mounts = ['--volume', `${cache}:/root/.npm`, '--volume', `${settings}:/root/.npmrc:ro`];
    const options = ['--network', 'none', '--layers=false', '--format', 'docker', ...this.#limits, ...mounts];
    await this.call('build', ...options, '--tag', image, root);
  }

  /** Runs a container to its end. @returns what it printed */
  run(image: string, options: readonly string[], args: readonly string[]): Promise<string> {
    return this.call('run', '--rm', '--network', 'none', ...this.#limits, ...options, image, ...args);
  }

  /** Starts a container with a read-only root and without any capability, in the network of the machine. */
  async start(name: string, image: string, volume: string, environment: Readonly<Record<string, string>>) {
    const variables = Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
    const hardened = ['--read-only', '--read-only-tmpfs=false', '--cap-drop', 'all', '--network', 'host'];
    const options = ['--detach', '--name', name, '--volume', volume, ...hardened, ...this.#limits, ...variables];
    // Its health check is run by hand, because the timer would need systemd.
    await this.call('run', ...options, '--health-interval', 'disable', image);
  }

  /** Removes containers, images and volumes. */
  async remove(): Promise<void> {
    await this.call('rm', '--all', '--force', '--time', '0', '--volumes');
    await this.call('rmi', '--all', '--force');
    rmSync(this.#folder, { recursive: true });
  }
}

export async function must(command: string, args: readonly string[], folder = root): Promise<string> {
  const { code, output, stdout } = await run(command, args, '', folder);
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${output.slice(-4_000)}`);
  return stdout;
}
