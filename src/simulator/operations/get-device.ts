import { branch, type XmlNode } from '../soap/xml-writer.js';
import type { CallManagerState } from '../state/call-manager-state.js';
import type { Device } from '../state/devices.js';
import type { DeviceGroup } from '../state/device-group.js';
import { phoneNode, profileNode } from './elements/device-elements.js';
import { findDevice } from './elements/find-device.js';
import { childOf } from './elements/request-elements.js';
import { selectTags } from './elements/returned-tags.js';
import type { Operation } from './operation.js';

export const getPhone = getOf(({ phones }) => phones, phoneNode);
export const getDeviceProfile = getOf(({ profiles }) => profiles, profileNode);

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
