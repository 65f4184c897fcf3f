import { listedRows } from './elements/listed-rows.js';
import { phoneRow } from './elements/phone-elements.js';
import type { Operation } from './operation.js';

export const listPhone: Operation = {
  since: '8.0',
  writes: false,
  perform: (request, { state }) =>
    listedRows(
      request,
      state.phones,
      {
        name: (phone) => phone.name,
        description: (phone) => phone.description,
        protocol: (phone) => phone.protocol,
        callingSearchSpaceName: (phone) => phone.callingSearchSpace?.name ?? '',
        devicePoolName: (phone) => phone.devicePool.name,
        securityProfileName: (phone) => `${phone.model} - Standard ${phone.protocol} Non-Secure Profile`,
      },
      phoneRow,
      state.names.anyCase ? ['name'] : [],
    ),
};
