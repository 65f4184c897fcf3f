import { type Release, type ReleaseTraits, releaseTraits } from './releases.js';

/** The place of a value in a request, as it stands in the request that soap builds once. */
export type Slot = `{{${string}}}`;

/** Made of characters that XML leaves as they are. */
function slot(name: string): Slot {
  return `{{${name}}}`;
}

/** Where a value, or a list of items, goes in a request. */
export interface RequestShape {
  readonly operation: string;
  /** The operation's content by element name; an empty text in returnedTags names a tag to be returned. */
  readonly content: Content;
  /** The element that is repeated for each item of the request's list. */
  readonly repeated?: string;
  /** What a release must be able to do for its schema to have this request. */
  readonly needs?: keyof ReleaseTraits;
}

export interface Content {
  readonly [element: string]: Content | Slot | '' | readonly Content[];
}

/**
 * Every request that this service can send: just the elements in use, and always returnedTags, because without
 * it getPhone and getLine return everything, and the list operations require it.
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
  // For a line that is not found by its key, or whose row came without it; an empty partition has no name.
  getLineByPattern: {
    operation: 'getLine',
    content: {
      pattern: slot('pattern'),
      routePartitionName: slot('routePartitionName'),
      returnedTags: { associatedDevices: { device: '' } },
    },
    needs: 'lineNamesDevices',
  },
  listPhone: {
    operation: 'listPhone',
    content: {
      searchCriteria: { name: slot('name') },
      returnedTags: { name: '', description: '', product: '', model: '', class: '' },
    },
  },
  getPhone: {
    operation: 'getPhone',
    content: {
      name: slot('name'),
      returnedTags: {
        lines: { line: { index: '', dirn: { pattern: '' } } },
        speeddials: { speeddial: { dirn: '', label: '', index: '' } },
      },
    },
  },
  getSpeedDials: {
    operation: 'getPhone',
    content: {
      name: slot('name'),
      returnedTags: { speeddials: { speeddial: { dirn: '', label: '', index: '' } } },
    },
  },
  // Only name and speeddials: a stray empty element would mean "set to null", and partial lines reset settings.
  updatePhone: {
    operation: 'updatePhone',
    content: {
      name: slot('name'),
      speeddials: { speeddial: [{ dirn: slot('dirn'), label: slot('label'), index: slot('index') }] },
    },
    repeated: 'speeddial',
  },
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
