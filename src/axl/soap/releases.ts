/** The differences between releases that matter to this service. */
export interface ReleaseTraits {
  /** getLine names the devices that have the line: since 10.0 (9.x is treated like 8.5). */
  readonly lineNamesDevices: boolean;
  /** applyPhone, restartPhone and resetPhone exist: since 10.0. */
  readonly canLoadChange: boolean;
  /** Every busy lamp field has a blfDirn, which is empty for a free-form one. This is true up to release 10.5. */
  readonly lampAlwaysHasDirn: boolean;
}

const before10: ReleaseTraits = { lineNamesDevices: false, canLoadChange: false, lampAlwaysHasDirn: true };
const of10: ReleaseTraits = { lineNamesDevices: true, canLoadChange: true, lampAlwaysHasDirn: true };
const since11: ReleaseTraits = { lineNamesDevices: true, canLoadChange: true, lampAlwaysHasDirn: false };

/**
 * The AXL schema releases that this service supports, oldest first. There is no 13. Add a row here for a new release.
 * In all of them, the elements that this service uses have the same names.
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

export const releases = Object.keys(traitsByRelease) as readonly Release[];

export const newestRelease: Release = releases.reduce((_older, release) => release);

export function isRelease(text: string): text is Release {
  return Object.hasOwn(traitsByRelease, text);
}

/**
 * Finds the versions that a call manager supports, on the page with which it refuses one (HTTP 599, "Incorrect axl
 * version. Supported axl versions are 12.x, 14.0 and 15.0"). The wording of the page is not specified, so it is read
 * leniently: if no list of supported versions is found, every version on the page counts. Other numbers do not count
 * (`Tomcat/9.0.41`, `HTTP/1.1`, `12.5px`), and a bare `14` counts only in the list.
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

/** The words before a list of versions, in both possible orders. The usual order comes first. */
const saidToBeSupported = [
  /\b(?:supported|available)\b[^0-9]{0,80}?\bversions?\b(.*)/is,
  /\bversions?\b[^0-9]{0,80}?\b(?:supported|available)\b(.*)/is,
];
/** Versions and the words between them, from the start. */
const listOfVersions =
  /^(?:\s|:|are\b|is\b)*(?:(?:[6-9]|[12]\d)(?:\.[\dx])?(?![\w%])(?!\.\d)(?:[\s,;/|-]|and\b|or\b|to\b)*)+/i;
const version = /(?:[6-9]|[12]\d)(?:\.[\dx])?/gi;
const versionWithPoint = /(?<![\d.])(?:[6-9]|[12]\d)\.[\dx](?!\.?\d|[a-z%])/gi;

/** @returns the supported releases that a page of a call manager names, newest first */
export function releasesNamedIn(page: string): Release[] {
  const named = versionsNamedIn(page);
  const names = (release: Release): string[] => {
    const [major = ''] = release.split('.');
    return [release, `${major}.x`, major];
  };
  return releases.filter((release) => names(release).some((name) => named.includes(name))).reverse();
}
