/** What a command uses of the process that it runs in. */
export interface Here {
  readonly stdin: { readonly isTTY: boolean };
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: NodeJS.ProcessEnv;
  /** Listens to the signals that ask it to stop; it does not end of itself then. */
  on(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', listener: () => void): unknown;
}
