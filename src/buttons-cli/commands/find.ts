import type { PointingButton } from '../../domain/buttons.js';
import type { NumberSummary } from '../../domain/device.js';
import type { Phone } from '../../domain/phone.js';
import { shown, shownJson } from '../output/shown.js';
import { tableText } from '../output/table.js';
import { type ExitCode, exitCodes } from '../stop.js';
import { type CommonOptions, type Context, reading } from './context.js';

/** Shows who carries a number, and who has a button to it. */
export async function find(context: Context, number: string, options: CommonOptions): Promise<ExitCode> {
  const found = await reading(context, options, async (reader) => ({
    numbers: await reader.findNumbers(number),
    phones: await reader.findPhones(number),
    buttons: await reader.findButtons(number),
  }));
  const { terminal } = context;
  const { numbers, phones, buttons } = found;
  if (options.json) await terminal.out(`${shownJson({ number, ...found })}\n`);
  else {
    const parts = [partitionsText(number, numbers), phonesText(phones), buttonsText(buttons)];
    await terminal.out(`${parts.join('\n')}\n`);
  }
  return exitCodes.done;

  function phonesText(all: readonly Phone[]): string {
    if (all.length === 0) return `No phone carries ${shown(number)}.\n`;
    const rows = all.map(({ name, description, product, dirns }) => [name, description, product, dirns.join(' ')]);
    return `Carried by:\n${tableText(['phone', 'description', 'product', 'numbers'], rows, terminal)}\n`;
  }

  function buttonsText(all: readonly PointingButton[]): string {
    if (all.length === 0) return `No button points at ${shown(number)}.`;
    const rows = all.map((button) => [
      ...[button.device, button.deviceKind, button.description, button.kind, button.index, button.partition],
      button.label,
    ]);
    const headings = ['device', 'deviceKind', 'description', 'kind', 'index', 'partition', 'label'];
    return `Buttons to it:\n${tableText(headings, rows, terminal)}`;
  }
}

function partitionsText(number: string, numbers: readonly NumberSummary[]): string {
  const names = numbers.map(({ partition }) => (partition === '' ? 'no partition' : shown(partition)));
  return names.length === 0
    ? `${shown(number)} is no number of this call manager.\n`
    : `${shown(number)} is in ${names.join(', ')}.\n`;
}
