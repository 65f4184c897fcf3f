/** @returns a count with its noun: `1 list`, `2 lists` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
