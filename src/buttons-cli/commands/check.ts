import type { Finding, Inventory } from '../../client/index.js';
import { filterFrom, filtersText, findingOptions, type GivenBy } from '../filter-options.js';
import { deviceKeyOf } from '../lists.js';
import { findingsText } from '../output/finding-text.js';
import { counted } from '../../domain/counted.js';
import { durationText } from '../output/progress.js';
import { quoted, shown, shownJson } from '../output/shown.js';
import type { Reader } from '../connection/reader.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import { carryOut, type CarryOutOptions } from './carry-out.js';
import { type Context, reading } from './context.js';
import { findDevices, isEmpty, namedDevices, ownerOf } from './devices.js';

export interface FindingsOptions extends GivenBy<typeof findingOptions> {
  readonly device?: readonly string[];
  readonly search?: string;
}

export interface CheckOptions extends FindingsOptions {
  /** The width of tables: `wide` shows every cell completely. */
  readonly output?: string;
  /** Ends with another code if there are findings. */
  readonly detailedExitcode?: boolean;
}

/** Shows which buttons are probably wrong. */
export async function check(context: Context, options: CheckOptions): Promise<ExitCode> {
  const { terminal, json, quiet } = context;
  const { inventory, findings } = await reading(context, (reader) => findingsNow(reader, options));
  if (inventory.state === 'resting') terminal.err(`Warning: the inventory is paused: ${shown(inventory.reason ?? '')}`);
  if (!json && !quiet) {
    const text = findingsText(findings, terminal, { isWide: options.output === 'wide' });
    const narrowing = narrowingText(options);
    const none = narrowing === '' ? 'No findings.' : `No findings for ${narrowing}.`;
    await terminal.out(text === '' ? `${none}\n` : `${text}\n\n`);
    const of = narrowing === '' ? '' : ` for ${narrowing}`;
    terminal.err(`${counted(findings.length, 'finding')}${of}, ${ageText(inventory.asOf)}.`);
    if (inventory.listsToCheck > 0) terminal.err(toCheckText(inventory.listsToCheck));
  }
  if (json) {
    await terminal.out(
      `${shownJson({ asOf: inventory.asOf, state: inventory.state, listsToCheck: inventory.listsToCheck, findings })}\n`,
    );
  } else if (findings.some(({ proposal }) => proposal !== null)) {
    context.tell('To fix them: axl-phone-proxy buttons fix, with the same options');
  }
  return options.detailedExitcode === true && findings.length > 0 ? exitCodes.findings : exitCodes.done;
}

/** Sets the buttons that are probably wrong as their findings propose. */
export async function fix(context: Context, options: FindingsOptions & CarryOutOptions): Promise<ExitCode> {
  const { kind: [kind, ...others] = [], number, device, search } = options;
  const { findings } = await reading(context, (reader) => findingsNow(reader, options));
  if (findings.every(({ proposal }) => proposal === null)) {
    context.tell('No finding has a certain correction, so there is nothing to change.');
    return exitCodes.done;
  }
  // A kind may have more findings than an intent may name.
  const isOfKind = others.length === 0 && [number, device, search].every((one) => one === undefined);
  const fixed = kind !== undefined && isOfKind ? { kind } : { findings: findings.map(({ id }) => id) };
  return carryOut(context, { fix: fixed }, options);
}

async function findingsNow(reader: Reader, options: FindingsOptions) {
  const inventory = wholeOrStop(await reader.ask((client, call) => client.readInventory(call)));
  return { inventory, findings: await findingsOf(reader, options) };
}

/** The conditions that restrict the findings, for people; empty for all. */
function narrowingText({ device = [], search, ...options }: FindingsOptions): string {
  const parts = [
    filtersText(findingOptions, options),
    ...device.map((name) => `--device ${shown(name)}`),
    ...(search === undefined ? [] : [`--search ${quoted(search)}`]),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** @throws Stop if no sweep of the cluster is complete yet, so that nothing is known */
function wholeOrStop(inventory: Inventory): Inventory & { readonly asOf: string } {
  const { asOf, reason, progress } = inventory;
  if (asOf !== null) return { ...inventory, asOf };
  const far = progress === null ? '' : ` (${progress.tables} of ${progress.of} tables, ${progress.rows} rows so far)`;
  const why = reason === null ? '' : `: ${shown(reason)}`;
  throw new Stop(
    `the service has not read the whole cluster yet${far}${why}, so there are no findings; try again later`,
  );
}

async function findingsOf(reader: Reader, { device = [], search, ...options }: FindingsOptions): Promise<Finding[]> {
  const named = namedDevices(device, search === undefined ? {} : { search });
  const devices = isEmpty(named) ? undefined : (await findDevices(reader, named)).devices;
  const { kind: kinds = [undefined], ...filter } = filterFrom(findingOptions, options);
  const [only] = devices?.length === 1 ? devices : [];
  const of = only && ownerOf(only);
  const found = new Map<string, Finding>();
  for (const kind of kinds) {
    const ofKind = await reader.pages(async (client, call, after, limit) => {
      const { findings, next } = await client.listFindings({ ...filter, kind, of, limit, after }, call);
      return { items: findings, next };
    });
    // If a sweep ends between two pages, a finding may be on both.
    for (const finding of ofKind) found.set(finding.id, finding);
  }
  const among = devices && new Set(devices.map(deviceKeyOf));
  return [...found.values()].filter((finding) => among?.has(deviceKeyOf(finding)) ?? true);
}

/** A list that was changed has no findings before it is read again. So no finding does not mean that all is right. */
function toCheckText(lists: number): string {
  const which = lists === 1 ? '1 list was' : `${lists} lists were`;
  return `${which} changed since then and not checked yet: wait for the next sweep, or start one with POST /inventory/sweep.`;
}

/** `as of 3 min ago (2026-11-22T21:17:51Z)` */
function ageText(asOf: string): string {
  const seconds = Math.max(0, (Date.now() - Date.parse(asOf)) / 1000);
  return `as of ${durationText(seconds)} ago (${shown(asOf)})`;
}
