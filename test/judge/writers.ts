import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { authorization, caller } from '../support/caller.js';
import type { Dice } from '../support/dice.js';
import type { Instance } from '../support/instances.js';
import type { Asked, Edit, Kept, List, Read } from './records.js';
import { type KindName, kindNames, shownButton, type ShownEntry, shownList } from '../support/shown-lists.js';

/** A device for writes, by its name in the simulator. */
export interface Device {
  readonly kind: 'phone' | 'profile';
  readonly name: string;
}

/** Its name in the records, regardless of letter case. */
export function deviceText({ kind, name }: Device): string {
  return `${kind} ${name.toLowerCase()}`;
}

/** What writers share: where they write, and the records. */
export interface Scene {
  readonly instances: readonly Instance[];
  readonly devices: readonly Device[];
  readonly asked: Asked[];
  readonly reads: Read[];
  /** @returns the id of the next write; undefined when there were enough */
  readonly next: () => string | undefined;
}

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** No answer came, or nothing could be sent. */
type Silence = 'lost' | 'refused';

/** A list that was read, with its tag. */
interface Seen {
  readonly list: List;
  readonly tag: string;
}

/** A change as `GET /changes` shows it. */
export interface ShownChange {
  readonly id: string;
  readonly state: string;
  readonly undone: string;
  readonly undoes: string | null;
  readonly lists: readonly ShownChangeList[];
}

/** A list of a change. */
interface ShownChangeList {
  readonly device: string;
  readonly deviceKind: 'phone' | 'profile';
  readonly kind: KindName;
  readonly before: readonly ShownEntry[] | null;
  readonly after: readonly ShownEntry[] | null;
  readonly state: string;
  readonly problem: { readonly code: string } | null;
  readonly foundLater?: { readonly list: string; readonly time: string };
  readonly undoneBy: string | null;
  readonly sent: { readonly time: string; readonly user: string; readonly requestId: string } | null;
}

/** @returns the change of one list in the form of the records */
export function keptOf({ id, undoes, lists, ...shown }: ShownChange): Kept {
  const [list] = lists;
  if (lists.length !== 1 || !list?.sent) throw new Error(`change ${id} has no list, or more than one`);
  const { device, deviceKind, kind, before, after, state, problem, foundLater, undoneBy, sent } = list;
  return {
    ...{ id, user: sent.user, request: sent.requestId, kind, undoes, undoneBy, time: Date.parse(sent.time) },
    ...{ state, ...(problem && { code: problem.code }), shown: { state: shown.state, undone: shown.undone } },
    device: deviceText({ kind: deviceKind, name: device }),
    // A list that cannot be read is one that no one has set.
    before: shownList(before ?? [{ index: '0', label: 'damaged' }]),
    after: shownList(after ?? [{ index: '0', label: 'damaged' }]),
    ...(foundLater && { found: { list: foundLater.list, time: Date.parse(foundLater.time) } }),
  };
}

/** An edit with the request for it. */
interface Sending {
  readonly edit: Edit;
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

/** Numbers of existing lines in the company, for busy lamp fields, all in one partition. */
const lines = ['6101', '6102', '6103', '6104', '2001', '2003'];
const highestIndex = 7;

/** One caller, who writes and reads one thing after another, and records the requests and answers. */
export class Writer {
  readonly #scene: Scene;
  readonly #dice: Dice;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #seen = new Map<string, Seen>();
  #reads = 0;

  constructor(
    readonly name: string,
    scene: Scene,
    dice: Dice,
  ) {
    this.#scene = scene;
    this.#dice = dice;
  }

