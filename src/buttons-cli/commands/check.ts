import type { Finding, Inventory } from '../../client/index.js';
import { filterFrom, filtersText, findingOptions, type GivenBy } from '../filter-options.js';
import { deviceKeyOf } from '../lists.js';
import { findingsText } from '../output/finding-text.js';
import { counted, deviceName } from '../output/plan-text.js';
import { durationText } from '../output/progress.js';
import { shown, shownJson } from '../output/shown.js';
import { chooseDevices, isNoChoice } from '../plan/devices.js';
import { usualGuards } from '../plan/guards.js';
import { fixFindings } from '../plan/fix-findings.js';
import type { Reader } from '../plan/reader.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import { carryOut } from './carry-out.js';
import { type CommonOptions, type Context, planNow, reading } from './context.js';
import { choiceText, deviceChoice, type DeviceOptions } from './inputs.js';
import { changesNothing, type PlanOnlyOptions } from './plan-only.js';

export interface CheckOptions extends CommonOptions, DeviceOptions, PlanOnlyOptions, GivenBy<typeof findingOptions> {
  readonly device?: readonly string[];
}

/** Shows which buttons are probably wrong, and plans how to fix them. It changes nothing. */
export async function check(context: Context, options: CheckOptions): Promise<ExitCode> {
  const { terminal } = context;
  const { json = false, quiet = false, detailedExitcode = false } = options;
  const isPlanned = changesNothing(options);
  const { inventory, findings, fixed } = await reading(context, options, async (reader) => {
    const whole = wholeOrStop(await reader.readInventory());
    const found = await findingsOf(reader, options);
    return { inventory: whole, findings: found, fixed: isPlanned ? await fixFindings(reader, found) : undefined };
  });
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
  if (fixed) {
    for (const { finding, why } of fixed.left) {
      const { device, deviceKind, index } = finding;
      terminal.err(`Note: ${deviceName({ device, deviceKind })}, index ${shown(index)} is skipped: ${why}`);
    }
    const command = `check${options.kind === undefined ? '' : ` --kind ${options.kind.join(' ')}`}`;
    const code = await carryOut(
      context,
      planNow(context, command, fixed.lists),
      { ...options, detailedExitcode: false },
      usualGuards,
    );
    if (code !== exitCodes.done) return code;
  } else if (json) {
    await terminal.out(
      `${shownJson({ asOf: inventory.asOf, state: inventory.state, listsToCheck: inventory.listsToCheck, findings })}\n`,
    );
  } else if (findings.some(({ proposal }) => proposal !== null) && !quiet) {
    terminal.err('To fix them, save a plan with --plan FILE, then apply it; or propose it with --propose.');
  }
  return detailedExitcode && findings.length > 0 ? exitCodes.changesPlanned : exitCodes.done;
}

/** The conditions that restrict the findings, for people; empty for all. */
function narrowingText({ device = [], ...options }: CheckOptions): string {
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

async function findingsOf(reader: Reader, options: CheckOptions): Promise<Finding[]> {
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
