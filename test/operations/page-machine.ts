import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../support/programs.js';
import { root } from '../support/project.js';

/** What a page's commands find on this machine, in place of what it would be in use. */
export interface Here {
  /** The call manager: host and port. */
  readonly callManager: string;
  /** The ports of the service, and of its health. */
  readonly ports: readonly [number, number];
  /** Words of the page, each with what stands for it here. */
  readonly instead?: Readonly<Record<string, string>>;
}

/** The user of the simulator, and the passwords of the files. */
const editor = (here: Here): string => `#!/bin/sh
case "$1" in
  *password) echo secret > "$1" ;;
  *) sed -i 's|cucm.example.com:8443|${here.callManager}|; s|^\\( *AXL_USERNAME[=:] *\\).*|\\1axl|' "$1"
     case "$1" in *.yaml) ;; *) printf 'PORT=${here.ports[0]}\\nADMIN_PORT=${here.ports[1]}\\n' >> "$1" ;; esac ;;
esac
`;

/**
 * In place of systemd, which runs nothing here: the unit is verified, and its command runs as its user with its files of
 * variables, without its sandbox.
 */
const systemctl = `#!/bin/sh -e
instance() { case "$1" in *@*) echo "\${1#*@}" ;; esac; }
start() {
  unit=/etc/systemd/system/$(echo "$1" | sed 's/@.*/@/').service
  ran=/run/fake-systemd/$1
  mkdir -p /run/fake-systemd
  (
    for file in $(cat $unit $unit.d/*.conf 2>/dev/null | sed -n "s/^EnvironmentFile=//p" | sed "s/%i/$(instance $1)/"); do
      set -a; . "$file"; set +a
    done
    PATH=$(sed -n 's/^Environment=PATH=//p' $unit)
    user=$(sed -n 's/^User=//p' $unit)
    exec runuser -u "$user" -- $(sed -n 's/^ExecStart=//p' $unit)
  ) > $ran.journal 2>&1 < /dev/null &
  echo $! > $ran.pid
  until grep -q '"event":"started"' $ran.journal; do
    kill -0 $(cat $ran.pid) 2>/dev/null || { cat $ran.journal; exit 1; }
    sleep 0.1
  done
}
stop() {
  [ ! -e /run/fake-systemd/$1.pid ] || { pid=$(cat /run/fake-systemd/$1.pid); kill $pid; while kill -0 $pid 2>/dev/null; do sleep 0.1; done; rm /run/fake-systemd/$1.pid; }
}
command=$1; shift
[ "$1" != --now ] || shift
case $command in
  daemon-reload) systemd-analyze verify /etc/systemd/system/axl-phone-proxy*.service ;;
  enable | start) for unit; do start $unit; done ;;
  restart) stop $1; start $1 ;;
  disable | stop) stop $1 ;;
  *) echo "systemctl $command?"; exit 1 ;;
esac
`;

/** In place of podman: the image is not built, and its command runs as its user with the files of its volumes. */
const podman = `#!/bin/sh -e
case $1 in
  build) for last; do :; done; test -e "$last/Dockerfile"; exit ;;
  network) exit ;;
  logs) exec cat /run/podman.log ;;
  run) shift ;;
  *) exit 1 ;;
esac
secrets=/nowhere file=/dev/null data=/var/lib/volume
while [ $# -gt 0 ]; do
  case $1 in
    --env-file) file=$2; shift ;;
    --volume) case $2 in *:/secrets:ro) secrets=\${2%%:*} ;; *:/var/lib/axl-phone-proxy) ;; *) exit 1 ;; esac; shift ;;
    --publish | --stop-timeout | --name) shift ;;
    --detach) detached=yes ;;
    --rm | --interactive | --read-only) ;;
    axl-phone-proxy) shift; break ;;
    *) echo "podman $1?"; exit 1 ;;
  esac
  shift
done
install -d -o 1000 -g 1000 $data
command() {
  exec setpriv --reuid 1000 --regid 1000 --clear-groups env -i PATH="$PATH" DATA_DIR=$data \\
    $(sed "s|=/secrets/|=$secrets/|; /^#/d" $file) /opt/axl-phone-proxy/bin/axl-phone-proxy "\${@:-serve}"
}
[ "$detached" = yes ] || command "$@"
(command serve) > /run/podman.log 2>&1 &
until grep -q '"event":"started"' /run/podman.log; do sleep 0.1; done
`;

