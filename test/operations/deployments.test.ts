import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { type Config, readConfig } from '../../src/config/config.js';
import { certificateFor } from '../support/certificates.js';
import { RunningProcess } from '../support/processes.js';
import { lacks, run } from '../support/programs.js';
import { bin, root } from '../support/project.js';
import { lacksTool, loadTool } from '../support/tools.js';
import { readDockerfile } from './dockerfile.js';

/** The examples in deploy/ for several instances, compared with the service and its image. */

interface ComposeService {
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly read_only: boolean;
  readonly stop_grace_period: string;
}
interface Compose {
  readonly services: Readonly<Record<'one' | 'two', ComposeService>>;
  readonly secrets: object;
}
interface Container {
  readonly image: string;
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly livenessProbe: { readonly httpGet: object };
  readonly readinessProbe: { readonly httpGet: object };
  readonly securityContext: object;
}
interface PodSpec {
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: { readonly runAsUser: number };
  readonly containers: readonly [Container];
}
interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
}
interface ConfigMap extends KubernetesObject {
  readonly data: Readonly<Record<string, string>>;
}
interface Deployment extends KubernetesObject {
  readonly spec: { readonly replicas: number; readonly template: { readonly spec: PodSpec } };
}
interface Service extends KubernetesObject {
  readonly spec: { readonly ports: readonly [{ readonly targetPort: string }] };
}

const read = (file: string): string => readFileSync(`${root}deploy/${file}`, 'utf8');
const compose = parse(read('compose/compose.yaml'), { merge: true }) as Compose;
// Kubernetes reads YAML 1.1, in which 0440 is octal.
const manifest = read('kubernetes.yaml');
const objects = parseAllDocuments(manifest, { version: '1.1' }).map((each) => each.toJS() as KubernetesObject);
const ofKind = (kind: string): KubernetesObject | undefined => objects.find((object) => object.kind === kind);
const pod = (ofKind('Deployment') as Deployment).spec.template.spec;
const [container] = pod.containers;

const ofTheImage = Object.fromEntries(
  readDockerfile()
    .filter(({ name }) => name === 'ENV')
    .flatMap(({ rest }) => Array.from(rest.matchAll(/(\w+)=(\S+)/g), ([, key = '', value = '']) => [key, value])),
);

const settings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'compose/compose.yaml': compose.services.one.environment,
  'kubernetes.yaml': (ofKind('ConfigMap') as ConfigMap).data,
};

describe.each(Object.keys(settings))('deploy/%s', (file) => {
  let folder: string;
  let environment: Record<string, string>;
  let config: Config;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'deployment-'));
    const { cert, key } = await certificateFor(['127.0.0.1']);
    const pem = { 'cucm.pem': cert, 'history-ca.pem': cert, 'tls.crt': cert, 'tls.key': key };
    const files = { ...pem, htpasswd: '', 'axl-password': 'secret\n', 'history-password': 'secret\n' };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    const mounted = /(?<=^|=)\/(?:run\/secrets|secrets|tls)(?=\/)/;
    environment = Object.fromEntries(
      Object.entries({ ...ofTheImage, ...settings[file] }).map(([name, value]) => [
        name,
        value.replace(mounted, folder),
      ]),
    );
    config = readConfig(environment, 'no.env');
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('is accepted by check-config, together with the settings of the image', async () => {
    const { code, output } = await new RunningProcess(process.execPath, [bin, 'check-config'], { env: environment })
      .ended;
    expect([code, output]).toEqual([0, expect.stringContaining('The configuration is valid.')]);
  });

  it('has only variables of the service, and one history for all instances', () => {
    const unencrypted = "callers' passwords cross the network unencrypted";
    expect(config.warnings.filter((warning) => !warning.includes(unencrypted))).toEqual([]);
    expect(config.database).toMatchObject({ store: 'postgres' });
  });

  it('gives running requests as much time as they may take', () => {
    const seconds: Readonly<Record<string, number>> = {
      'compose/compose.yaml': Number.parseInt(compose.services.one.stop_grace_period, 10),
      // Its preStop takes the first five.
      'kubernetes.yaml': pod.terminationGracePeriodSeconds - 5,
    };
    expect(seconds[file]).toBeGreaterThanOrEqual(config.shutdownGraceMs / 1000 + 5);
  });

  it('names the ports that the service listens on', () => {
    const named: Readonly<Record<string, unknown>> = {
      'compose/compose.yaml': Array.from(
        read('compose/haproxy.cfg').matchAll(/server \w+ \w+:(\d+)|check port (\d+)/g),
        ([, port = '', admin = '']) => Number(port || admin),
      ).sort((a, b) => a - b),
      'kubernetes.yaml': container.ports.map(({ containerPort }) => containerPort),
    };
    const listeners = new Set(named[file] as number[]);
    expect([...listeners]).toEqual([config.port, config.admin?.port]);
  });
});

