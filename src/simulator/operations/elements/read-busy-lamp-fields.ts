import { invalidValue } from '../../soap/axl-fault.js';
import type { XmlElement } from '../../soap/xml-parser.js';
import type { CallManagerState } from '../../state/call-manager-state.js';
import { type BusyLampField, watched } from '../../state/devices.js';
import { readIndex, refuseDuplicates, writtenIndex } from './read-index.js';
import { childOf, textOf } from './request-elements.js';

/**
 * The entries of `<busyLampFields>`.
 * @param deviceName for the words of a fault
 * @param state where the lines are that an entry may watch
 * @throws AxlFault 5003 for an index out of bounds, no target, an unknown line or feature; -239 for an index twice
 */
export function readBusyLampFields(
  list: XmlElement,
  deviceName: string,
  state: CallManagerState,
  highestIndex: number,
): BusyLampField[] {
  return refuseDuplicates(
    list.children.map((entry) => {
      const what = `${deviceName}: busy lamp field ${writtenIndex(entry)}`;
      return {
        index: readIndex(entry, what, highestIndex),
        ...readTarget(entry, what, state),
        label: textOf(entry, 'label') ?? '',
        asciiLabel: textOf(entry, 'asciiLabel'),
        pickup: readPickup(entry, what),
      };
    }),
  );
}

/** Where both are given, AXL reads blfDest alone: also when it is empty, and so names nothing. */
function readTarget(
  entry: XmlElement,
  what: string,
  state: CallManagerState,
): Pick<BusyLampField, 'destination' | 'line'> {
  const destination = textOf(entry, 'blfDest');
  const dirn = textOf(entry, 'blfDirn') ?? '';
  if (destination === '' || (destination === undefined && dirn === '')) {
    throw invalidValue(`${what}: a destination or a directory number is required`);
  }
  if (destination !== undefined) return { destination, line: undefined };
  const partition = textOf(entry, 'routePartition') ?? '';
  const line = state.lineWithPattern(dirn, partition);
  if (line?.usage !== 'Device') {
    throw invalidValue(`${what}: The specified Line ${dirn} in partition '${partition}' was not found`);
  }
  return { destination: '', line: watched(line) };
}

function readPickup(entry: XmlElement, what: string): boolean {
  const features = childOf(entry, 'associatedBlfSdFeatures')?.children ?? [];
  const unknown = features.find(({ text }) => text !== 'Pickup');
  if (unknown !== undefined) throw invalidValue(`${what}: the feature must be Pickup, not '${unknown.text}'`);
  return features.length > 0;
}
