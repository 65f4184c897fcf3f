import { createHash } from 'node:crypto';
import { z } from 'zod';
import { listTag } from '../../domain/list-tag.js';
import { listName } from '../output/plan-text.js';
import { shown } from '../output/shown.js';
import { readFileOrStop, writePrivateFile } from '../private-files.js';
import { Stop } from '../stop.js';
import { type Plan, plannedListSchema } from './plan.js';

const format = 'axl-phone-proxy plan';
const version = 2;

const schema = z.strictObject({
  format: z.literal(format),
  version: z.literal(version),
  /** The checksum of everything that follows. */
  checksum: z.string(),
  command: z.string(),
  url: z.string(),
  login: z.string(),
  made: z.string(),
  isRollback: z.boolean(),
  rollsBack: z.string().optional(),
  undoes: z.strictObject({ run: z.string(), wholeLists: z.boolean() }).optional(),
  unknownTargets: z.array(z.string()).optional(),
  leftOut: z
    .strictObject({
      names: z.array(z.strictObject({ name: z.string(), why: z.string() })),
      isIgnored: z.boolean(),
    })
    .optional(),
  lists: z.array(plannedListSchema),
});

/** A saved plan. */
export interface SavedPlan {
  readonly plan: Plan;
  /** Whether someone has edited it since. */
  readonly isEdited: boolean;
}

/**
 * Saves a plan.
 * @throws Stop if the file exists already, or cannot be written
 */
export async function writePlan(file: string, plan: Plan): Promise<void> {
  const kept = keptOf(plan);
  await writePrivateFile(
    file,
    `${JSON.stringify({ format, version, checksum: checksumOf(kept), ...kept }, null, 1)}\n`,
  );
}

/**
 * @throws Stop if the file cannot be read, is not a plan of this version, or contains lists that do not match their
 * tags, because such lists could not be reverted later
 */
export async function readPlan(file: string): Promise<SavedPlan> {
  const text = await readFileOrStop(file);
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Stop(`${shown(file)} is not a plan: it is not JSON`);
  }
  const found = z.object({ format: z.literal(format), version: z.number() }).safeParse(read);
  if (!found.success) throw new Stop(`${shown(file)} is not a plan; save one with --plan FILE`);
  if (found.data.version !== version) {
    throw new Stop(`${shown(file)} is a plan of version ${found.data.version}; this command reads version ${version}`);
  }
  const parsed = schema.safeParse(read);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Stop(
      `${shown(file)} is a damaged plan: ${shown(issue?.path.join('.') ?? '')}: ${shown(issue?.message ?? '')}`,
    );
  }
  const { checksum } = parsed.data;
  const plan = keptOf(parsed.data);
  const wrong = plan.lists.find(
    ({ kind, before, etag, leave }) => leave === undefined && etag !== listTag(kind, before),
  );
  if (wrong) {
    throw new Stop(
      `${shown(file)} cannot be applied: its list before is not the list that was read ` +
        `(${listName(wrong)}). Nothing was changed; make the plan again`,
    );
  }
  return { plan, isEdited: checksum !== checksumOf(plan) };
}

/** The properties of a plan that are saved, in order; undefined ones are left out. */
function keptOf(plan: Plan): Plan {
  const { command, url, login, made, isRollback, rollsBack, undoes, unknownTargets, leftOut, lists } = plan;
  return {
    ...{ command, url, login, made, isRollback },
    ...(rollsBack !== undefined && { rollsBack }),
    ...(undoes && { undoes }),
    ...(unknownTargets && { unknownTargets }),
    ...(leftOut && { leftOut }),
    lists,
  };
}

function checksumOf(plan: Plan): string {
  return createHash('sha256').update(JSON.stringify(plan, inOneOrder)).digest('base64url');
}

/** Sorts the properties of objects for JSON.stringify. */
function inOneOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
