import { leaf, writtenUuid } from '../soap/xml-writer.js';
import { findPhone } from './elements/find-phone.js';
import type { Operation, PushKind } from './operation.js';

export const applyPhone = pushOf('applyPhone');
export const restartPhone = pushOf('restartPhone');
export const resetPhone = pushOf('resetPhone');

function pushOf(kind: PushKind): Operation {
  return {
    since: '10.0',
    writes: true,
    perform: (request, { state, push }) => {
      const phone = findPhone(request, state);
      push(phone, kind);
      return leaf('return', writtenUuid(phone.uuid));
    },
  };
}
