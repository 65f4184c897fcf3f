import { itemNotFound } from '../../soap/axl-fault.js';
import type { XmlElement } from '../../soap/xml-parser.js';
import type { Device } from '../../state/devices.js';
import type { DeviceGroup } from '../../state/device-group.js';
import { textOf } from './request-elements.js';

/**
 * The phone or profile that a request names by `uuid` or by `name`.
 * @param group those that the operation knows
 * @throws AxlFault 5007 when there is none
 */
export function findDevice(request: XmlElement, group: DeviceGroup): Device {
  const uuid = textOf(request, 'uuid');
  const name = textOf(request, 'name') ?? '';
  const device = uuid === undefined ? group.named(name) : group.withUuid(uuid);
  if (device === undefined) throw itemNotFound(uuid ?? name);
  return device;
}
