/**
 * The messages between threads. A thread is called by a method of its port, with the values for it. Both sides have the
 * types of that port.
 */

/** A call of a method. */
export interface Call<Port, Name extends keyof Port = keyof Port> {
  readonly method: Name;
  readonly values: ValuesOf<Port[Name]>;
}

/** A message to the thread: calls that go together, or its end. */
export interface Calls<Port> {
  readonly id: number;
  readonly calls: readonly Call<Port>[] | 'close';
}

/** The answer to a message, with an answer to each of its calls. The answer 0 says whether the file is open. */
export interface Answers {
  readonly id: number;
  readonly answers: readonly Answer[];
}

/** The answer to a call. */
export type Answer = { readonly ok: unknown } | Failed;

/** The call failed: a short word for the log, or what is wrong with a file that cannot be used. */
export interface Failed {
  readonly failed: string;
  readonly isUnusable?: boolean;
}

/** The values for a method. */
export type ValuesOf<Method> = Method extends (...values: infer Values) => unknown ? Readonly<Values> : never;

/** The final result of a method. */
export type AnswerOf<Method> = Method extends (...values: never) => infer Answer ? Awaited<Answer> : never;

/** Carries out a call, in the thread. @returns the result of the method */
export function carryOut<Port>(port: Port, { method, values }: Call<Port>): unknown {
  return (port[method] as (...values: readonly unknown[]) => unknown).call(port, ...values);
}

/** @returns the answer if a call, or the start of a thread, has thrown */
export function failed(thrown: unknown): Failed {
  const { code, cause, problem } = thrown as Readonly<Partial<Record<'code' | 'cause' | 'problem', string>>>;
  return problem === undefined ? { failed: code ?? cause ?? 'unknown' } : { failed: problem, isUnusable: true };
}

/** Calls a method of a thread's port. */
export type Ask<Port> = <Name extends keyof Port>(
  method: Name,
  values: ValuesOf<Port[Name]>,
) => Promise<AnswerOf<Port[Name]>>;

/** @returns the methods of a port; each one calls the thread */
export function methodsBy<Port, Name extends keyof Port>(names: readonly Name[], ask: Ask<Port>): Pick<Port, Name> {
  const methods = names.map((name) => [name, (...values: ValuesOf<Port[Name]>) => ask(name, values)]);
  return Object.fromEntries(methods) as Pick<Port, Name>;
}
