interface ReleaseRow {
  /** The oldest schema that it accepts. The newest is the release's own schema. */
  readonly accepts: string;
}

/**
 * The releases of a call manager that can be simulated, oldest first. There is no 13. The assumption is that 9.x is
 * like 10.x. Add a row here for a new release.
 */
const rows = {
  '8.5': { accepts: '8.0' },
  '9.0': { accepts: '8.0' },
  '9.1': { accepts: '8.0' },
  '10.0': { accepts: '8.0' },
  '10.5': { accepts: '8.0' },
  '11.0': { accepts: '9.0' },
  '11.5': { accepts: '9.0' },
  '12.0': { accepts: '10.0' },
  '12.5': { accepts: '10.0' },
  '14.0': { accepts: '11.0' },
  '15.0': { accepts: '12.0' },
} as const satisfies Readonly<Record<string, ReleaseRow>>;

export type Release = keyof typeof rows;

/** Oldest first. */
export const releases = Object.keys(rows) as readonly Release[];

const schemaVersions = ['8.0', ...releases] as const;

/** The versions of the AXL schema: those of the releases, and an older one. */
export type SchemaVersion = (typeof schemaVersions)[number];

/** Elements (as `Type/element`) that were added in a later schema; earlier schemas do not know them. */
const introducedIn: Readonly<Record<string, SchemaVersion>> = {
  'RLine/associatedDevices': '10.0',
};

/** Elements (as `Type/element`) that old schemas require, each with the last schema that requires it. */
const requiredUpTo: Readonly<Record<string, SchemaVersion>> = {
  'XBusyLampField/blfDirn': '10.5',
};

export function isRelease(text: string): text is Release {
  return Object.hasOwn(rows, text);
}

/** The schema versions that a call manager of this release accepts, oldest first. */
export function acceptedVersions(release: Release): string[] {
  const { accepts } = rows[release];
  return schemaVersions.filter((version) => !isOlder(version, accepts) && !isOlder(release, version));
}

/** Whether version `a` came before version `b`. */
export function isOlder(a: string, b: string): boolean {
  return Number(a) < Number(b);
}

/** Whether the schema of this version has the element, given as `Type/element`. */
export function knows(version: string, element: string): boolean {
  const since = introducedIn[element];
  return since === undefined || !isOlder(version, since);
}

/** Whether the schema of this version requires the element (`Type/element`), although wsdl/ does not. */
export function requires(version: string, element: string): boolean {
  const last = requiredUpTo[element];
  return last !== undefined && !isOlder(last, version);
}

/** The words of the page with HTTP 599. A major release with several schemas is written `12.x`. */
export function unsupportedVersionText(accepted: readonly string[]): string {
  const majors = [...new Set(accepted.map(majorOf))];
  const names = majors.map((major) => {
    const versions = accepted.filter((version) => majorOf(version) === major);
    return versions.length > 1 ? `${major}.x` : String(versions[0]);
  });
  const last = names.pop() ?? '';
  const list = names.length === 0 ? last : `${names.join(', ')} and ${last}`;
  return `Incorrect axl version. Supported axl versions are ${list}`;
}

function majorOf(version: string): string {
  return version.split('.')[0] ?? version;
}
