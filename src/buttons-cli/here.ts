/** What a command uses of its process. */
export interface Here {
  readonly stdin: { readonly isTTY: boolean };
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: NodeJS.ProcessEnv;
  /** Listens to the signals that ask it to stop. The process then does not end by itself. */
  on(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', listener: () => void): unknown;
}
