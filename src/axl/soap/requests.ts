import { deviceTextNames } from '../../domain/device.js';
import { elementOf } from './device-columns.js';
import { type Release, type ReleaseTraits, releaseTraits } from './releases.js';

/** The place of a value in a request that soap builds once. */
export type Slot = `{{${string}}}`;

/** A slot has only characters that XML leaves unchanged. */
function slot(name: string): Slot {
  return `{{${name}}}`;
}

/** A request with the places of its values and lists. */
export interface RequestShape {
  readonly operation: string;
  /** The operation's content by element name; an empty text in returnedTags names a tag to be returned. */
  readonly content: Content;
  /** The element that repeats for each item of the request's list. */
  readonly repeated?: 'speeddial' | 'busyLampField';
  /** The ability that a release needs to have this request in its schema. */
  readonly needs?: keyof ReleaseTraits;
}

export interface Content {
  readonly [element: string]: Content | Slot | '' | readonly Content[];
}

/** The tags that distinguish a template from a device. */
const classTags = { product: '', model: '', class: '' } as const;
const dialTags = { speeddials: { speeddial: { dirn: '', label: '', index: '' } } } as const;
const lampTags = {
  busyLampFields: {
    busyLampField: {
      blfDest: '',
      blfDirn: '',
      routePartition: '',
      label: '',
      associatedBlfSdFeatures: { feature: '' },
      index: '',
    },
  },
} as const;
const lineTags = { lines: { line: { index: '', dirn: { pattern: '' } } } } as const;
/** Everything of a device that a write must not change, as far as this service knows it. */
const tagsBeforeWrite = {
  ...{ ...classTags, ...dialTags, ...lampTags },
  lines: { line: { index: '', label: '', display: '', dirn: { pattern: '', routePartitionName: '' } } },
} as const;

/** The tags that describe a device, in the order of the schema: the class follows the model. */
const deviceTags: Readonly<Record<string, ''>> = Object.fromEntries(
  deviceTextNames
    .map(elementOf)
    .flatMap((element) => (element === 'model' ? [element, 'class'] : [element]))
    .map((element) => [element, '']),
);

const dials = { speeddial: [{ dirn: slot('dirn'), label: slot('label'), index: slot('index') }] } as const;
/** The elements that an entry may have, in the order of the schema; each entry has only those that it needs. */
const lamps = {
  busyLampField: [
    {
      blfDest: slot('blfDest'),
      blfDirn: slot('blfDirn'),
      routePartition: slot('routePartition'),
      label: slot('label'),
      associatedBlfSdFeatures: { feature: slot('feature') },
      index: slot('index'),
    },
  ],
} as const;

/**
 * Every request that this service can send, with only the elements in use. Each has returnedTags: without it getPhone
 * and getLine return everything, and the list operations require it. Only the read before a change of busy lamp fields
 * requests everything, because what callers do not see must not be lost.
 */
