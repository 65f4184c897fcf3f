import type { ButtonKind } from '../../domain/buttons.js';
import { dialledForm, longestText, unfitText } from '../../domain/identifiers.js';
import { type Entry, targetOf } from '../lists.js';
import { quoted, shown } from '../output/shown.js';
import { editButtons } from '../plan/edit-buttons.js';
import type { Guards } from '../plan/guards.js';
import { type ExitCode, Stop } from '../stop.js';
import { carryOut, type CarryOutOptions } from './carry-out.js';
import { type Context, planNow, reading } from './context.js';

export interface EditOptions extends CarryOutOptions {
  readonly kind?: ButtonKind;
  readonly device?: readonly string[];
  readonly oldLabel?: string;
  readonly partition?: string;
}

/** Gives all buttons to a number a label. */
export async function relabel(
  context: Context,
  number: string,
  label: string,
  options: EditOptions,
  guards: Guards,
): Promise<ExitCode> {
  checkText('the new label', label);
  const command = `relabel ${number} ${quoted(label)}`;
  return edit(context, number, command, options, guards, (entry) => ({ ...entry, label }));
}

/** Makes all buttons to a number point to another one; their labels stay. */
export async function replace(
  context: Context,
  number: string,
  other: string,
  options: EditOptions & { readonly toPartition?: string },
  guards: Guards,
): Promise<ExitCode> {
  if (other === '') throw new Stop('the new number is empty');
  checkText('the new number', other);
  const { toPartition } = options;
  if (toPartition !== undefined) checkText('the new partition', toPartition);
  return edit(context, number, `replace ${number} ${other}`, options, guards, (entry) => {
    if ('destination' in entry) return { ...entry, destination: other };
    if (!('partition' in entry)) return { ...entry, dirn: other };
    return { ...entry, dirn: other, partition: toPartition ?? entry.partition };
  });
}

async function edit(
  context: Context,
  number: string,
  command: string,
  options: EditOptions,
  guards: Guards,
  change: (entry: Entry) => Entry,
): Promise<ExitCode> {
  const { kind, device: devices = [], oldLabel, partition } = options;
  const narrowing = { kind, devices, oldLabel, partition };
  const { lists, notes } = await reading(context, options, async (reader) => {
    const edited = await editButtons(reader, number, narrowing, change);
    const unknown = await unknownTargets();
    return { lists: edited.lists, notes: [...edited.notes, ...unknown] };

    /** A busy lamp field can only watch a number that there is; the call manager may refuse others. */
    async function unknownTargets(): Promise<string[]> {
      const wanted = edited.lists.flatMap(({ before, after }) =>
        after.filter((entry, place) => 'partition' in entry && entry !== before[place]),
      );
      const moved = wanted.filter((entry) => targetOf(entry) !== dialledForm(number));
      const [one] = moved;
      if (one === undefined) return [];
      const known = new Set((await reader.findNumbers(targetOf(one))).map((found) => found.partition));
      const missing = new Set(
        moved.flatMap((entry) => ('partition' in entry && !known.has(entry.partition) ? [entry.partition] : [])),
      );
      return [...missing].map(
        (name) =>
          `${shown(targetOf(one))} is not known in ${name === '' ? 'no partition' : `partition ${shown(name)}`}; --to-partition names another`,
      );
    }
  });
  if (!(options.quiet ?? false)) for (const note of notes) context.terminal.err(`Note: ${note}`);
  return carryOut(context, planNow(context, command, lists), options, guards);
}

function checkText(what: string, text: string): void {
  const reason = unfitText(text, longestText);
  if (reason !== undefined) throw new Stop(`${what} ${reason}`);
}
