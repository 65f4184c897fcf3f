export function demo(): Promise<number> {
  return Promise.resolve(0);
}
