import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

const uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'a lower-case uuid is expected');
const named = z.strictObject({ uuid, name: z.string().min(1) });
const enumerated = z.strictObject({ enum: z.int(), name: z.string().min(1) });

const line = z.strictObject({
  uuid,
  pattern: z.string().min(1),
  /** null: the number has no partition, which AXL shows as an empty name. */
  routePartition: z.string().nullable(),
  description: z.string().default(''),
  /**
   * The name that is shown while the phone rings. The table numplan has it, but no AXL object of this simulator does.
   */
  alertingName: z.string().max(50).default(''),
  /** The number to which all calls are forwarded; empty if they are not. */
  forwardAll: z.string().max(50).default(''),
  usage: z.enum(['Device', 'Translation', 'Route', 'Hunt Pilot']).default('Device'),
});

const appearance = z.strictObject({
  pattern: z.string(),
  routePartition: z.string().nullable(),
  /** Defaults to the position in the list. */
  index: z.int().min(1).optional(),
  label: z.string().max(50).default(''),
  display: z.string().max(50).default(''),
});

const speedDial = z.strictObject({ index: z.int().min(1), dirn: z.string().max(255), label: z.string() });

const busyLampField = z
  .strictObject({
    index: z.int().min(1),
    /** Free-form. Without it, `dirn` and `routePartition` name a line. */
    destination: z.string().max(255).default(''),
    dirn: z.string().default(''),
    routePartition: z.string().nullable().default(null),
    label: z.string().max(255).default(''),
    /** Some call managers show this text in addition to the label. An update that lacks the text removes it. */
    asciiLabel: z.string().optional(),
    pickup: z.boolean().default(false),
  })
  .refine(({ destination, dirn }) => (destination === '') !== (dirn === ''), 'either destination or dirn is expected');

const device = z.strictObject({
  uuid,
  name: z.string().regex(/^[\w.-]{1,128}$/, 'a device name of letters, digits, dot, dash and underscore is expected'),
  class: z
    .enum(['Phone', 'Phone Template', 'CTI Route Point', 'Device Profile', 'Gateway', 'Remote Destination Profile'])
    .default('Phone'),
  description: z.string().max(128).default(''),
  product: z.string(),
  model: z.string(),
  protocol: z.string(),
  protocolSide: z.enum(['User', 'Network']).default('User'),
  devicePool: z.string(),
  callingSearchSpace: z.string().nullable().default(null),
  lines: z.array(appearance).default([]),
  speedDials: z.array(speedDial).default([]),
  busyLampFields: z.array(busyLampField).default([]),
});

const seedFile = z.strictObject({
  company: z.string(),
  routePartitions: z.array(named),
  devicePools: z.array(named),
  callingSearchSpaces: z.array(named),
  products: z.array(enumerated),
  models: z.array(enumerated),
  lines: z.array(line),
  devices: z.array(device),
});

/** The contents of a seed such as fixtures/company.json, with defaults filled in. */
export type Seed = z.infer<typeof seedFile>;
export type SeedDevice = Seed['devices'][number];

/** What is wrong with a seed: one line for each problem. */
export class SeedProblem extends Error {
  override name = 'SeedProblem';

  constructor(
    source: string,
    readonly problems: readonly string[],
  ) {
    super(`The seed ${source} cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

/** The seed that ships with the project. */
export const companySeed = pathToFileURL(createRequire(import.meta.url).resolve('#fixtures/company.json'));

/**
 * Reads and validates a seed.
 * @param source a file, or its parsed content
 * @throws SeedProblem with every problem, each with its path in the document
 */
export function loadSeed(source: unknown = companySeed): Seed {
  const isFile = typeof source === 'string' || source instanceof URL;
  const name = isFile ? String(source) : 'object';
  const parsed = seedFile.safeParse(isFile ? readJson(source) : source);
  if (!parsed.success) {
    throw new SeedProblem(
      name,
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    );
  }
  const problems = [...duplicates(parsed.data), ...danglingReferences(parsed.data)];
  if (problems.length > 0) throw new SeedProblem(name, problems);
  return parsed.data;
}

function readJson(file: string | URL): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (thrown) {
    throw new SeedProblem(String(file), [thrown instanceof Error ? thrown.message : 'unreadable']);
  }
}

function duplicates(seed: Seed): string[] {
  const lists: [string, string[]][] = [
    ['uuid', [...seed.routePartitions, ...seed.devicePools, ...seed.callingSearchSpaces].map((entry) => entry.uuid)],
    ['uuid', seed.lines.map((entry) => entry.uuid)],
    ['uuid', seed.devices.map((entry) => entry.uuid)],
    ['route partition', seed.routePartitions.map((entry) => entry.name)],
    ['device name', seed.devices.map((entry) => entry.name)],
    ['line', seed.lines.map((entry) => lineKey(entry))],
  ];
  for (const { name, lines, speedDials, busyLampFields } of seed.devices) {
    lists.push([`speed dial index of ${name}`, speedDials.map((dial) => String(dial.index))]);
    lists.push([`busy lamp field index of ${name}`, busyLampFields.map((field) => String(field.index))]);
    lists.push([`line of ${name}`, lines.map((entry) => lineKey(entry))]);
    lists.push([`line index of ${name}`, lines.map((entry, position) => String(entry.index ?? position + 1))]);
  }
  return lists.flatMap(([what, values]) => {
    const seen = new Set<string>();
    const repeated = values.filter((value) => seen.size === seen.add(value).size);
    return [...new Set(repeated)].map((value) => `${what} ${value} is there twice`);
  });
}

function danglingReferences(seed: Seed): string[] {
  const lines = new Set(seed.lines.map((entry) => lineKey(entry)));
  const names = (list: readonly { readonly name: string }[]) => new Set(list.map((entry) => entry.name));
  const [partitions, pools, spaces] = [seed.routePartitions, seed.devicePools, seed.callingSearchSpaces].map(names);
  const [products, models] = [seed.products, seed.models].map(names);
  const problems = seed.lines
    .filter((entry) => entry.routePartition !== null && partitions?.has(entry.routePartition) === false)
    .map((entry) => `lines: ${entry.pattern} is in the unknown route partition ${String(entry.routePartition)}`);
  for (const entry of seed.devices) {
    const missing = (what: string, name: string | null, known: ReadonlySet<string> | undefined) => {
      if (name !== null && known?.has(name) === false)
        problems.push(`devices: ${entry.name} has the unknown ${what} ${name}`);
    };
    missing('device pool', entry.devicePool, pools);
    missing('calling search space', entry.callingSearchSpace, spaces);
    missing('product', entry.product, products);
    missing('model', entry.model, models);
    for (const appears of entry.lines) missing('line', lineKey(appears), lines);
    for (const { dirn, routePartition } of entry.busyLampFields) {
      if (dirn !== '') missing('watched line', lineKey({ pattern: dirn, routePartition }), lines);
    }
  }
  return problems;
}

/**
 * A directory number is unique only together with its partition. Null, or empty as AXL writes it, means no partition.
 */
export function lineKey(line: { readonly pattern: string; readonly routePartition: string | null }): string {
  const { pattern, routePartition } = line;
  return routePartition === null || routePartition === ''
    ? `${pattern} in no partition`
    : `${pattern} in ${routePartition}`;
}
