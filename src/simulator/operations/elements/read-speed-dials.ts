import { invalidValue } from '../../soap/axl-fault.js';
import type { XmlElement } from '../../soap/xml-parser.js';
import type { SpeedDial } from '../../state/devices.js';
import type { SpeedDialRules } from '../../state/speed-dial-rules.js';
import { readIndex, refuseDuplicates, writtenIndex } from './read-index.js';
import { textOf } from './request-elements.js';

/**
 * The entries of `<speeddials>`.
 * @param deviceName for the words of a fault
 * @throws AxlFault 5003 for a value that the rules refuse, -239 for an index that is there twice
 */
export function readSpeedDials(list: XmlElement, deviceName: string, rules: SpeedDialRules): SpeedDial[] {
  return refuseDuplicates(list.children.map((entry) => readSpeedDial(entry, deviceName, rules)));
}

function readSpeedDial(entry: XmlElement, deviceName: string, rules: SpeedDialRules): SpeedDial {
  const dirn = textOf(entry, 'dirn') ?? '';
  const label = textOf(entry, 'label') ?? '';
  const what = `${deviceName}: speed dial ${writtenIndex(entry)}`;
  const index = readIndex(entry, what, rules.highestIndex);
  const refuse = (why: string) => {
    throw invalidValue(`${what}: ${why}`);
  };
  if (!rules.dirn.test(dirn)) refuse('the number may have up to 50 characters: digits, *, #, + and comma');
  if (Array.from(label).length > rules.labelLength) refuse(`the label may have up to ${rules.labelLength} characters`);
  if (rules.labelForbidden.test(label)) refuse('the label has a character that is not allowed');
  return { index, dirn, label };
}
