/**
 * How a thread is asked for something: by a method of what it has, which is its port, with the values for it. Both sides
 * are typed by that port.
 */

/** What a thread is asked for. */
export type Call<Port> = {
  readonly [Name in keyof Port]: { readonly method: Name; readonly values: ValuesOf<Port[Name]> };
}[keyof Port];

/** What a method is given. */
export type ValuesOf<Method> = Method extends (...values: infer Values) => unknown ? Readonly<Values> : never;

/** What a method answers in the end. */
export type AnswerOf<Method> = Method extends (...values: never) => infer Answer ? Awaited<Answer> : never;

/** What comes back. */
export type Answer = { readonly ok: unknown } | Failed;

/** Why it was not carried out: a short word for the log. */
export interface Failed {
  readonly failed: string;
}

/** Carries a call out, in the thread. @returns what the method returns */
export function carryOut<Port>(port: Port, { method, values }: Call<Port>): unknown {
  return (port[method] as (...values: readonly unknown[]) => unknown).call(port, ...values);
}

/** @returns the answer to a call that threw, or to the start of a thread that did */
export function failed(thrown: unknown): Failed {
  return { failed: (thrown as { readonly code?: string }).code ?? 'unknown' };
}

/** Asks a thread for a method of its port. */
export type Ask<Port> = <Name extends keyof Port>(
  method: Name,
  values: ValuesOf<Port[Name]>,
) => Promise<AnswerOf<Port[Name]>>;

/** @returns methods of a port, each of which asks the thread for itself */
export function methodsBy<Port, Name extends keyof Port>(names: readonly Name[], ask: Ask<Port>): Pick<Port, Name> {
  const methods = names.map((name) => [name, (...values: ValuesOf<Port[Name]>) => ask(name, values)]);
  return Object.fromEntries(methods) as Pick<Port, Name>;
}
