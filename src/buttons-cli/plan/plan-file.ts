import { z } from 'zod';
import { shown } from '../output/shown.js';
import { readFileOrStop, writePrivateFile } from '../private-files.js';
import { Stop } from '../stop.js';
import { type Plan, plannedListSchema } from './plan.js';

const format = 'axl-phone-proxy plan';
const version = 1;

const schema = z.strictObject({
  format: z.literal(format),
  version: z.literal(version),
  command: z.string(),
  url: z.string(),
  made: z.string(),
  lists: z.array(plannedListSchema),
});

/**
 * Saves a plan.
 * @throws Stop when the file is there already, or cannot be written
 */
export async function writePlan(file: string, plan: Plan): Promise<void> {
  await writePrivateFile(file, `${JSON.stringify({ format, version, ...plan }, null, 1)}\n`);
}

/** @throws Stop when the file cannot be read, or is no plan of this version */
export async function readPlan(file: string): Promise<Plan> {
  const text = await readFileOrStop(file);
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Stop(`${shown(file)} is no plan: it is not JSON`);
  }
  const found = z.object({ format: z.literal(format), version: z.number() }).safeParse(read);
  if (!found.success) throw new Stop(`${shown(file)} is no plan; --plan FILE makes one`);
  if (found.data.version !== version) {
    throw new Stop(
      `${shown(file)} is a plan of version ${found.data.version}, and this command knows version ${version}`,
    );
  }
  const parsed = schema.safeParse(read);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Stop(
    `${shown(file)} is a damaged plan: ${shown(issue?.path.join('.') ?? '')}: ${shown(issue?.message ?? '')}`,
  );
}
