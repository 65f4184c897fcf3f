/** @returns the most frequent text, without its request ids; if several are equally frequent, the last */
export function mostOften(texts: readonly string[]): string {
  const last = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const text of texts) {
    const kind = text.replace(/, request [^)]*/, '');
    last.set(kind, text);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  let [best, most] = ['', 0];
  for (const [kind, count] of counts) if (count >= most) [best, most] = [last.get(kind) ?? '', count];
  return best;
}
