import { routes } from '../../src/http/app.js';
import { openApiDocument } from '../../src/http/openapi/document.js';
import { codesOfAnyRequest, codesTowardsTheCallManager } from '../../src/http/openapi/problem-responses.js';
import { errorCodes } from '../../src/domain/error-catalogue.js';

/** The interface's reference for the docs: each call, each object and each header, from the OpenAPI document. */

/** A schema of the document. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly format?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly propertyNames?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly minLength?: number;
  readonly maxLength?: number;
}

interface Content {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description: string;
}

interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Operation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly description?: string; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Response>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, { readonly description: string }>>;
  };
}

const { paths, components } = openApiDocument(routes) as Document;

const titleOf = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/, (_, name: string) => name.toUpperCase())}`;

/** @returns the anchor of a heading in its page, as GitHub makes it */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(' ', '-')
    .replaceAll(/[^\w-]/g, '');

/** A call, by the heading of its section. */
interface Call {
  readonly title: string;
  readonly operation: Operation;
}

/** Every call, in the order of the document. */
const calls: readonly Call[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ title: titleOf(method, path), operation })),
);

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');

const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** @returns the table of every call: what it does, and its queries */
export function callsTable(): string {
  const rows = calls.map(({ title, operation: { summary, parameters = [] } }) => {
    const queries = parameters.filter((one) => one.in === 'query').map(({ name }) => `\`${name}\``);
    return [`[\`${title}\`](#${anchorOf(title)})`, summary, queries.join(', ')];
  });
  return table(['Call', 'What it does', 'Query'], rows);
}

/** @returns a section for each call: its input, its answers, and its errors */
export function callSections(): string {
  const exampled = new Set<string>();
  return [sharedErrors(), ...calls.map((call) => sectionOf(call, exampled))].join('\n\n');
}

/** @returns the errors that the sections name as groups */
function sharedErrors(): string {
  const listed = (codes: readonly string[]): string => codes.map((code) => `\`${code}\``).join(', ');
  return [
    `Any call may have the errors ${listed(codesOfAnyRequest)}.`,
    `The errors of the call manager are ${listed(codesTowardsTheCallManager)}.`,
  ].join('\n\n');
}

/** @param exampled examples that are already shown; the section adds its own */
function sectionOf({ title, operation }: Call, exampled: Set<string>): string {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const own = parameters.filter(({ $ref }) => $ref === undefined);
  const headers = parameters.flatMap(({ $ref }) => ($ref === undefined ? [] : [lastOf($ref)]));
  const answers = Object.entries(responses).filter(([status]) => Number(status) < 400);
  return [
    `### ${title}`,
    `${summary}. ${description}`,
    own.length > 0 ? table(['Parameter', 'Meaning'], own.map(rowOfParameter)) : '',
    requestBody ? `**Body:** ${bodyOf(Object.values(requestBody.content).slice(0, 1), requestBody.description)}` : '',
    ...(requestBody ? examplesOf(requestBody.content, exampled) : []),
    `**Answer:**${answers.map(([status, response]) => ` \`${status}\`: ${answerOf(response)}`).join('')}`,
    ...answers.flatMap(([, { content }]) => examplesOf(content ?? {}, exampled)),
    headersLine(headers),
    errorsLine(responses),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const lastOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

function rowOfParameter({ name, in: place, required = false, description }: Parameter): string[] {
  return [`\`${place === 'path' ? name.toUpperCase() : name}\`${required ? ', required' : ''}`, description];
}

function bodyOf(contents: readonly Content[], description = ''): string {
  const bodies = contents.map(({ schema }) => `${typeOf(schema)}. ${aboutList(schema)}`.trimEnd());
  return [...bodies, description].join(' ').trimEnd();
}

function answerOf({ description, headers = {}, content = {} }: Response): string {
  const own = Object.keys(headers).filter((name) => name !== 'X-Request-Id');
  const carried = own.length > 0 ? ` Headers: ${own.map((name) => `\`${name}\``).join(', ')}.` : '';
  const bodies = Object.entries(content).map(([type, { schema }]) => {
    const form = type === 'application/json' ? typeOf(schema) : `\`${type}\``;
    return ` ${form[0]?.toUpperCase() ?? ''}${form.slice(1)}. ${aboutList(schema)}`.trimEnd();
  });
  return `${description}${bodies.join('')}${carried}`;
}

/** @returns the document's description of a list or text without its own section */
function aboutList({ $ref }: Schema): string {
  if ($ref === undefined) return '';
  const schema = named(lastOf($ref));
  return hasSection(schema) ? '' : (schema.description ?? '');
}

function named(name: string): Schema {
  const schema = components.schemas[name];
  if (!schema) throw new Error(`the document has no schema ${name}`);
  return schema;
}

/** @returns the first example, if no earlier section has shown it */
function examplesOf(content: Readonly<Record<string, Content>>, exampled: Set<string>): string[] {
  return Object.values(content).flatMap(({ examples = {} }) => {
    const [first] = Object.values(examples);
    const text = first === undefined ? '[]' : JSON.stringify(first.value);
    if (exampled.has(text) || text === '[]') return [];
    exampled.add(text);
    return [`\`\`\`json\n${text}\n\`\`\``];
  });
}

