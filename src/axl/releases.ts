/** The AXL schema releases that this service speaks, oldest first. There is no 13. */
export const releases = ['8.5', '9.0', '9.1', '10.0', '10.5', '11.0', '11.5', '12.0', '12.5', '14.0', '15.0'] as const;

export type Release = (typeof releases)[number];

/** What differs between releases, as far as this service is concerned. */
export interface ReleaseTraits {
  /** getLine names the devices that carry the line: since 10.0 (9.x is treated like 8.5). */
  readonly lineNamesDevices: boolean;
  /** applyPhone, restartPhone and resetPhone exist: since 10.0. */
  readonly canLoadChange: boolean;
}

const before10: ReleaseTraits = { lineNamesDevices: false, canLoadChange: false };
const since10: ReleaseTraits = { lineNamesDevices: true, canLoadChange: true };

export const releaseTraits: Readonly<Record<Release, ReleaseTraits>> = {
  '8.5': before10,
  '9.0': before10,
  '9.1': before10,
  '10.0': since10,
  '10.5': since10,
  '11.0': since10,
  '11.5': since10,
  '12.0': since10,
  '12.5': since10,
  '14.0': since10,
  '15.0': since10,
};

export function isRelease(text: string): text is Release {
  return (releases as readonly string[]).includes(text);
}

/**
 * Finds the versions that a call manager says it supports when it refuses one (HTTP 599, "Incorrect axl version.
 * Supported axl versions are 12.x, 14.0 and 15.0"). Read leniently, because the page's wording is not specified:
 * where nothing is said to be supported, every version on the page counts. Other numbers on it do not
 * (`Tomcat/9.0.41`, `HTTP/1.1`, `12.5px`).
 * @param page the text of the page
 * @returns the versions as written, in the order of the page; `12.x` stands for all of 12
 */
export function versionsNamedIn(page: string): string[] {
  const text = page.replace(/<[^<>]*>|&#?\w{1,10};/g, ' ');
  const list = /\b(?:supported\b[^0-9]{0,80}?versions?|versions?\b[^0-9]{0,80}?supported)\b(.*)/is.exec(text)?.[1];
  const named = (list ?? text).match(/(?<![\d.])(?:[6-9]|[12]\d)\.[\dx](?!\.?\d|[a-z%])/gi) ?? [];
  return [...new Set(named.map((version) => version.toLowerCase()))];
}

/** @returns the releases of ours that a page of a call manager names, newest first */
export function releasesNamedIn(page: string): Release[] {
  const named = versionsNamedIn(page);
  return releases.filter((release) => named.includes(release) || named.includes(release.replace(/\d$/, 'x'))).reverse();
}
