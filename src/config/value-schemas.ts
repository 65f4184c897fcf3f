import { z } from 'zod';

/** How the value of a variable is read. What a schema says of a wrong value follows the variable's name. */

export const text = z.string().min(1);

export function wholeNumber(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .pipe(z.number(message).min(least, message).max(most, message));
}

export const port = wholeNumber(0, 65_535);

export function oneOf<const Values extends readonly [string, ...string[]]>(...values: Values) {
  return z.enum(values, { error: () => `must be one of ${values.join(', ')}` });
}

/** Names of users, separated by commas; they may hold spaces. */
export const names = z.string().transform((value) => partsOf(value, ','));

/** @returns what stands between the separators, without the spaces around it and without what is empty */
export function partsOf(value: string, separator: string | RegExp): string[] {
  return value
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** For a variable that is switched off by setting it to nothing. */
export function offWhenEmpty<Value>(schema: z.ZodType<Value, string>) {
  return z.string().transform((value, context): Value | 'off' => {
    if (value === '') return 'off';
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const { message } of parsed.error.issues) context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}
