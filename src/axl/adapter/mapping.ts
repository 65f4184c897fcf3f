import { dialledForm, parseUuid } from '../../domain/identifiers.js';
import { columnOf, type DeviceKind, type DeviceSummary, type DeviceTexts, deviceTextsBy } from '../../domain/device.js';
import { compareIndexes, inIndexOrder } from '../../domain/buttons.js';
import type { Carried, Phone, SpeedDial } from '../../domain/phone.js';
import type { ShownLine } from '../../domain/rest-of-device.js';
import { bytesOf } from '../../use-cases/room.js';
import { elementOf } from '../soap/device-columns.js';
import { child, children, childText, type XmlElement } from '../soap/xml.js';

/** Maps AXL objects to the objects of the domain. This handles elements that are absent, empty, single or repeated. */

/** A number on a phone, at the index of its line. */
export interface NumberAtIndex {
  readonly index: string;
  readonly pattern: string;
}

/** @param device an AXL element that describes a device */
export function textsOf(device: XmlElement): DeviceTexts {
  return deviceTextsBy((text) => childText(device, elementOf(text)));
}

/** @param row of an SQL query that selects all of the texts */
export function textsIn(row: XmlElement): DeviceTexts {
  return deviceTextsBy((text) => childText(row, columnOf(text)));
}

/** @param uuid in either spelling of the call manager */
export function carried(uuid: string, lines: readonly NumberAtIndex[], dials: readonly SpeedDial[]): Carried {
  return {
    uuid: parseUuid(uuid) ?? '',
    dirns: dirnsOf(lines),
    // The numbers of speed dials may be stored with an escaped plus, like those of lines.
    speeddials: inIndexOrder(dials).map((dial) => ({ ...dial, dirn: dialledForm(dial.dirn) })),
  };
}

/**
 * @param row of an SQL query that selects everything that describes a device
 * @param uuid in either spelling of the call manager
 */
export function summaryOf(row: XmlElement, uuid: string, deviceKind: DeviceKind): DeviceSummary {
  return { deviceKind, ...textsIn(row), uuid: parseUuid(uuid) ?? '' };
}

/**
 * Whether a row is a phone template: AXL lists templates among the phones.
 * @param row the phone in listPhone's answer, or any element with the same children
 */
export function isTemplate(row: XmlElement): boolean {
  // Recognized by class ("Phone Template"), or by model ("Universal Device Template", in the class of phones).
  return isOfTemplate(['class', 'product', 'model'].map((column) => childText(row, column)));
}

/** @param words the class, the product and the model of a device, as far as they are known */
export function isOfTemplate(words: readonly string[]): boolean {
  return words.some((text) => /\btemplate\s*$/i.test(text));
}

/** @param phone the phone or profile in the answer to getPhone or getDeviceProfile */
export function linesOf(phone: XmlElement): NumberAtIndex[] {
  return children(child(phone, 'lines'), 'line').map((line) => ({
    index: childText(line, 'index'),
    pattern: childText(child(line, 'dirn'), 'pattern'),
  }));
}

/** @returns the lines of a phone or profile that was read, with what the call manager has shown of them */
export function shownLinesOf(device: XmlElement): ShownLine[] {
  return children(child(device, 'lines'), 'line').map((line) => {
    const dirn = child(line, 'dirn');
    return {
      index: childText(line, 'index'),
      number: dialledForm(childText(dirn, 'pattern')),
      partition: child(dirn, 'routePartitionName')?.text,
      label: child(line, 'label')?.text,
      display: child(line, 'display')?.text,
    };
  });
}

/** @param phone the phone or profile in the answer to getPhone or getDeviceProfile */
export function speedDialsOf(phone: XmlElement): SpeedDial[] {
  return children(child(phone, 'speeddials'), 'speeddial').map((dial) => ({
    index: childText(dial, 'index'),
    dirn: childText(dial, 'dirn'),
    label: childText(dial, 'label'),
  }));
}

/** The numbers in line order, without duplicates: a phone can carry one number in two partitions. */
function dirnsOf(lines: readonly NumberAtIndex[]): string[] {
  const inOrder = [...lines].sort((a, b) => compareIndexes(a.index, b.index));
  const numbers = inOrder.map(({ pattern }) => dialledForm(pattern)).filter((number) => number !== '');
  return [...new Set(numbers)];
}

/** @returns the approximate size of a phone in memory, in bytes */
export function bytesOfPhone({ product, description, model, name, uuid, dirns, speeddials }: Phone): number {
  const ofDials = speeddials.map(({ index, dirn, label }) => bytesOf([index, dirn, label]));
  return ofDials.reduce((sum, bytes) => sum + bytes, bytesOf([product, description, model, name, uuid, ...dirns]));
}
