import { authorization, type SpeedDial } from './caller.js';
import type { SimulatorProcess } from './simulator-process.js';

/** A list of a change that was sent, as the interface shows it, with the id of its change. */
export interface KeptChange {
  readonly id: string;
  readonly requestId: string;
  readonly device: string;
  readonly before: readonly SpeedDial[];
  readonly after: readonly SpeedDial[];
  readonly state: string;
}

/** A change as the interface shows it. */
interface ShownChange {
  readonly id: string;
  readonly lists: readonly (Omit<KeptChange, 'id' | 'requestId'> & {
    readonly sent: { readonly requestId: string } | null;
  })[];
}

/** The result of a write, as its caller knows it; `lost` if no answer came. */
export interface Told {
  readonly requestId: string;
  readonly answer: 200 | string;
}

/** @returns the sent lists of a phone's changes after a given one, or of all of them, oldest first */
export async function keptChanges(url: string, phone: string, after = '0'): Promise<KeptChange[]> {
  const found: KeptChange[] = [];
  for (let query: string | undefined = `?phone=${phone}&limit=500`; query !== undefined;) {
    const answer = await fetch(`${url}/changes${query}`, { headers: { authorization: authorization() } });
    if (answer.status !== 200) throw new Error(await answer.text());
    const changes = (await answer.json()) as readonly ShownChange[];
    for (const { id, lists } of changes) {
      for (const { sent, ...list } of lists) if (sent) found.push({ ...list, id, requestId: sent.requestId });
    }
    const isThere = Number(changes.at(-1)?.id ?? 0) <= Number(after);
    query = isThere ? undefined : /<(\?.*)>/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return found.filter(({ id }) => Number(id) > Number(after)).reverse();
}

/** Replaces a phone's speed dials. */
export async function replace(
  url: string,
  phone: string,
  dials: readonly SpeedDial[],
  requestId: string,
): Promise<Told> {
  try {
    const answer = await fetch(`${url}/speeddials?phone=${phone}`, {
      method: 'POST',
      headers: { authorization: authorization(), 'content-type': 'application/json', 'x-request-id': requestId },
      body: JSON.stringify(dials),
    });
    const body = await answer.text();
    return { requestId, answer: answer.status === 200 ? 200 : (JSON.parse(body) as { code: string }).code };
  } catch {
    return { requestId, answer: 'lost' };
  }
}

/** @returns the speed dials of a phone in the call manager */
export async function dialsIn(simulator: Pick<SimulatorProcess, 'control'>, phone: string): Promise<SpeedDial[]> {
  const phones = (await simulator.control('GET', 'state')) as {
    name: string;
    speedDials: { index: number | string; dirn: string; label: string }[];
  }[];
  const dials = phones.find(({ name }) => name === phone)?.speedDials ?? [];
  return dials.map(({ index, dirn, label }) => ({ index: String(index), dirn, label }));
}

/** The states of lists that may or may not have been set. */
const undecided = new Set(['uncertain', 'sending']);

/**
 * Compares the changes of one phone, complete and oldest first, with each other and with the call manager's final list.
 * @returns the contradictions; empty if everything is consistent
 */
export function contradictions(changes: readonly KeptChange[], present: readonly SpeedDial[]): string[] {
  const wrong: string[] = [];
  let possible: string[] | undefined;
  for (const { id, before, after, state } of changes) {
    const [was, is] = [textOf(before), textOf(after)];
    if (state === 'sending') wrong.push(`a list of change ${id} is being sent`);
    if (possible && !possible.includes(was)) wrong.push(`change ${id} begins with what no change before it left`);
    possible = state === 'changed' ? [is] : undecided.has(state) ? [was, is] : [was];
  }
  if (possible && !possible.includes(textOf(present))) wrong.push('the call manager has what no change left');
  return wrong;
}

/** @returns the answers that the history contradicts; empty if it has each end as the caller was told */
export function unkept(told: readonly Told[], changes: readonly KeptChange[]): string[] {
  const states = new Map(changes.map(({ requestId, state }) => [requestId, state]));
  return told.flatMap(({ requestId, answer }) => {
    const state = states.get(requestId);
    if (answer === 200 && state !== 'changed') return [`${requestId} was acknowledged, and is ${state}`];
    if (answer === 'history-unavailable' && state !== undefined) return [`${requestId} was refused, and is ${state}`];
    return [];
  });
}

function textOf(dials: readonly SpeedDial[]): string {
  return JSON.stringify(dials.map(({ index, dirn, label }) => [index, dirn, label]));
}