  /** Writes until there were enough. */
  async goOn(): Promise<void> {
    for (let id = this.#scene.next(); id !== undefined; id = this.#scene.next()) {
      const [device, kind] = [this.#dice.pick(this.#scene.devices), this.#dice.pick(kindNames)];
      if (this.#dice.chance(0.25)) await this.read(this.#instance(), device, kind);
      // If no instance listens, nothing was requested.
      while (!(await this.#write(id, this.#instance(), device, kind))) await sleep(50);
    }
    this.end();
  }

  /** Closes its connections. */
  end(): void {
    this.#agent.destroy();
  }

  /** Replaces a list, regardless of its contents. @returns whether that was answered with 200 */
  async replace(id: string, instance: Instance, device: Device, kind: KindName): Promise<boolean> {
    const sending = this.#replacing(id, device, kind);
    const asked = await this.#ask(id, instance, device, kind, sending);
    return asked?.status === 200;
  }

  /** Reads one list, or both. @returns whether that was answered */
  async read(instance: Instance, device: Device, kind: KindName, both = this.#dice.chance(0.3)): Promise<boolean> {
    this.#reads += 1;
    const id = `${this.name}-read-${this.#reads}`;
    const from = Date.now();
    const path = `${both ? 'lists' : `${kind}s`}?${this.#query(device)}`;
    const reply = await this.#send(instance, 'GET', path, { 'x-request-id': id });
    if (typeof reply === 'string' || reply.status !== 200) return false;
    const shown = JSON.parse(reply.body) as
      | ShownEntry[]
      | (Record<string, ShownEntry[]> & { etags: Record<string, string> });
    const lists = Array.isArray(shown)
      ? [{ kind, list: shownList(shown), tag: String(reply.headers.etag) }]
      : kindNames.map((each) => ({
          kind: each,
          list: shownList(shown[`${each}s`] ?? []),
          tag: shown.etags[`${each}s`] ?? '',
        }));
    for (const one of lists) this.#seen.set(`${deviceText(device)} ${one.kind}`, one);
    this.#scene.reads.push({ id, device: deviceText(device), from, until: Date.now(), lists });
    return true;
  }

  /** @returns the newest changes of a device; none if they cannot be read */
  async #changes(instance: Instance, device: Device): Promise<ShownChange[]> {
    const reply = await this.#send(instance, 'GET', `changes?${this.#query(device)}&limit=20`, {});
    return typeof reply === 'string' || reply.status !== 200 ? [] : (JSON.parse(reply.body) as ShownChange[]);
  }

  /** @returns whether it was requested at all */
  async #write(id: string, instance: Instance, device: Device, kind: KindName): Promise<boolean> {
    const undoing = this.#dice.chance(0.22) ? await this.#undoing(instance, device) : undefined;
    const sending = undoing?.sending ?? this.#anySending(id, device, kind);
    const conditional = !undoing && this.#dice.chance(0.3);
    const onlyIf = conditional ? await this.#condition(instance, device, kind) : undefined;
    const asked = await this.#ask(id, instance, device, undoing?.kind ?? kind, sending, onlyIf);
    // Waits, as a client should after such an answer.
    if (asked?.status === 503) await sleep(300 + this.#dice.below(500));
    return asked !== undefined;
  }

  #anySending(id: string, device: Device, kind: KindName): Sending {
    const index = String(1 + this.#dice.below(highestIndex));
    const path = `${kind}s/${index}?${this.#query(device)}`;
    const roll = this.#dice.below(10);
    if (roll < 5) return this.#replacing(id, device, kind);
    if (roll < 7) return { edit: { do: 'remove', index }, method: 'DELETE', path };
    const entry = this.#entry(id, kind);
    return { edit: { do: 'put', index, button: shownButton(entry) }, method: 'PUT', path, body: entry };
  }

  #replacing(id: string, device: Device, kind: KindName): Sending {
    const indexes = Array.from({ length: highestIndex }, (_, place) => String(place + 1));
    const body = indexes
      .filter((index) => index === '1' || this.#dice.chance(0.4))
      .map((index) => ({ index, ...this.#entry(id, kind) }));
    return {
      edit: { do: 'set', list: shownList(body) },
      method: 'POST',
      path: `${kind}s?${this.#query(device)}`,
      body,
    };
  }

  /**
   * No two writes have the same entry, so that each can be recognized by what it left. A few are longer than the call
   * manager accepts.
   */
  #entry(id: string, kind: KindName): Omit<ShownEntry, 'index'> {
    const tooLong = kind === 'speeddial' && this.#dice.chance(0.01) ? ' with a label that is too long' : '';
    const label = `${id}${tooLong}${this.#dice.pick(['', ' Büro', ' <R&D>', " it's"])}`;
    if (kind === 'speeddial')
      return { label, dirn: this.#dice.pick(['0100', '+14085554019', '*55#', '007', '12,,34']) };
    const pickup = this.#dice.chance(0.5);
    return this.#dice.chance(0.6)
      ? { label, pickup, dirn: this.#dice.pick(lines), partition: 'PT-Internal' }
      : { label, pickup, destination: `${id}@example.com` };
  }

  /** @returns an undo of one of the newest changes of a device, of either list */
  async #undoing(instance: Instance, device: Device): Promise<{ sending: Sending; kind: KindName } | undefined> {
    const isKnown = ({ lists }: ShownChange): boolean =>
      lists.every(({ before, after, sent }) => before && after && sent);
    const changes = (await this.#changes(instance, device)).filter(isKnown);
    if (changes.length === 0) return undefined;
    // The newest ones can usually be undone; earlier ones are mostly overwritten.
    const change = this.#dice.pick(changes.slice(0, this.#dice.pick([1, 2, 5, 15])));
    const { id, kind, before, after } = keptOf(change);
    const scope = this.#dice.pick(['list', 'entries'] as const);
    const path = `changes/${id}/undo${scope === 'entries' || this.#dice.chance(0.2) ? `?scope=${scope}` : ''}`;
    return {
      kind: kind === 'speeddial' ? kind : 'busylampfield',
      sending: { edit: { do: 'undo', scope, change: id, before, after }, method: 'POST', path },
    };
  }

  /** @returns a condition: a list that was just read, one that was read a while ago, or any list */
  async #condition(instance: Instance, device: Device, kind: KindName): Promise<Seen | 'any' | undefined> {
    if (this.#dice.chance(0.1)) return 'any';
    const key = `${deviceText(device)} ${kind}`;
    if (!this.#seen.has(key) || this.#dice.chance(0.7)) await this.read(instance, device, kind, false);
    return this.#seen.get(key);
  }

  async #ask(
    id: string,
    instance: Instance,
    device: Device,
    kind: KindName,
    { edit, method, path, body }: Sending,
    onlyIf?: Seen | 'any',
  ): Promise<Asked | undefined> {
    const from = Date.now();
    const hangUpMs = this.#dice.chance(0.02) ? this.#dice.below(100) : undefined;
    const headers = {
      'x-request-id': id,
      ...(onlyIf !== undefined && { 'if-match': onlyIf === 'any' ? '*' : onlyIf.tag }),
    };
    const reply = await this.#send(instance, method, path, headers, body, hangUpMs);
    if (reply === 'refused') return undefined;
    const asked: Asked = {
      ...{ id, user: caller.name, instance: instance.number, device: deviceText(device), kind, edit, from },
      until: Date.now(),
      ...(onlyIf !== undefined && { onlyIf: onlyIf === 'any' ? onlyIf : [onlyIf.list] }),
      ...(reply === 'lost' ? { status: 0 } : toldBy(reply, edit)),
    };
    this.#scene.asked.push(asked);
    return asked;
  }

  /** Usually one that runs, as a load balancer would choose. */
  #instance(): Instance {
    const { instances } = this.#scene;
    const well = instances.filter(({ isUp, isPaused }) => isUp && !isPaused);
    return this.#dice.pick(well.length === 0 || this.#dice.chance(0.05) ? instances : well);
  }

  #query({ kind, name }: Device): string {
    return `${kind}=${this.#dice.chance(0.2) ? name.toLowerCase() : name}`;
  }

  /** @param hangUpMs when this caller hangs up, if at all */
  #send(
    instance: Instance,
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: unknown,
    hangUpMs?: number,
  ): Promise<Reply | Silence> {
    const text = body === undefined ? '' : JSON.stringify(body);
    return new Promise((resolve) => {
      const sent = request(`${instance.url}/${path}`, {
        method,
        agent: this.#agent,
        headers: {
          authorization: authorization(),
          ...headers,
          ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      });
      const timer = hangUpMs === undefined ? undefined : setTimeout(() => sent.destroy(), hangUpMs);
      let isAnswered = false;
      sent.once('close', () => {
        clearTimeout(timer);
        if (!isAnswered) resolve('lost');
      });
      sent.once('error', (error: NodeJS.ErrnoException) => {
        resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'lost');
      });
      sent.once('response', (response) => {
        isAnswered = true;
        void read(response).then((answer) => {
          resolve(answer ?? 'lost');
        });
      });
      sent.end(text);
    });
  }
}

/** @returns undefined if the answer was cut off */
async function read(response: IncomingMessage): Promise<Reply | undefined> {
  try {
    let body = '';
    for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>) body += chunk;
    return response.complete ? { status: response.statusCode ?? 0, headers: response.headers, body } : undefined;
  } catch {
    return undefined;
  }
}

/** An answer in the form of the records. */
function toldBy(
  { status, headers, body }: Reply,
  edit: Edit,
): Pick<Asked, 'status' | 'code' | 'tag' | 'change' | 'present'> {
  const tag = headers.etag === undefined ? {} : { tag: headers.etag };
  if (status < 300) {
    return { status, ...tag, ...(edit.do === 'undo' && { change: (JSON.parse(body) as { id: string | null }).id }) };
  }
  const { code, present } = JSON.parse(body) as { code: string; present?: ShownEntry[] };
  return { status, code, ...tag, ...(present && { present: shownList(present) }) };
}
