import { type BusyLampField, busyLampFieldRules as rules } from '../../domain/busy-lamp-field.js';
import { dialledForm } from '../../domain/identifiers.js';
import type { ReleaseTraits } from '../soap/releases.js';
import { child, children, childText, elementOf, type XmlElement } from '../soap/xml.js';
import { type ButtonForm, notRepresentable, type StoredButton } from './buttons-of-devices.js';

/** Elements that an entry has at most once. Other elements may repeat. */
const once = ['blfDest', 'blfDirn', 'routePartition', 'label', 'associatedBlfSdFeatures', 'index'] as const;
const featureList = 'associatedBlfSdFeatures';

/**
 * Busy lamp fields. They contain more than callers see (asciiLabel on some releases, other features). An entry with an
 * unchanged index and target stays. It is built from the elements that were read.
 */
export const busyLampFields: ButtonForm<BusyLampField> = {
  replacesWhatWasRead: true,
  requests: {
    phone: { read: 'getBusyLampFields', readForChange: 'getWholePhone', replace: 'updateBusyLampFields' },
    profile: {
      read: 'getBusyLampFieldsOfProfile',
      readForChange: 'getWholeProfile',
      replace: 'updateBusyLampFieldsOfProfile',
    },
  },
  elements: ['busyLampFields', 'busyLampField'],
  shown,
  itemsOf: (entries, stored, traits) =>
    entries.map((entry) => {
      const kept = stored?.keptFor({ rules, entry, once }, (there) => targetOf(there) === targetOf(entry));
      return kept ? keptElements(kept, entry, traits) : newElements(entry, traits);
    }),
};

/** An entry with two empty targets is shown as a free-form busy lamp field without a destination. */
function shown(element: XmlElement): BusyLampField {
  const [index, label] = [childText(element, 'index'), childText(element, 'label')];
  const pickup = children(child(element, featureList), 'feature').some(isPickup);
  if (isEmpty(element, 'blfDest') && !isEmpty(element, 'blfDirn')) {
    const partition = isEmpty(element, 'routePartition') ? '' : childText(element, 'routePartition');
    return { index, dirn: dialledForm(childText(element, 'blfDirn')), partition, label, pickup };
  }
  const destination = isEmpty(element, 'blfDest') ? '' : dialledForm(childText(element, 'blfDest'));
  return { index, destination, label, pickup };
}

function isEmpty(element: XmlElement, name: string): boolean {
  return childText(element, name).trim() === '';
}

function isPickup({ name, text }: XmlElement): boolean {
  return name === 'feature' && text.trim() === 'Pickup';
}

/** The target of an entry, in one spelling. */
function targetOf(entry: BusyLampField): string {
  if ('destination' in entry) return JSON.stringify([dialledForm(entry.destination)]);
  return JSON.stringify([dialledForm(entry.dirn), entry.partition]);
}

/** A number is sent without blfDest. Live call managers accept that, although the schema requires blfDest. */
function newElements(entry: BusyLampField, { lampAlwaysHasDirn }: ReleaseTraits): XmlElement[] {
  const { index, label, pickup } = entry;
  const target =
    'destination' in entry
      ? { blfDest: entry.destination, ...(lampAlwaysHasDirn && { blfDirn: '' }) }
      : { blfDirn: entry.dirn.replace(/^\+/, String.raw`\+`), routePartition: entry.partition };
  return [
    ...Object.entries(target).map(([name, text]) => elementOf(name, text)),
    elementOf('label', label),
    ...(pickup ? [elementOf(featureList, [elementOf('feature', 'Pickup')])] : []),
    elementOf('index', index),
  ];
}

/** @throws ServiceError `not-representable` for an entry with two targets: AXL would set only the first one */
function keptElements(
  { element, shown: before }: StoredButton<BusyLampField>,
  entry: BusyLampField,
  { lampAlwaysHasDirn }: ReleaseTraits,
): XmlElement[] {
  if (!isEmpty(element, 'blfDest') && !isEmpty(element, 'blfDirn')) {
    throw notRepresentable(rules, entry, 'has both a destination and a number');
  }
  const isFreeForm = 'destination' in before;
  const unused = isFreeForm ? ['blfDirn', 'routePartition'] : ['blfDest'];
  const used = element.children.filter(({ name }) => !unused.includes(name) || !isEmpty(element, name));
  const needed = isFreeForm ? ['blfDest', ...(lampAlwaysHasDirn ? ['blfDirn'] : [])] : ['routePartition'];
  const missing = needed.filter((name) => !used.some((other) => other.name === name));
  const whole = [...used, ...missing.map((name) => elementOf(name, ''))];
  const labelled = entry.label === before.label ? whole : withChild(whole, elementOf('label', entry.label));
  return entry.pickup === before.pickup ? labelled : withPickup(labelled, entry.pickup);
}

/** Replaces the element of the same name. If there is none, the new element gets its place from the schema later. */
function withChild(elements: readonly XmlElement[], added: XmlElement): XmlElement[] {
  if (!elements.some(({ name }) => name === added.name)) return [...elements, added];
  return elements.map((element) => (element.name === added.name ? added : element));
}

/** Sets the pickup feature. The other features stay. */
function withPickup(elements: readonly XmlElement[], pickup: boolean): XmlElement[] {
  const before = elements.find(({ name }) => name === featureList)?.children ?? [];
  const others = before.filter((feature) => !isPickup(feature));
  const features = pickup ? [...others, elementOf('feature', 'Pickup')] : others;
  if (features.length > 0) return withChild(elements, elementOf(featureList, features));
  return elements.filter(({ name }) => name !== featureList);
}
