import { type Settings, SimulatedCluster } from './cluster/simulated-cluster.js';
import { createControlServer } from './control.js';
import { readRules } from './misbehaviour/rules.js';
import { makeCertificate } from './node/certificate.js';
import { listen, SimulatedNode, stop } from './node/simulated-node.js';
import { defaultOptions, settle, type SimulatorOptions } from './options.js';
import { controlsOf, type RunningSimulator } from './running-simulator.js';
import { loadSeed, type Seed } from './state/seed.js';

export type { Stats } from './cluster/statistics.js';
export type { MisbehaviourRule } from './misbehaviour/rules.js';
export type { SimulatorOptions } from './options.js';
export type { RunningSimulator } from './running-simulator.js';
export type { DeviceState } from './state/shown-state.js';

const loopback = '127.0.0.1';

/** The seed that ships with the project: all simulators of a process share it, and the SQL tables that are made of it. */
let company: Seed | undefined;

/**
 * Starts a simulated call manager: AXL on one port (one more for each subscriber), the control path on another.
 * @throws Error if an option, the seed or a rule is wrong, or a port is not available
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<RunningSimulator> {
  const settings = settle(options);
  const rules = readRules(options.misbehaviour ?? []);
  const cluster = new SimulatedCluster(
    settings,
    options.seed === undefined ? (company ??= loadSeed()) : loadSeed(options.seed),
    rules,
    options.randomSeed ?? defaultOptions.randomSeed,
  );
  // The schema is read now, so that the first request is not slow.
  cluster.interfaceOf(settings.accepts.at(-1) ?? settings.release);
  const names = settings.certificateNames;
  const certificate = names === undefined ? undefined : await makeCertificate(names);
  const nodes = Array.from(
    { length: settings.subscribers + 1 },
    (_, number) => new SimulatedNode(cluster, number, certificate),
  );
  const controls = controlsOf(cluster, nodes);
  const control = createControlServer(controls);
  const close = async () => {
    cluster.close();
    await Promise.all([...nodes.map((node) => node.stop()), stop(control)]);
  };
  try {
    const urls = await startNodes(nodes, settings);
    const controlPort = await listen(control, settings.controlPort, loopback);
    return {
      ...controls,
      url: urls[0] ?? '',
      urls,
      controlUrl: `http://${loopback}:${controlPort}/control/`,
      ...(certificate !== undefined && { certificate: certificate.certificate }),
      release: settings.release,
      close,
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

async function startNodes(nodes: readonly SimulatedNode[], settings: Settings): Promise<string[]> {
  const scheme = settings.certificateNames === undefined ? 'http' : 'https';
  const ports = await Promise.all(nodes.map((node, number) => node.start(number === 0 ? settings.port : 0)));
  return ports.map((port) => `${scheme}://${settings.host}:${port}/axl/`);
}
