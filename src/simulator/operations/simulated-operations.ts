import type { CallManagerState, Device, DeviceChange } from '../state/call-manager-state.js';
import { itemNotFound } from '../soap/axl-fault.js';
import { isLike } from '../sql/like.js';
import { lineNode, lineRow, phoneNode, phoneRow } from './elements/phone-elements.js';
import { knows } from '../schema/releases.js';
import { selectRowTags, selectTags } from './elements/returned-tags.js';
import type { SpeedDialRules } from '../state/speed-dial-rules.js';
import { readChange } from './update-phone.js';
import type { XmlElement } from '../soap/xml-parser.js';
import { branch, leaf, writtenUuid, type XmlNode } from '../soap/xml-writer.js';

/** What an operation may look at and change. */
export interface OperationContext {
  /** The copy that the node reads; for what changes something, the publisher's. */
  readonly callManager: CallManagerState;
  /** Changes a phone, on every node in its time. */
  readonly change: (phone: Device, change: DeviceChange) => void;
  readonly release: string;
  /** The schema version of this request. */
  readonly version: string;
  readonly rules: SpeedDialRules;
  /** Runs a read query; rows of column and value. */
  readonly query: (sql: string) => Promise<XmlNode[]>;
  /** Told after an update or a push to the phone. */
  readonly applied: (operation: string, phone: Device) => void;
}

/** An operation takes a valid request and gives the content of `<return>`. */
type Operation = (request: XmlElement, context: OperationContext) => XmlNode | Promise<XmlNode>;

/** Every operation of the subset; the names are those of the WSDL. */
export const operations: Readonly<Record<string, Operation>> = {
  getCCMVersion: (_request, { release }) =>
    branch('return', [branch('componentVersion', [leaf('version', `${release}.1.10000-1`)])]),

  listLine: (request, { callManager }) =>
    listRows(
      request,
      callManager.lines.filter((line) => line.usage === 'Device'),
      {
        pattern: (line) => line.pattern,
        description: (line) => line.description,
        usage: (line) => line.usage,
        routePartitionName: (line) => line.routePartition?.name ?? '',
      },
      lineRow,
    ),

  getLine: (request, { callManager, version }) => {
    const [uuid, pattern] = [textOf(request, 'uuid'), textOf(request, 'pattern') ?? ''];
    const line =
      uuid === undefined
        ? callManager.lineWithPattern(pattern, textOf(request, 'routePartitionName') ?? '')
        : callManager.lineWithUuid(uuid);
    if (line?.usage !== 'Device') throw itemNotFound('Line');
    const node = lineNode(line, knows(version, 'RLine/associatedDevices'));
    return branch('return', [selectTags(node, child(request, 'returnedTags'))]);
  },

  listPhone: (request, { callManager }) =>
    listRows(
      request,
      callManager.phones,
      {
        name: (phone) => phone.name,
        description: (phone) => phone.description,
        protocol: (phone) => phone.protocol,
        callingSearchSpaceName: (phone) => phone.callingSearchSpace?.name ?? '',
        devicePoolName: (phone) => phone.devicePool.name,
        securityProfileName: (phone) => `${phone.model} - Standard ${phone.protocol} Non-Secure Profile`,
      },
      phoneRow,
      callManager.names.anyCase ? ['name'] : [],
    ),

  getPhone: (request, { callManager }) =>
    branch('return', [selectTags(phoneNode(findPhone(request, callManager)), child(request, 'returnedTags'))]),

  updatePhone: (request, { callManager, change, rules, applied }) => {
    const phone = findPhone(request, callManager);
    change(phone, readChange(request, phone, rules));
    applied('updatePhone', phone);
    return leaf('return', writtenUuid(phone.uuid));
  },

  applyPhone: pushTo('applyPhone'),
  restartPhone: pushTo('restartPhone'),
  resetPhone: pushTo('resetPhone'),

  executeSQLQuery: async (request, { query }) => branch('return', await query(textOf(request, 'sql') ?? '')),
};

function pushTo(operation: string): Operation {
  return (request, { callManager, applied }) => {
    const phone = findPhone(request, callManager);
    applied(operation, phone);
    return leaf('return', writtenUuid(phone.uuid));
  };
}

function findPhone(request: XmlElement, callManager: CallManagerState): Device {
  const uuid = textOf(request, 'uuid');
  const name = textOf(request, 'name') ?? '';
  const phone = uuid === undefined ? callManager.phoneNamed(name) : callManager.phoneWithUuid(uuid);
  if (phone === undefined) throw itemNotFound(uuid ?? name);
  return phone;
}

/**
 * The rows that all criteria match, from `skip` on, at most `first`. An empty criterion counts as absent: clients
 * that fill in the whole schema send those that they do not use so.
 * @param anyCase the columns that are compared in any case of letters
 */
function listRows<Row>(
  request: XmlElement,
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => string>>,
  toNode: (row: Row) => XmlNode,
  anyCase: readonly string[] = [],
): XmlNode {
  const criteria = (child(request, 'searchCriteria')?.children ?? []).filter((criterion) => criterion.text !== '');
  const matching = rows.filter((row) =>
    criteria.every(({ name, text }) => {
      const value = columns[name]?.(row) ?? '';
      return anyCase.includes(name) ? isLike(value.toLowerCase(), text.toLowerCase()) : isLike(value, text);
    }),
  );
  const skip = Number(textOf(request, 'skip') ?? 0);
  const first = Number(textOf(request, 'first') ?? matching.length);
  const tags = child(request, 'returnedTags');
  const page = matching.slice(skip, skip + first).map(toNode);
  return branch('return', tags === undefined ? page : page.map((row) => selectRowTags(row, tags)));
}

function child(parent: XmlElement, name: string): XmlElement | undefined {
  return parent.children.find((candidate) => candidate.name === name);
}

function textOf(parent: XmlElement, name: string): string | undefined {
  return child(parent, name)?.text;
}
