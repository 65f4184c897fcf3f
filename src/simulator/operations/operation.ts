import type { SchemaVersion } from '../schema/releases.js';
import type { XmlElement } from '../soap/xml-parser.js';
import type { XmlNode } from '../soap/xml-writer.js';
import type { CallManagerState } from '../state/call-manager-state.js';
import type { Device, DeviceChange } from '../state/devices.js';
import type { SpeedDialRules } from '../state/speed-dial-rules.js';

/** One AXL operation of the simulator. */
export interface Operation {
  /** The oldest schema version that has it. */
  readonly since: SchemaVersion;
  /** Whether it changes something. Then it runs on the publisher's copy, and an account that may only read is refused. */
  readonly writes: boolean;
  /**
   * @param request valid in the schema version of the request
   * @returns the element `<return>`
   * @throws AxlFault when the call manager would refuse
   */
  readonly perform: (request: XmlElement, context: OperationContext) => XmlNode | Promise<XmlNode>;
}

/** What an operation may look at and change. */
export interface OperationContext {
  /** The copy that the node reads; for an operation that writes, the publisher's. */
  readonly state: CallManagerState;
  /** Changes a phone or a profile, on every node after its lag. */
  readonly change: (device: Device, change: DeviceChange) => void;
  /** Counts a push to the phone. */
  readonly push: (phone: Device, kind: PushKind) => void;
  readonly release: string;
  /** The schema version of this request. */
  readonly version: string;
  readonly speedDialRules: SpeedDialRules;
  /** Runs a read query; one `row` element for each row. */
  readonly query: (sql: string) => Promise<XmlNode[]>;
}

/** How a phone is told to take up its configuration. */
export type PushKind = 'applyPhone' | 'restartPhone' | 'resetPhone';
