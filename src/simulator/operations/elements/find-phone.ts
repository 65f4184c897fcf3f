import { itemNotFound } from '../../soap/axl-fault.js';
import type { XmlElement } from '../../soap/xml-parser.js';
import type { CallManagerState, Device } from '../../state/call-manager-state.js';
import { textOf } from './request-elements.js';

/**
 * The phone that a request names by `uuid` or by `name`.
 * @throws AxlFault 5007 when there is none
 */
export function findPhone(request: XmlElement, state: CallManagerState): Device {
  const uuid = textOf(request, 'uuid');
  const name = textOf(request, 'name') ?? '';
  const phone = uuid === undefined ? state.phoneNamed(name) : state.phoneWithUuid(uuid);
  if (phone === undefined) throw itemNotFound(uuid ?? name);
  return phone;
}
