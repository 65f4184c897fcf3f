import { AxlFault } from '../soap/axl-fault.js';
import { branch, type XmlNode } from '../soap/xml-writer.js';
import type { XmlElement } from '../soap/xml-parser.js';
import type { CallManagerState } from '../state/call-manager-state.js';
import type { Device } from '../state/devices.js';

export type Perform = (request: XmlElement) => Promise<XmlNode>;
export type Query = (sql: string) => Promise<XmlNode[]>;

/** How a contrary call manager deviates. A function is put around an operation, or around a query. */
export interface Contrary {
  readonly around?: (request: XmlElement, perform: Perform, state: CallManagerState) => Promise<XmlNode>;
  readonly query?: (sql: string, run: Query, state: CallManagerState) => Promise<XmlNode[]>;
}

export const textOf = (parent: XmlElement, name: string): string =>
  parent.children.find((one) => one.name === name)?.text ?? '';
export const criterionOf = (request: XmlElement, name: string): string => {
  const criteria = request.children.find((one) => one.name === 'searchCriteria');
  return criteria ? textOf(criteria, name) : '';
};
const nothing = branch('return', []);

/** @returns a node in which each descendant with a name is changed */
export function changed(node: XmlNode, name: string, change: (node: XmlNode) => XmlNode): XmlNode {
  const children = node.children?.map((child) => changed(child, name, change));
  const whole = children ? { ...node, children } : node;
  return whole.name === name ? change(whole) : whole;
}

export const withText = (text: (before: string) => string) => (node: XmlNode) =>
  node.children ? node : { ...node, text: text(node.text ?? '') };

/** Changes the answer of an operation. */
export const answering = (operation: string, change: (answer: XmlNode) => XmlNode): Contrary => ({
  around: async (request, perform) => {
    const answer = await perform(request);
    return request.name === operation ? change(answer) : answer;
  },
});

/** Makes an operation find nothing if a criterion has a certain form. */
export const findingNothing = (operation: string, criterion: string, form: RegExp): Contrary => ({
  around: (request, perform) =>
    request.name === operation && form.test(criterionOf(request, criterion))
      ? Promise.resolve(nothing)
      : perform(request),
});

/** Refuses requests of an operation. */
export const refusing = (
  operation: string,
  isRefused: (request: XmlElement) => boolean,
  fault: AxlFault,
): Contrary => ({
  around: (request, perform) =>
    request.name === operation && isRefused(request) ? Promise.reject(fault) : perform(request),
});

/** Replaces one fault by another. */
export const failingOtherwise = (operation: string): Contrary => ({
  around: (request, perform) =>
    perform(request).catch((thrown: unknown) => {
      throw request.name === operation && thrown instanceof AxlFault ? new AxlFault(1, 'Nothing was done') : thrown;
    }),
});

export const isUpdate = ({ name }: XmlElement): boolean => name === 'updatePhone' || name === 'updateDeviceProfile';

/** The device of a request, by its name or its key. */
export const deviceOf = (request: XmlElement, { phones, profiles }: CallManagerState): Device | undefined => {
  const [name, uuid] = [textOf(request, 'name'), textOf(request, 'uuid')];
  return [phones, profiles].map((group) => group.named(name) ?? group.withUuid(uuid)).find((one) => one !== undefined);
};

/** Changes the answers about devices that have been updated. */
export function spoilingUpdated(change: (answer: XmlNode) => XmlNode): Contrary {
  const updated = new WeakSet<Device>();
  return {
    around: async (request, perform, state) => {
      const answer = await perform(request);
      const device = deviceOf(request, state);
      if (!device) return answer;
      if (isUpdate(request)) updated.add(device);
      return updated.has(device) ? change(answer) : answer;
    },
  };
}

/** Shows the speed dials as they were before the last update, this many times. */
export function lagging(times: number): Contrary {
  const before = new WeakMap<Device, { readonly dials: Device['speedDials']; left: number }>();
  return {
    around: async (request, perform, state) => {
      const device = deviceOf(request, state);
      if (!device) return perform(request);
      const { speedDials: now } = device;
      const old = before.get(device);
      if (isUpdate(request)) before.set(device, { dials: now, left: times });
      else if (old && old.left > 0) {
        old.left -= 1;
        device.speedDials = old.dials;
        return perform(request).finally(() => {
          device.speedDials = now;
        });
      }
      return perform(request);
    },
  };
}

/** The lists of an update. */
const lists: readonly string[] = ['speeddials', 'busyLampFields'];

/** Changes the entries of an update's list before they are set. @param list one of the lists, or each */
export const taking = (
  list: string | undefined,
  change: (entries: readonly XmlElement[], state: CallManagerState, request: XmlElement) => readonly XmlElement[],
): Contrary => ({
  around: (request, perform, state) => {
    if (!isUpdate(request)) return perform(request);
    const children = request.children.map((child) =>
      (list === undefined ? lists.includes(child.name) : child.name === list)
        ? { ...child, children: change(child.children, state, request) }
        : child,
    );
    return perform({ ...request, children });
  },
});

export const entryWith = (entry: XmlElement, name: string, text: (before: string) => string): XmlElement => ({
  ...entry,
  children: entry.children.map((child) => (child.name === name ? { ...child, text: text(child.text) } : child)),
});

/** Changes queries before they are run. */
export const reading = (change: (sql: string) => string): Contrary => ({ query: (sql, run) => run(change(sql)) });

/** Changes the rows of queries that have a certain form. */
export const rowsOf = (form: RegExp, change: (row: XmlNode) => XmlNode): Contrary => ({
  query: async (sql, run) => (form.test(sql) ? (await run(sql)).map(change) : run(sql)),
});

export const refusingQueries = (form: RegExp): Contrary => ({
  query: (sql, run) => (form.test(sql) ? Promise.reject(new AxlFault(201, 'A syntax error has occurred.')) : run(sql)),
});

export const otherCode = (code: number): Contrary => ({
  query: (sql, run) =>
    run(sql).catch((thrown: unknown) => {
      throw thrown instanceof AxlFault && thrown.axlCode === code ? new AxlFault(5003, 'It is not there') : thrown;
    }),
});

/** A speed dial as an update contains it. */
export function dialElement(
  like: XmlElement,
  { index, dirn, label }: { index: number; dirn: string; label: string },
): XmlElement {
  const texts = Object.entries({ dirn, label, index: String(index) });
  return { ...like, name: 'speeddial', children: texts.map(([name, text]) => ({ ...like, name, text, children: [] })) };
}

export const otherKey = '00000000-0000-4000-8000-000000000000';
