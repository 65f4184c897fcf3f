export function simulator(): Promise<number> {
  return Promise.resolve(0);
}