function headersLine(names: readonly string[]): string {
  const own = names.filter((name) => name !== 'X-Request-Id');
  return own.length > 0 ? `**Request headers:** ${own.map((name) => `\`${name}\``).join(', ')}` : '';
}

function errorsLine(responses: Readonly<Record<string, Response>>): string {
  const codes = Object.values(responses).flatMap(codesOf);
  const ofCallManager: readonly string[] = codesTowardsTheCallManager;
  const isAsked = ofCallManager.every((code) => codes.includes(code));
  const shared: readonly string[] = isAsked ? [...codesOfAnyRequest, ...ofCallManager] : codesOfAnyRequest;
  const own = codes.filter((code) => !shared.includes(code)).map((code) => `\`${code}\``);
  const groups = ['those of any call', ...(isAsked ? ['those of the call manager'] : [])];
  return `**[Errors](#errors):** ${[...groups, ...own].join(', ')}`;
}

/** @returns the codes of the problems that a response may have */
function codesOf({ content = {} }: Response): string[] {
  const named = Object.keys(content['application/problem+json']?.examples ?? {});
  return errorCodes.filter((code) => named.includes(code));
}

/** @returns a section for each object in requests or answers */
export function objectSections(): string {
  const names = Object.keys(components.schemas).filter((name) => hasSection(named(name)));
  return names.map((name, at) => objectSection(name, names.slice(0, at))).join('\n\n');
}

const variantsOf = (schema: Schema): readonly Schema[] =>
  [schema, ...(schema.anyOf ?? [])].filter(({ properties }) => properties !== undefined);

const hasSection = (schema: Schema): boolean => variantsOf(schema).length > 0;

/** @param earlier objects that have a section already: of a similar one, only the differences are shown */
function objectSection(name: string, earlier: readonly string[]): string {
  const rows = rowsOf(name);
  const mine = new Set(rows.map(row));
  const like = earlier.find((other) => {
    const theirs = rowsOf(other);
    const hasAll = theirs.every(([property]) => rows.some(([own]) => own === property));
    return hasAll && theirs.filter((each) => mine.has(row(each))).length > theirs.length / 2;
  });
  const known = new Set(like === undefined ? [] : rowsOf(like).map(row));
  const own = rows.filter((each) => !known.has(row(each)));
  const same = like === undefined ? '' : `As [${like}](#${anchorOf(like)})${own.length > 0 ? ', with:' : '.'}`;
  return [
    `### ${name}`,
    named(name).description ?? '',
    same,
    own.length > 0 ? table(['Property', 'Type', 'Meaning'], own) : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function rowsOf(name: string): string[][] {
  const rows = new Map<string, string[]>();
  for (const variant of variantsOf(named(name))) {
    for (const each of rowsOfProperties(variant, '')) rows.set(each[0] ?? '', each);
  }
  return [...rows.values()];
}

/** @param before the property with this object, followed by a dot */
function rowsOfProperties({ properties = {}, required = [] }: Schema, before: string): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const type = `${typeOf(schema)}${required.includes(name) ? '' : ', optional'}`;
    const mine = [`\`${before}${name}\``, type, schema.description ?? ''];
    const inner = before === '' ? variantsOf(schema).flatMap((each) => rowsOfProperties(each, `${name}.`)) : [];
    return [mine, ...inner];
  });
}

/** A choice of this many words or more has its words in its description. */
const mostWords = 6;

/** @returns the type of a value, in words */
function typeOf(schema: Schema): string {
  const { $ref, anyOf, items, enum: words, const: only, type, format } = schema;
  if ($ref !== undefined) {
    const name = lastOf($ref);
    return hasSection(named(name)) ? `[${name}](#${anchorOf(name)})` : typeOf(named(name));
  }
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (items)
    return items.properties && items.description
      ? `array (each item: ${withoutEnd(items.description)})`
      : `array of ${typeOf(items)}`;
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (words && words.length <= mostWords) return words.map((word) => `\`${word}\``).join(', ');
  if (format === 'date-time') return 'time (RFC 3339)';
  return `${[type ?? 'string'].flat().join(' or ')}${lengthOf(schema)}`;
}

const withoutEnd = (text: string): string => `${text[0]?.toLowerCase() ?? ''}${text.slice(1).replace(/\.$/, '')}`;

function lengthOf({ minLength, maxLength }: Schema): string {
  if (maxLength === undefined) return '';
  return minLength === undefined ? `, at most ${maxLength} characters` : `, ${minLength} to ${maxLength} characters`;
}

/** @returns the headers that requests may have, and the headers of answers */
export function headersTables(): string {
  const { parameters, headers } = components;
  const sent = Object.values(parameters).map(({ name, description }) => [`\`${name}\``, description]);
  const answered = Object.entries(headers).map(([name, { description }]) => [`\`${name}\``, description]);
  return [table(['In a request', 'Meaning'], sent), table(['In an answer', 'Meaning'], answered)].join('\n\n');
}
