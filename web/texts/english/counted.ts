/** @returns a count with its noun: `1 list`, `2 lists` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** @returns a number of buttons, and the number of their devices */
export function buttonsOn(buttons: number, devices: number): string {
  return `${counted(buttons, 'button')} on ${counted(devices, 'device')}`;
}

/** @returns the counts of some kinds in words, `2 added, 1 removed`, without kinds that do not occur */
export function countedKinds<Kind extends string>(
  counts: Readonly<Partial<Record<Kind, number | undefined>>>,
  told: (count: number, kind: Kind) => string,
): string {
  const all = Object.entries(counts) as [Kind, number | undefined][];
  return all.flatMap(([kind, count = 0]) => (count > 0 ? [told(count, kind)] : [])).join(', ');
}
