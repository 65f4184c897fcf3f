import { isOlder, knows, type SchemaVersion } from '../schema/releases.js';
import type { XmlElement } from '../soap/xml-parser.js';
import { branch, leaf, writtenUuid, type XmlNode } from '../soap/xml-writer.js';
import type { CallManagerState, DeviceGroup } from '../state/call-manager-state.js';
import type { Device, DeviceChange, Line, SpeedDialRules } from '../state/devices.js';
import {
  lineNode,
  lineRow,
  listedRows,
  phoneNode,
  phoneRow,
  profileNode,
  profileRow,
  selectTags,
} from './returned-elements.js';
import { invalidValue, itemNotFound } from '../soap/axl-fault.js';
import { childOf, findDevice, readBusyLampFields, readSpeedDials, textOf } from './request-elements.js';

/** One AXL operation of the simulator. */
export interface Operation {
  /** The oldest schema version that has it. */
  readonly since: SchemaVersion;
  /** Whether it changes something. If so, it runs on the publisher's copy, and a read-only account is refused. */
  readonly writes: boolean;
  /**
   * @param request valid in the schema version of the request
   * @returns the element `<return>`
   * @throws AxlFault if the call manager would refuse it
   */
  readonly perform: (request: XmlElement, context: OperationContext) => XmlNode | Promise<XmlNode>;
}

/** What an operation can read and change. */
export interface OperationContext {
  /** The copy of the node; for an operation that writes, the publisher's copy. */
  readonly state: CallManagerState;
  /** Changes a phone or a profile, on every node after its lag. */
  readonly change: (device: Device, change: DeviceChange) => void;
  /** Counts a push to the phone. */
  readonly push: (phone: Device, kind: PushKind) => void;
  readonly release: string;
  /** The schema version of this request. */
  readonly version: string;
  readonly speedDialRules: SpeedDialRules;
  /** Runs a read query; returns one `row` element for each row. */
  readonly query: (sql: string) => Promise<XmlNode[]>;
}

/** How a phone is told to load its configuration. */
type PushKind = 'applyPhone' | 'restartPhone' | 'resetPhone';

/** The columns that a criterion of a list operation may name, and how to read them. */
type Columns<Row> = Readonly<Record<string, (row: Row) => string>>;

const lineColumns: Columns<Line> = {
  pattern: (line) => line.pattern,
  description: (line) => line.description,
  usage: (line) => line.usage,
  routePartitionName: (line) => line.routePartition?.name ?? '',
};

const profileColumns: Columns<Device> = {
  name: (device) => device.name,
  description: (device) => device.description,
};

const phoneColumns: Columns<Device> = {
  ...profileColumns,
  protocol: (phone) => phone.protocol,
  callingSearchSpaceName: (phone) => phone.callingSearchSpace?.name ?? '',
  devicePoolName: (phone) => phone.devicePool.name,
  securityProfileName: (phone) => `${phone.model} - Standard ${phone.protocol} Non-Secure Profile`,
};

/** Every operation of the simulator, by its name in the WSDL. */
export const simulatedOperations = {
  getCCMVersion: {
    since: '8.0',
    writes: false,
    perform: (_request, { release }) =>
      branch('return', [branch('componentVersion', [leaf('version', `${release}.1.10000-1`)])]),
  },
  listLine: {
    since: '8.0',
    writes: false,
    perform: (request, { state }) =>
      listedRows(
        request,
        state.lines.filter((line) => line.usage === 'Device'),
        lineColumns,
        lineRow,
      ),
  },
  getLine: {
    since: '8.0',
    writes: false,
    perform: (request, { state, version }) => {
      const [uuid, pattern] = [textOf(request, 'uuid'), textOf(request, 'pattern') ?? ''];
      const line =
        uuid === undefined
          ? state.lineWithPattern(pattern, textOf(request, 'routePartitionName') ?? '')
          : state.lineWithUuid(uuid);
      if (line?.usage !== 'Device') throw itemNotFound('Line');
      const node = lineNode(line, knows(version, 'RLine/associatedDevices'));
      return branch('return', [selectTags(node, childOf(request, 'returnedTags'))]);
    },
  },
  listPhone: listOf(({ phones }) => phones, phoneColumns, phoneRow),
  getPhone: getOf(({ phones }) => phones, phoneNode),
  updatePhone: updateOf(({ phones }) => phones),
  applyPhone: pushOf('applyPhone'),
  restartPhone: pushOf('restartPhone'),
  resetPhone: pushOf('resetPhone'),
  listDeviceProfile: listOf(({ profiles }) => profiles, profileColumns, profileRow),
  getDeviceProfile: getOf(({ profiles }) => profiles, profileNode),
  updateDeviceProfile: updateOf(({ profiles }) => profiles),
  executeSQLQuery: {
    since: '8.0',
    writes: false,
    perform: async (request, { query }) => branch('return', await query(textOf(request, 'sql') ?? '')),
  },
} satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof simulatedOperations;

