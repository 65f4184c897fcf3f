import { leaf, writtenUuid } from '../soap/xml-writer.js';
import { findDevice } from './elements/find-device.js';
import type { Operation, PushKind } from './operation.js';

export const applyPhone = pushOf('applyPhone');
export const restartPhone = pushOf('restartPhone');
export const resetPhone = pushOf('resetPhone');

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
