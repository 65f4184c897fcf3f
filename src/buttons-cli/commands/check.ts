import type { Finding, Inventory } from '../../client/index.js';
import { filterFrom, filtersText, findingOptions, type GivenBy } from '../filter-options.js';
import { deviceKeyOf } from '../lists.js';
import { findingsText } from '../output/finding-text.js';
import { counted, deviceName } from '../output/list-text.js';
import { durationText } from '../output/progress.js';
import { shown, shownJson } from '../output/shown.js';
import { chooseDevices, isNoChoice } from '../work-out/devices.js';
import type { Guards } from '../work-out/guards.js';
import { fixFindings } from '../work-out/fix-findings.js';
import type { Reader } from '../work-out/reader.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import { carryOut } from './carry-out.js';
import type { CarryOutOptions } from './carry-out-options.js';
import { type CommonOptions, type Context, reading } from './context.js';
import { choiceText, deviceChoice, type DeviceOptions } from './inputs.js';

export interface FindingsOptions extends CommonOptions, DeviceOptions, GivenBy<typeof findingOptions> {
  readonly device?: readonly string[];
}

export interface CheckOptions extends FindingsOptions {
  /** Ends with another code if there are findings. */
  readonly detailedExitcode?: boolean;
}

/** Shows which buttons are probably wrong. */
export async function check(context: Context, options: CheckOptions): Promise<ExitCode> {
  const { terminal } = context;
  const { json = false, quiet = false, detailedExitcode = false } = options;
  const { inventory, findings } = await reading(context, options, (reader) => findingsNow(reader, options));
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
  } else if (findings.some(({ proposal }) => proposal !== null) && !quiet) {
    terminal.err('To fix them: axl-phone-proxy buttons fix, with the same options');
  }
  return detailedExitcode && findings.length > 0 ? exitCodes.changesPlanned : exitCodes.done;
}

/** Sets the buttons that are probably wrong as their findings propose. */
export async function fix(
  context: Context,
  options: FindingsOptions & CarryOutOptions,
  guards: Guards,
): Promise<ExitCode> {
  const { left, lists } = await reading(context, options, async (reader) => {
    const { findings } = await findingsNow(reader, options);
    return fixFindings(reader, findings);
  });
  if (options.quiet !== true) {
    for (const { finding, why } of left) {
      const { device, deviceKind, index } = finding;
      const at = `${deviceName({ device, deviceKind })}, index ${shown(index)}`;
      context.terminal.err(`Note: ${at} is skipped: ${why}`);
    }
  }
  return carryOut(context, { command: ['fix', narrowingText(options)].join(' ').trim(), lists }, options, guards);
}

async function findingsNow(reader: Reader, options: FindingsOptions) {
  const inventory = wholeOrStop(await reader.readInventory());
  return { inventory, findings: await findingsOf(reader, options) };
}

/** The conditions that restrict the findings, for people; empty for all. */
function narrowingText({ device = [], ...options }: FindingsOptions): string {
  const parts = [
    filtersText(findingOptions, options),
    ...device.map((name) => `--device ${shown(name)}`),
    choiceText([], options),
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

async function findingsOf(reader: Reader, options: FindingsOptions): Promise<Finding[]> {
  const { device = [] } = options;
  const { kind, ...filter } = filterFrom(findingOptions, options);
  const choice = deviceChoice(device, options);
  const { devices } = await chooseDevices(reader, choice);
  const [only] = devices.length === 1 ? devices : [];
  const of = only && (only.deviceKind === 'phone' ? only.device : { profile: only.device });
  const found: Finding[] = [];
  for (const one of kind ?? [undefined]) found.push(...(await reader.findings({ ...filter, kind: one, of })));
  const among = new Set(devices.map(deviceKeyOf));
  return isNoChoice(choice) ? found : found.filter((finding) => among.has(deviceKeyOf(finding)));
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
