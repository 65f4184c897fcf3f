import { duplicateKey, invalidValue } from '../soap/axl-fault.js';
import type { XmlElement } from '../soap/xml-parser.js';
import { leaf, writtenUuid } from '../soap/xml-writer.js';
import type { Device, DeviceChange, SpeedDial } from '../state/call-manager-state.js';
import type { SpeedDialRules } from '../state/speed-dial-rules.js';
import { findPhone } from './elements/find-phone.js';
import { childOf, textOf } from './elements/request-elements.js';
import type { Operation } from './operation.js';

const deviceName = /^[\w.-]{1,128}$/;

export const updatePhone: Operation = {
  since: '8.0',
  writes: true,
  perform: (request, { state, change, speedDialRules }) => {
    const phone = findPhone(request, state);
    change(phone, readChange(request, phone, speedDialRules));
    return leaf('return', writtenUuid(phone.uuid));
  },
};

/**
 * Turns the elements of an updatePhone into a change, all of it or none. `speeddials` replaces: present but empty
 * clears, absent leaves. Lines and busy lamp fields are not in it.
 * @throws AxlFault 5003 for a value that the rules refuse, -239 for an index that is there twice
 */
function readChange(request: XmlElement, phone: Device, rules: SpeedDialRules): DeviceChange {
  const newName = textOf(request, 'newName');
  if (newName !== undefined && !deviceName.test(newName)) {
    throw invalidValue(`Device Name is not valid: ${newName}`);
  }
  const description = textOf(request, 'description');
  const list = childOf(request, 'speeddials');
  return {
    ...(newName !== undefined && { newName }),
    ...(description !== undefined && { description }),
    ...(list !== undefined && { speedDials: readSpeedDials(list, phone.name, rules) }),
  };
}

function readSpeedDials(list: XmlElement, phoneName: string, rules: SpeedDialRules): SpeedDial[] {
  const speedDials = list.children.map((entry) => readSpeedDial(entry, phoneName, rules));
  const indexes = new Set(speedDials.map((entry) => entry.index));
  if (indexes.size < speedDials.length) throw duplicateKey();
  return speedDials;
}

function readSpeedDial(entry: XmlElement, phoneName: string, rules: SpeedDialRules): SpeedDial {
  const dirn = textOf(entry, 'dirn') ?? '';
  const label = textOf(entry, 'label') ?? '';
  const writtenIndex = (textOf(entry, 'index') ?? '').trim();
  const index = writtenIndex === '' ? Number.NaN : Number(writtenIndex);
  const refuse = (what: string) => {
    throw invalidValue(`${phoneName}: speed dial ${writtenIndex}: ${what}`);
  };
  if (!(index >= 1 && index <= rules.highestIndex)) refuse(`the index must be from 1 to ${rules.highestIndex}`);
  if (!rules.dirn.test(dirn)) refuse('the number may have up to 50 characters: digits, *, #, + and comma');
  if (Array.from(label).length > rules.labelLength) refuse(`the label may have up to ${rules.labelLength} characters`);
  if (rules.labelForbidden.test(label)) refuse('the label has a character that is not allowed');
  return { index, dirn, label };
}
