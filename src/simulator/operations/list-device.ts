import type { CallManagerState } from '../state/call-manager-state.js';
import type { Device } from '../state/devices.js';
import type { DeviceGroup } from '../state/device-group.js';
import { phoneRow, profileRow } from './elements/device-elements.js';
import { listedRows } from './elements/listed-rows.js';
import type { Operation } from './operation.js';

type Columns = Readonly<Record<string, (device: Device) => string>>;

const profileColumns: Columns = {
  name: (device) => device.name,
  description: (device) => device.description,
};

const phoneColumns: Columns = {
  ...profileColumns,
  protocol: (phone) => phone.protocol,
  callingSearchSpaceName: (phone) => phone.callingSearchSpace?.name ?? '',
  devicePoolName: (phone) => phone.devicePool.name,
  securityProfileName: (phone) => `${phone.model} - Standard ${phone.protocol} Non-Secure Profile`,
};

export const listPhone = listOf(({ phones }) => phones, phoneColumns, phoneRow);
export const listDeviceProfile = listOf(({ profiles }) => profiles, profileColumns, profileRow);

function listOf(
  groupIn: (state: CallManagerState) => DeviceGroup,
  columns: Columns,
  toRow: typeof phoneRow,
): Operation {
  return {
    since: '8.0',
    writes: false,
    perform: (request, { state }) =>
      listedRows(request, groupIn(state).all, columns, toRow, state.names.anyCase ? ['name'] : []),
  };
}