export const requestShapes = {
  getCCMVersion: { operation: 'getCCMVersion', content: {} },
  listLine: {
    operation: 'listLine',
    content: {
      searchCriteria: { pattern: slot('pattern') },
      returnedTags: { pattern: '', routePartitionName: '' },
    },
  },
  getLine: {
    operation: 'getLine',
    content: { uuid: slot('uuid'), returnedTags: { associatedDevices: { device: '' } } },
    needs: 'lineNamesDevices',
  },
  // For a line whose key is answered with a fault or no line, or whose row had no key. If the line has no partition, the
  // name of the partition is sent empty.
  getLineByPattern: {
    operation: 'getLine',
    content: {
      pattern: slot('pattern'),
      routePartitionName: slot('routePartitionName'),
      returnedTags: { associatedDevices: { device: '' } },
    },
    needs: 'lineNamesDevices',
  },
  listNumbers: {
    operation: 'listLine',
    content: {
      searchCriteria: { pattern: slot('pattern') },
      returnedTags: { pattern: '', description: '', routePartitionName: '' },
    },
  },
  listPhone: {
    operation: 'listPhone',
    content: { searchCriteria: { name: slot('name') }, returnedTags: deviceTags },
  },
  getPhone: {
    operation: 'getPhone',
    content: { name: slot('name'), returnedTags: { ...lineTags, ...dialTags } },
  },
  getSpeedDials: {
    operation: 'getPhone',
    content: { name: slot('name'), returnedTags: { ...classTags, ...dialTags } },
  },
  getBeforeWrite: {
    operation: 'getPhone',
    content: { name: slot('name'), returnedTags: tagsBeforeWrite },
  },
  getBusyLampFields: {
    operation: 'getPhone',
    content: { name: slot('name'), returnedTags: { ...classTags, ...lampTags } },
  },
  getLists: {
    operation: 'getPhone',
    content: { name: slot('name'), returnedTags: { ...classTags, ...dialTags, ...lampTags } },
  },
  getWholePhone: { operation: 'getPhone', content: { name: slot('name') } },
  getProfile: {
    operation: 'getDeviceProfile',
    content: { name: slot('name'), returnedTags: { ...deviceTags, ...lineTags, ...dialTags } },
  },
  getSpeedDialsOfProfile: {
    operation: 'getDeviceProfile',
    content: { name: slot('name'), returnedTags: { ...classTags, ...dialTags } },
  },
  getProfileBeforeWrite: {
    operation: 'getDeviceProfile',
    content: { name: slot('name'), returnedTags: tagsBeforeWrite },
  },
  getBusyLampFieldsOfProfile: {
    operation: 'getDeviceProfile',
    content: { name: slot('name'), returnedTags: { ...classTags, ...lampTags } },
  },
  getListsOfProfile: {
    operation: 'getDeviceProfile',
    content: { name: slot('name'), returnedTags: { ...classTags, ...dialTags, ...lampTags } },
  },
  getWholeProfile: { operation: 'getDeviceProfile', content: { name: slot('name') } },
  // The request has only the name and one list. An empty element would mean "set to null", and incomplete lines would
  // reset settings.
  updateSpeedDials: {
    operation: 'updatePhone',
    content: { name: slot('name'), speeddials: dials },
    repeated: 'speeddial',
  },
  updateBusyLampFields: {
    operation: 'updatePhone',
    content: { name: slot('name'), busyLampFields: lamps },
    repeated: 'busyLampField',
  },
  updateSpeedDialsOfProfile: {
    operation: 'updateDeviceProfile',
    content: { name: slot('name'), speeddials: dials },
    repeated: 'speeddial',
  },
  updateBusyLampFieldsOfProfile: {
    operation: 'updateDeviceProfile',
    content: { name: slot('name'), busyLampFields: lamps },
    repeated: 'busyLampField',
  },
  // For the doctor. A name may move to another device, but a key does not.
  getWholePhoneByKey: { operation: 'getPhone', content: { uuid: slot('uuid') } },
  getWholeProfileByKey: { operation: 'getDeviceProfile', content: { uuid: slot('uuid') } },
  updateSpeedDialsByKey: {
    operation: 'updatePhone',
    content: { uuid: slot('uuid'), speeddials: dials },
    repeated: 'speeddial',
  },
  updateBusyLampFieldsByKey: {
    operation: 'updatePhone',
    content: { uuid: slot('uuid'), busyLampFields: lamps },
    repeated: 'busyLampField',
  },
  updateSpeedDialsOfProfileByKey: {
    operation: 'updateDeviceProfile',
    content: { uuid: slot('uuid'), speeddials: dials },
    repeated: 'speeddial',
  },
  updateBusyLampFieldsOfProfileByKey: {
    operation: 'updateDeviceProfile',
    content: { uuid: slot('uuid'), busyLampFields: lamps },
    repeated: 'busyLampField',
  },
  // These change nothing. The answer has the key of the device that an update by the name would change.
  updateNothing: { operation: 'updatePhone', content: { name: slot('name') } },
  updateNothingOfProfile: { operation: 'updateDeviceProfile', content: { name: slot('name') } },
  applyPhone: { operation: 'applyPhone', content: { name: slot('name') }, needs: 'canLoadChange' },
  restartPhone: { operation: 'restartPhone', content: { name: slot('name') }, needs: 'canLoadChange' },
  resetPhone: { operation: 'resetPhone', content: { name: slot('name') }, needs: 'canLoadChange' },
  executeSQLQuery: { operation: 'executeSQLQuery', content: { sql: slot('sql') } },
} as const satisfies Readonly<Record<string, RequestShape>>;

export type RequestName = keyof typeof requestShapes;

/** @returns the requests that exist in a release */
export function requestsIn(release: Release): RequestName[] {
  return (Object.keys(requestShapes) as RequestName[]).filter((name) => {
    const { needs }: RequestShape = requestShapes[name];
    return needs === undefined || releaseTraits[release][needs];
  });
}