/** The operation with this name; undefined if the simulator has none. */
export function operationNamed(name: string): Operation | undefined {
  return Object.hasOwn(simulatedOperations, name) ? simulatedOperations[name as OperationName] : undefined;
}

/** Whether the simulator has the operation in this schema version. */
export function hasOperation(name: string, version: string): boolean {
  const operation = operationNamed(name);
  return operation !== undefined && !isOlder(version, operation.since);
}

function listOf(
  groupIn: (state: CallManagerState) => DeviceGroup,
  columns: Columns<Device>,
  toRow: typeof phoneRow,
): Operation {
  return {
    since: '8.0',
    writes: false,
    perform: (request, { state }) =>
      listedRows(request, groupIn(state).all, columns, toRow, state.names.anyCase ? ['name'] : []),
  };
}

function getOf(groupIn: (state: CallManagerState) => DeviceGroup, toNode: (device: Device) => XmlNode): Operation {
  return {
    since: '8.0',
    writes: false,
    perform: (request, { state }) => {
      const device = toNode(findDevice(request, groupIn(state)));
      return branch('return', [selectTags(device, childOf(request, 'returnedTags'))]);
    },
  };
}

function updateOf(groupIn: (state: CallManagerState) => DeviceGroup): Operation {
  return {
    since: '8.0',
    writes: true,
    perform: (request, context) => {
      const device = findDevice(request, groupIn(context.state));
      context.change(device, readChange(request, device, context));
      return leaf('return', writtenUuid(device.uuid));
    },
  };
}

const deviceName = /^[\w.-]{1,128}$/;

/**
 * Turns the elements of an update into a change. If one element is wrong, nothing is changed. `speeddials` and
 * `busyLampFields` each replace a list: an empty element clears it, an absent one keeps it. Lines cannot be changed.
 * @throws AxlFault 5003 for a value that the rules refuse, -239 for a repeated index
 */
function readChange(
  request: XmlElement,
  { name }: Device,
  { state, speedDialRules }: Pick<OperationContext, 'state' | 'speedDialRules'>,
): DeviceChange {
  const newName = textOf(request, 'newName');
  if (newName !== undefined && !deviceName.test(newName)) {
    throw invalidValue(`Device Name is not valid: ${newName}`);
  }
  const description = textOf(request, 'description');
  const dials = childOf(request, 'speeddials');
  const fields = childOf(request, 'busyLampFields');
  return {
    ...(newName !== undefined && { newName }),
    ...(description !== undefined && { description }),
    ...(dials !== undefined && { speedDials: readSpeedDials(dials, name, speedDialRules) }),
    ...(fields !== undefined && {
      busyLampFields: readBusyLampFields(fields, name, state, speedDialRules.highestIndex),
    }),
  };
}

function pushOf(kind: PushKind): Operation {
  return {
    since: '10.0',
    writes: true,
    perform: (request, { state, push }) => {
      const phone = findDevice(request, state.phones);
      push(phone, kind);
      return leaf('return', writtenUuid(phone.uuid));
    },
  };
}
