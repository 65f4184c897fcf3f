/** How a thread is called: by a method of its port, with the values for it. Both sides have the types of that port. */

/** A call to a thread. */
export type Call<Port> = {
  readonly [Name in keyof Port]: { readonly method: Name; readonly values: ValuesOf<Port[Name]> };
}[keyof Port];

/** The values for a method. */
export type ValuesOf<Method> = Method extends (...values: infer Values) => unknown ? Readonly<Values> : never;

/** The final result of a method. */
export type AnswerOf<Method> = Method extends (...values: never) => infer Answer ? Awaited<Answer> : never;

/** The answer to a call. */
export type Answer = { readonly ok: unknown } | Failed;

/** The call failed: a short word for the log. */
export interface Failed {
  readonly failed: string;
}

/** Carries out a call, in the thread. @returns the result of the method */
export function carryOut<Port>(port: Port, { method, values }: Call<Port>): unknown {
  return (port[method] as (...values: readonly unknown[]) => unknown).call(port, ...values);
}

/** @returns the answer if a call, or the start of a thread, has thrown */
export function failed(thrown: unknown): Failed {
  return { failed: (thrown as { readonly code?: string }).code ?? 'unknown' };
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
