import { z } from 'zod';
import type { PhoneProxyClient } from '../client/index.js';
import { phoneNameIn, soughtIn } from '../domain/sought.js';

/** What tools are made of. */

/** The function of a tool, with the arguments that its schema accepted, and the address of the service. */
export type Call<Given> = (
  client: PhoneProxyClient,
  given: Given,
  signal: AbortSignal,
  url: string,
) => Promise<Readonly<Record<string, unknown>>>;

/** A tool that an agent may call. Its arguments and its answer name things as the service does. */
export interface Tool {
  /** What the answer is, and how to get more, in the words of telephone administrators. */
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** What the agent's host learns about it. */
  readonly annotations: ToolAnnotations;
  readonly call: Call<never>;
}

interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint: boolean;
}

export const reads: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

/** A call failed, and nothing is done. Its message is for the agent. */
export class ToolError extends Error {}

/** The longest answer, in characters. */
export const longestAnswer = 100_000;
/** The most rows that one answer of a list has. */
const mostRows = 100;
/** How many rows an answer has by default. */
export const usualRows = 20;

export const text = (longest: number) => z.string().min(1).max(longest);
export const dirn = text(50).describe('A directory number, as people write it: 4019, +14085554019, (408) 555-4019');
export const device = text(100).describe(
  'The name of a phone (SEP and a MAC address in any spelling, CSF…) or of a device profile',
);
export const deviceKind = z
  .enum(['phone', 'profile'])
  .default('phone')
  .describe('Whether the name is of a phone or a device profile');
export const limit = z.int().min(1).max(mostRows).default(usualRows).describe('The most rows of this answer');
export const after = text(500).optional().describe('Where the page begins: `next` of the previous answer');
export const changeId = text(100).describe('The id of the change');

/** A schema of the service, as JSON Schema. */
type Schema = Readonly<Record<string, unknown>>;

export const listOf = (items: Schema): Schema => ({ type: 'array', items });
export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
/** The start of the next page, in an answer. */
export const next: Schema = { type: 'string', description: 'Where the next page begins; left out on the last page' };

/**
 * @param required the properties that are always there
 * @param others those that may be left out
 * @returns the schema of an answer. The client has checked what it got, so the answer is only described
 */
export function answer(required: Readonly<Record<string, Schema>>, others: Readonly<Record<string, Schema>> = {}) {
  return z.looseObject({}).meta({ properties: { ...required, ...others }, required: Object.keys(required) });
}

export function tool<Shape extends z.core.$ZodLooseShape>(
  description: string,
  shape: Shape,
  output: z.ZodObject,
  call: Call<z.infer<z.ZodObject<Shape>>>,
  annotations: ToolAnnotations = reads,
): Tool {
  return { description, input: z.strictObject(shape), output, annotations, call };
}

/** @returns the owner of buttons, as the client names it */
export function ownerOf(name: string, kind: 'phone' | 'profile'): string | { readonly profile: string } {
  return kind === 'phone' ? (phoneNameIn(name) ?? name) : { profile: name };
}

/** @returns the number or address that a text stands for, as the service has it */
export function targetIn(typed: string): string {
  return soughtIn(typed).target ?? typed;
}
