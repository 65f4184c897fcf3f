import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterRow } from './cluster-rows.js';
import { shown } from './cluster-rows.js';
import { arrange, listOf, number, phone, replaced, sent, statsOf, textOf } from './cluster-arrangement.js';
import { ask, caller, codeOf } from '../support/caller.js';
import type { SimulatorProcess } from '../support/simulator-process.js';
import { startServiceWithShortTimes } from '../support/test-service.js';

/** A scenario with more than one call. */
export interface Story {
  readonly name: string;
  readonly nodes: 'one' | 'two';
  readonly call: 'GET' | 'POST';
  readonly tell: (stage: StoryStage) => Promise<string[]>;
  readonly env?: Readonly<Record<string, string>>;
}

interface StoryStage {
  readonly simulator: SimulatorProcess;
  /** The service's address. */
  readonly url: string;
}

const perNodes = (story: Omit<Story, 'nodes'>): Story[] => [
  { ...story, nodes: 'one' },
  { ...story, nodes: 'two' },
];

/** An attempt has as much time as the slow call manager needs: no slot is free before it has answered. */
const capped = { AXL_MAX_CONCURRENCY: '2', AXL_TIMEOUT_MS: '10000', REQUEST_DEADLINE_MS: '30000' };

export const stories: readonly Story[] = [
  ...perNodes({ name: 'two spellings of one phone', call: 'POST', tell: twoSpellings }),
  ...perNodes({ name: 'callers hang up', call: 'GET', tell: callersHangUp('GET'), env: capped }),
  ...perNodes({ name: 'callers hang up', call: 'POST', tell: callersHangUp('POST'), env: capped }),
  { name: 'publisher busy once after a write', nodes: 'two', call: 'GET', tell: busyAfterWrite },
];

/** Runs one story against a new service, and returns what is wrong. */
export async function runStory(
  simulator: SimulatorProcess,
  { name, nodes, call, tell, env }: Story,
  more: Readonly<Record<string, string>> = {},
): Promise<ClusterRow> {
  await arrange(simulator, 'same');
  const before = await listOf(simulator);
  const started = performance.now();
  const service = await startServiceWithShortTimes(nodes === 'one' ? simulator.url : simulator.urls.join(','), {
    ...more,
    ...env,
  });
  // Without a session, the second call would wait for the login of the first.
  await ask(`${service.url}/phone/?dirn=${number}`);
  const wrong = await tell({ simulator, url: service.url });
  await service.stop('the end of the story');
  const list = await listOf(simulator);
  const state = list === textOf(sent) ? 'new' : list === before ? 'old' : 'other';
  return { name, nodes, call, answer: 200, ms: Math.round(performance.now() - started), state, wrong };
}

/** The call manager accepts the phone's name in any letter case: the last caller's list must be there. */
async function twoSpellings({ simulator, url }: StoryStage): Promise<string[]> {
  await simulator.control('POST', 'traits', { anyCaseNames: true });
  await simulator.control('POST', 'misbehaviour', { kind: 'delay', ms: 250, operation: 'updatePhone', times: 1 });
  const first = ask(`${url}/speeddials?phone=${phone}`, replaced);
  while ((await statsOf(simulator)).inFlight === 0) await pause(5);
  const last = ask(`${url}/speeddials?phone=${phone.toLowerCase()}`, sent);
  const answers = [codeOf(await first), codeOf(await last)];
  return [
    ...answers.flatMap((answer) => (answer === 200 ? [] : [`should be 200, is ${answer}`])),
    ...((await listOf(simulator)) === textOf(sent) ? [] : ['the last list was called set, but is not']),
  ];
}

/** Callers hang up while the call manager is slow: it never works on more requests than the limit. */
function callersHangUp(call: 'GET' | 'POST'): Story['tell'] {
  return async ({ simulator, url }) => {
    await simulator.control('POST', 'traits', { countsAbandoned: true });
    await simulator.control('POST', 'misbehaviour', { kind: 'delay', ms: 1_000 });
    for (let wave = 0; wave < 3; wave += 1) {
      const hangUp = new AbortController();
      const calls = Array.from({ length: 4 }, (_, place) => abandon(call, url, wave * 4 + place, hangUp.signal));
      await pause(150);
      hangUp.abort();
      await Promise.all(calls);
    }
    await simulator.control('DELETE', 'misbehaviour');
    const { highestInFlight } = await statsOf(simulator);
    const last = await ask(`${url}/phone/?dirn=${number}`);
    return [
      ...(highestInFlight <= 2 ? [] : [`${highestInFlight} were worked on at once, at a cap of 2`]),
      ...(last.status === 200 ? [] : [`the next caller is told ${codeOf(last)}`]),
    ];
  };
}

async function abandon(call: 'GET' | 'POST', url: string, place: number, signal: AbortSignal): Promise<void> {
  const authorization = `Basic ${btoa(`${caller.name}:${caller.password}`)}`;
  // Each call has its own name or number, so that no call shares another's trip or waits for its turn.
  const [path, body] =
    call === 'GET' ? [`phone/?dirn=99${place}`, undefined] : [`speeddials?phone=SEPNOBODY${place}`, '[]'];
  const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) };
  const sent = fetch(`${url}/${path}`, { method: call, headers, signal, ...(body !== undefined && { body }) });
  await sent.then(
    (answer) => answer.text(),
    () => undefined,
  );
}

/** One lookup goes to the lagging subscriber; the next one must still show the list that was set. */
async function busyAfterWrite({ simulator, url }: StoryStage): Promise<string[]> {
  const written = await ask(`${url}/speeddials?phone=${phone}`, sent);
  await simulator.control('POST', 'misbehaviour', { kind: '503', node: 0, operation: 'listLine', times: 1 });
  await ask(`${url}/phone/?dirn=${number}`);
  const looked = await ask(`${url}/phone/?dirn=${number}`);
  return [
    ...(written.status === 200 ? [] : [`should be 200, is ${codeOf(written)}`]),
    ...(shown(looked) === textOf(sent) ? [] : ['a lookup after the write does not show it']),
  ];
}
