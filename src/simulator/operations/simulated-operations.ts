import { isOlder } from '../schema/releases.js';
import { executeSQLQuery } from './execute-sql-query.js';
import { getCCMVersion } from './get-ccm-version.js';
import { getDeviceProfile, getPhone } from './get-device.js';
import { getLine } from './get-line.js';
import { listDeviceProfile, listPhone } from './list-device.js';
import { listLine } from './list-line.js';
import type { Operation } from './operation.js';
import { applyPhone, resetPhone, restartPhone } from './push-phone.js';
import { updateDeviceProfile, updatePhone } from './update-device.js';

/** Every operation of the simulator, by its name in the WSDL. A new one is made in a file of this folder, and has a line here. */
export const simulatedOperations = {
  getCCMVersion,
  listLine,
  getLine,
  listPhone,
  getPhone,
  updatePhone,
  applyPhone,
  restartPhone,
  resetPhone,
  listDeviceProfile,
  getDeviceProfile,
  updateDeviceProfile,
  executeSQLQuery,
} satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof simulatedOperations;

/** The operation of this name; undefined when the simulator has none. */
export function operationNamed(name: string): Operation | undefined {
  return Object.hasOwn(simulatedOperations, name) ? simulatedOperations[name as OperationName] : undefined;
}

/** Whether the simulator has the operation in this schema version. */
export function hasOperation(name: string, version: string): boolean {
  const operation = operationNamed(name);
  return operation !== undefined && !isOlder(version, operation.since);
}