describe('deploy/compose/compose.yaml', () => {
  it('has two equal instances, with a read-only root', () => {
    const { one, two } = compose.services;
    expect(two).toEqual(one);
    expect(one.read_only).toBe(true);
  });

  it('gives the instances every file that they read', () => {
    const wanted = Object.values(compose.services.one.environment).flatMap(
      (value) => /^\/run\/secrets\/(.+)$/.exec(value)?.[1] ?? [],
    );
    expect([...compose.services.one.secrets].sort()).toEqual(wanted.sort());
    expect(Object.keys(compose.secrets).sort()).toEqual(wanted.sort());
  });

  it.skipIf(lacks('haproxy'))('has a configuration of HAProxy that it takes', async () => {
    const { code, output } = await run('haproxy', ['-c', '-f', `${root}deploy/compose/haproxy.cfg`]);
    expect(code, output).toBe(0);
  });
});

describe('deploy/kubernetes.yaml', () => {
  it('has two replicas of this release, without rights, and checks the right ports', () => {
    const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };
    expect(container.image).toMatch(new RegExp(`:${version.replaceAll('.', String.raw`\.`)}$`));
    expect((ofKind('Deployment') as Deployment).spec.replicas).toBe(2);
    expect(readDockerfile().find(({ rest }) => rest.includes('chown'))?.rest).toContain(
      `${pod.securityContext.runAsUser}:`,
    );
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true });
    expect(container.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.livenessProbe.httpGet).toEqual({ path: '/live', port: 'admin' });
    expect(container.readinessProbe.httpGet).toEqual({ path: '/ready', port: 'admin' });
    expect(container.ports.map(({ name }) => name)).toContain((ofKind('Service') as Service).spec.ports[0].targetPort);
  });

  it('creates in its first lines every file that the settings name', () => {
    const paths = Object.values((ofKind('ConfigMap') as ConfigMap).data).flatMap(
      (value) => /\/secrets\/(.+)$/.exec(value)?.[1] ?? [],
    );
    const made = Array.from(manifest.matchAll(/--from-file=(\S+)/g), ([, name = '']) => name);
    expect(made.sort()).toEqual(paths.sort());
  });

  it.skipIf(lacksTool('kubernetes-models'))('is valid in the schemas of Kubernetes', () => {
    interface Model {
      validate(): void;
    }
    type ModelOf = new (object: KubernetesObject) => Model;
    expect(objects.length).toBeGreaterThan(3);
    for (const object of objects) {
      const group = loadTool(`kubernetes-models/${object.apiVersion}`) as Readonly<Record<string, ModelOf | undefined>>;
      const KindOfObject = group[object.kind];
      if (!KindOfObject) throw new Error(`there is no ${object.kind} in ${object.apiVersion}`);
      const model = new KindOfObject(object);
      expect(() => {
        model.validate();
      }, object.kind).not.toThrow();
    }
    const [, deployment] = objects;
    const { Deployment: DeploymentModel } = loadTool('kubernetes-models/apps/v1') as { Deployment: ModelOf };
    const wrong = { ...deployment, spec: { replicas: 'two' } } as unknown as KubernetesObject;
    expect(() => {
      new DeploymentModel(wrong).validate();
    }).toThrow();
  });
});