/** Compose itself is started in image.test.ts, if podman can run containers. */
const composer = `#!/bin/sh -e
test -s secrets/axl-password && test -s secrets/cucm.pem && test -s secrets/htpasswd && test -s secrets/history-password
setpriv --reuid 1000 --regid 1000 --clear-groups cat secrets/* > /dev/null
echo "composed: $*"
`;

const programs = {
  systemctl,
  journalctl: '#!/bin/sh\ncat /run/fake-systemd/*.journal\n',
  podman,
  'podman-compose': composer,
};

/** @returns the commands of a page's block, by its mark */
export function blockOf(page: string, mark: string): string {
  const text = readFileSync(`${root}docs/${page}.md`, 'utf8');
  const [, block] = new RegExp(`<!-- ${mark} -->\\n+\`\`\`sh\\n(.*?)\`\`\``, 's').exec(text) ?? [];
  if (block === undefined) throw new Error(`docs/${page}.md has no block ${mark}`);
  return block;
}

/**
 * Runs blocks of the docs as they stand, as root, in one shell, on a machine whose /etc, /opt, /run and /var are thrown
 * away afterwards (a mount namespace). Only addresses and ports are replaced.
 * @param folder where the commands begin
 * @param steps blocks, each by its page and mark, and commands of the test between them
 * @returns the exit code and the output, with a line `== MARK` before that of each block
 */
export async function onMachine(
  folder: string,
  steps: readonly (string | readonly [page: string, mark: string])[],
  here: Here,
): Promise<{ readonly code: number; readonly output: string }> {
  const place = mkdtempSync(path.join(tmpdir(), 'machine-'));
  chmodSync(place, 0o755);
  mkdirSync(path.join(place, 'bin'));
  for (const [name, text] of Object.entries({ ...programs, editor: editor(here) })) {
    writeFileSync(path.join(place, 'bin', name), text, { mode: 0o755 });
  }
  let commands = steps
    .map((step) => (typeof step === 'string' ? `${step}\n` : `echo '== ${step[1]}'\n${blockOf(...step)}`))
    .join('');
  const instead = {
    'cucm.example.com:8443': here.callManager,
    '127.0.0.1:8080': `127.0.0.1:${here.ports[0]}`,
    ...here.instead,
  };
  for (const [word, other] of Object.entries(instead)) commands = commands.replaceAll(word, other);
  // Each command that asks for a password gets it. createuser asks twice.
  writeFileSync(path.join(place, 'once'), 'secret\n');
  writeFileSync(path.join(place, 'twice'), 'secret\nsecret\n');
  commands = commands
    .replaceAll(/^.*(?:hash-password|curl -u me).*$/gm, `$& < ${place}/once`)
    .replaceAll(/^.*createuser.*$/gm, `$& < ${place}/twice`);
  const script = `
mkdir ${place}/layers
mount -t tmpfs tmpfs ${place}/layers
for top in etc opt run var; do
  mkdir -p ${place}/layers/$top ${place}/layers/work-$top
  mount -t overlay overlay -o lowerdir=/$top,upperdir=${place}/layers/$top,workdir=${place}/layers/work-$top /$top
done
export PATH=${place}/bin:$PATH EDITOR=editor npm_config_prefer_offline=true
cd ${folder}
umask 022
${commands}`;
  writeFileSync(path.join(place, 'script'), script);
  // Without a terminal, what asks for a password reads standard input. All processes end with the namespace.
  const args = [
    '--mount',
    '--pid',
    '--fork',
    '--kill-child',
    '--mount-proc',
    'setsid',
    '--wait',
    'sh',
    '-e',
    `${place}/script`,
  ];
  const ended = await run('unshare', args, '', folder);
  rmSync(place, { recursive: true });
  return ended;
}

/** Whether this machine lets root have a file system of its own. */
export async function lacksNamespaces(): Promise<boolean> {
  const tried =
    'mount -t tmpfs tmpfs /mnt && mkdir /mnt/a /mnt/b && mount -t overlay overlay -o lowerdir=/etc,upperdir=/mnt/a,workdir=/mnt/b /etc';
  return run('unshare', ['--mount', 'sh', '-c', tried]).then(
    ({ code }) => code !== 0,
    () => true,
  );
}
