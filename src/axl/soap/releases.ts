/** What differs between releases, as far as this service is concerned. */
export interface ReleaseTraits {
  /** getLine names the devices that carry the line: since 10.0 (9.x is treated like 8.5). */
  readonly lineNamesDevices: boolean;
  /** applyPhone, restartPhone and resetPhone exist: since 10.0. */
  readonly canLoadChange: boolean;
  /** A busy lamp field has its blfDirn even where it is free-form, then an empty one: up to 10.5. */
  readonly lampAlwaysHasDirn: boolean;
  /**
   * Elements that this release, and each after it, calls otherwise than the service does: `parent/element` to the name,
   * such as `'busyLampField/label': 'caption'`. Read and written by element-names.ts.
   */
  readonly renames?: Renames;
}

const before10: ReleaseTraits = { lineNamesDevices: false, canLoadChange: false, lampAlwaysHasDirn: true };
const of10: ReleaseTraits = { lineNamesDevices: true, canLoadChange: true, lampAlwaysHasDirn: true };
const since11: ReleaseTraits = { lineNamesDevices: true, canLoadChange: true, lampAlwaysHasDirn: false };

/**
 * The AXL schema releases that this service speaks, oldest first. There is no 13. A new one has its row here; one that
 * only calls an element otherwise: `{ ...since11, renames: {…} }`.
 */
const traitsByRelease = {
  '8.5': before10,
  '9.0': before10,
  '9.1': before10,
  '10.0': of10,
  '10.5': of10,
  '11.0': since11,
  '11.5': since11,
  '12.0': since11,
  '12.5': since11,
  '14.0': since11,
  '15.0': since11,
} as const satisfies Readonly<Record<string, ReleaseTraits>>;

export type Release = keyof typeof traitsByRelease;

export const releaseTraits: Readonly<Record<Release, ReleaseTraits>> = traitsByRelease;

/** Oldest first. */
export const releases = Object.keys(traitsByRelease) as readonly Release[];

export const newestRelease: Release = releases.reduce((_older, release) => release);

/** What a release calls otherwise than the service does: its name of an element, by `parent/element`. */
export type Renames = Readonly<Record<`${string}/${string}`, string>>;

/** @returns what a release calls otherwise: its own renames, and those of each release before it */
export function renamesIn(release: Release): Renames {
  const known = releases.slice(0, releases.indexOf(release) + 1);
  return Object.fromEntries(known.flatMap((one) => Object.entries(releaseTraits[one].renames ?? {})));
}

export function isRelease(text: string): text is Release {
  return Object.hasOwn(traitsByRelease, text);
}

/**
 * Finds the versions that a call manager says it supports when it refuses one (HTTP 599, "Incorrect axl version.
 * Supported axl versions are 12.x, 14.0 and 15.0"). Read leniently, because the page's wording is not specified:
 * where nothing is said to be supported, every version on the page counts. Other numbers on it do not
 * (`Tomcat/9.0.41`, `HTTP/1.1`, `12.5px`), and a bare `14` does only in the list itself.
 * @param page the text of the page
 * @returns the versions as written, in the order of the page; `12.x` and `12` stand for all of 12
 */
export function versionsNamedIn(page: string): string[] {
  const text = page.replace(/<[^<>]*>|&#?\w{1,10};/g, ' ');
  const [said = ''] = saidToBeSupported.flatMap((before) => before.exec(text)?.[1] ?? []);
  const list = listOfVersions.exec(said)?.[0] ?? '';
  const rest = said === '' ? text : said.slice(list.length);
  const named = [...(list.match(version) ?? []), ...(rest.match(versionWithPoint) ?? [])];
  return [...new Set(named.map((name) => name.toLowerCase()))];
}

/** What comes before a list, in either order of the words; the usual one first. */
const saidToBeSupported = [
  /\b(?:supported|available)\b[^0-9]{0,80}?\bversions?\b(.*)/is,
  /\bversions?\b[^0-9]{0,80}?\b(?:supported|available)\b(.*)/is,
];
/** Versions and what stands between them, from the start. */
const listOfVersions =
  /^(?:\s|:|are\b|is\b)*(?:(?:[6-9]|[12]\d)(?:\.[\dx])?(?![\w%])(?!\.\d)(?:[\s,;/|-]|and\b|or\b|to\b)*)+/i;
const version = /(?:[6-9]|[12]\d)(?:\.[\dx])?/gi;
const versionWithPoint = /(?<![\d.])(?:[6-9]|[12]\d)\.[\dx](?!\.?\d|[a-z%])/gi;

/** @returns the releases of ours that a page of a call manager names, newest first */
export function releasesNamedIn(page: string): Release[] {
  const named = versionsNamedIn(page);
  const names = (release: Release): string[] => {
    const [major = ''] = release.split('.');
    return [release, `${major}.x`, major];
  };
  return releases.filter((release) => names(release).some((name) => named.includes(name))).reverse();
}
