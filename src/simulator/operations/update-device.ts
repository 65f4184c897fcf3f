import { invalidValue } from '../soap/axl-fault.js';
import type { XmlElement } from '../soap/xml-parser.js';
import { leaf, writtenUuid } from '../soap/xml-writer.js';
import type { CallManagerState } from '../state/call-manager-state.js';
import type { Device, DeviceChange } from '../state/devices.js';
import type { DeviceGroup } from '../state/device-group.js';
import { findDevice } from './elements/find-device.js';
import { readBusyLampFields } from './elements/read-busy-lamp-fields.js';
import { readSpeedDials } from './elements/read-speed-dials.js';
import { childOf, textOf } from './elements/request-elements.js';
import type { Operation, OperationContext } from './operation.js';

const deviceName = /^[\w.-]{1,128}$/;

export const updatePhone = updateOf(({ phones }) => phones);
export const updateDeviceProfile = updateOf(({ profiles }) => profiles);

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

/**
 * Turns the elements of an update into a change, all of it or none. `speeddials` and `busyLampFields` replace, each
 * for itself: present but empty clears, absent leaves. Lines are not in it.
 * @throws AxlFault 5003 for a value that the rules refuse, -239 for an index that is there twice
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
