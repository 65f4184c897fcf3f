import type { z } from 'zod';
import { buttonKinds } from '../../src/domain/button-kinds.js';
import { deviceKinds } from '../../src/domain/device.js';
import { errorCodes } from '../../src/domain/error-catalogue.js';
import { findingKinds, findingTexts } from '../../src/domain/finding.js';
import { changeBounds, changeSources, changeStates, listsToSet, listStates } from '../../src/changes/change.js';
import { changeActions } from '../../src/changes/transitions.js';
import { routes } from '../../src/http/app.js';
import { problemSchemas } from '../../src/http/openapi/document.js';
import { namedSchemas } from '../../src/http/openapi/json-schemas.js';
import { schemasOf } from '../../src/http/openapi/operation.js';
import { buttonEntrySchema, differingEntrySchema } from '../../src/http/openapi/problem-schema.js';
import { dismissalSchema } from '../../src/http/routes/inventory/inventory-json.js';
import { callManagerStates } from '../../src/http/routes/route.js';
import type { Schema } from './interface-reference.js';

/**
 * The client's data, made from the schemas of the routes: a type for each object that the service sends or takes, with
 * the descriptions as comments, and a check of each object that it sends.
 */

/** A list of words that the client has by a name: its type, and its file. */
interface Words {
  readonly type: string;
  readonly name: string;
  readonly file: string;
  readonly of: readonly string[];
}

const words: readonly Words[] = [
  { type: 'ProblemCode', name: 'problemCodes', file: 'problems', of: errorCodes },
  { type: 'ChangeState', name: 'changeStates', file: 'words', of: changeStates },
  { type: 'ListState', name: 'listStates', file: 'words', of: listStates },
  { type: 'ChangeAction', name: 'changeActions', file: 'words', of: changeActions },
  { type: 'DeviceKind', name: 'deviceKinds', file: 'words', of: deviceKinds },
  { type: 'ButtonKind', name: 'buttonKinds', file: 'words', of: buttonKinds },
  { type: 'FindingKind', name: 'findingKinds', file: 'words', of: findingKinds },
  { type: 'ChangeSource', name: 'changeSources', file: 'words', of: changeSources },
  { type: 'CallManagerState', name: 'callManagerStates', file: 'words', of: callManagerStates },
];

/** What the client calls otherwise than the document. */
const renamed: Readonly<Record<string, string>> = { Number: 'NumberInPartition', Undone: 'UndoneChange' };

/** Bodies that are given to a call as arguments of their own. */
const asArguments = [
  ...['SpeedDialInPlace', 'BusyLampFieldInPlace', 'DismissalToSet', 'ChangeToAsk'],
  ...['ChangeApproval', 'ChangeRejection', 'ChangeProposal', 'ChangeApplication', 'ChangeUndo'],
];

/** The file for the objects of each tag. The console loads a file when it needs it. */
const fileOfTag: Readonly<Record<string, string>> = {
  ...{ Phones: 'shapes', History: 'change-shapes' },
  ...{ Inventory: 'inventory-shapes', Service: 'inventory-shapes' },
};

/** An object of the client. */
interface Data {
  readonly name: string;
  readonly file: string;
  readonly schema: Schema;
  /** Whether the client receives it, and so checks it. */
  readonly isChecked: boolean;
}

/** The schemas of the routes, each with its file. */
function namedIn(io: 'input' | 'output'): readonly { name: string; schema: z.ZodType; file: string }[] {
  return routes.flatMap(({ described }) => {
    if (!described) return [];
    const file = fileOfTag[described.tag] ?? 'shapes';
    return Object.entries(schemasOf(described)[io]).map(([name, schema]) => ({
      name: renamed[name] ?? name,
      schema,
      file,
    }));
  });
}

const inProblems = { ChangeEntry: buttonEntrySchema, DifferingEntry: differingEntrySchema, ...problemSchemas };

/** A list is checked item by item, and has no type of its own. */
const isObject = ({ schema: { type, anyOf } }: Data): boolean =>
  type === 'object' || (anyOf?.every((one) => one.type === 'object') ?? false);

function dataIn(io: 'input' | 'output', named: ReturnType<typeof namedIn>): Data[] {
  const made = namedSchemas(io, Object.fromEntries(named.map(({ name, schema }) => [name, schema])));
  return Object.entries(made)
    .map(([name, schema]) => {
      const { file = '' } = named.find((one) => one.name === name) ?? {};
      return { name, file, schema, isChecked: io === 'output' };
    })
    .filter((one) => isObject(one) && !asArguments.includes(one.name));
}

const received = dataIn('output', [
  ...Object.entries(inProblems).map(([name, schema]) => ({ name, schema, file: 'shapes' })),
  { name: 'Dismissal', schema: dismissalSchema, file: 'inventory-shapes' },
  ...namedIn('output'),
]);

/** All objects, each behind those that it contains. */
const data: readonly Data[] = [
  ...received.reduce<Data[]>(function add(done, one): Data[] {
    if (done.includes(one)) return done;
    const text = JSON.stringify(one.schema);
    const within = received.filter((other) => other !== one && text.includes(`"#/components/schemas/${other.name}"`));
    return [...within.reduce(add, done), one];
  }, []),
  ...dataIn('input', namedIn('input')),
];

const nameIn = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);
const quoted = (texts: readonly unknown[]): string[] => texts.map((text) => JSON.stringify(text));
const keyOf = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`);

/** @returns the list of words that a choice contains, and the other words of the choice */
function wordsIn(choice: readonly string[]): { readonly known: Words | undefined; readonly others: readonly string[] } {
  const known = words.find(({ of }) => of.every((word) => choice.includes(word)));
  return { known, others: choice.filter((word) => known?.of.includes(word) !== true) };
}

/** @returns the list of words whose each word is a property with a count */
function wordsCounted(properties: Readonly<Record<string, Schema>>): Words | undefined {
  const isCounted = Object.values(properties).every(({ type }) => type === 'integer');
  return isCounted ? words.find(({ of }) => of.join() === Object.keys(properties).join()) : undefined;
}

/** @returns the alternatives of a schema; one, if there are none */
const alternativesOf = ({ anyOf, type, ...others }: Schema): readonly Schema[] =>
  anyOf ?? (Array.isArray(type) ? (type as string[]).map((one) => ({ ...others, type: one })) : []);

const typesOfTexts: Readonly<Record<string, string>> = { integer: 'number', number: 'number', boolean: 'boolean' };

function typeOf(schema: Schema): string {
  const { $ref, type, properties, additionalProperties: values, propertyNames: keys } = schema;
  if ($ref !== undefined) return nameIn($ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) return alternatives.map(typeOf).join(' | ');
  if (schema.enum) {
    const { known, others } = wordsIn(schema.enum);
    return [...(known ? [known.type] : []), ...quoted(others)].join(' | ');
  }
  if (schema.items) {
    const item = typeOf(schema.items);
    return item.includes('|') ? `readonly (${item})[]` : `readonly ${item}[]`;
  }
  const counted = properties && wordsCounted(properties);
  if (counted) return `Readonly<Record<${counted.type}, number>>`;
  if (properties) {
    const members = membersOf(schema);
    return members.includes('/**') ? `{\n${members}\n}` : `{ ${members.replaceAll('\n', ' ')} }`;
  }
  if (keys && typeof values === 'object') return `Readonly<Partial<Record<${typeOf(keys)}, ${typeOf(values)}>>>`;
  return typesOfTexts[String(type)] ?? String(type);
}

function membersOf({ properties = {}, required = [] }: Schema): string {
  return Object.entries(properties)
    .map(([name, schema]) => {
      const comment = commentOf(schema);
      const isThere = required.includes(name);
      return `${comment}readonly ${keyOf(name)}${isThere ? '' : '?'}: ${typeOf(schema)}${isThere ? '' : ' | undefined'};`;
    })
    .join('\n');
}

const longestLine = 112;

function commentOf({ description, format }: Schema): string {
  const text = [description, format === 'date-time' ? 'RFC 3339.' : undefined].filter((part) => part).join(' ');
  if (text === '') return '';
  const lines = text.split(' ').reduce<string[]>((done, word) => {
    const line = done.at(-1);
    if (line === undefined || line.length + word.length >= longestLine) return [...done, word];
    return [...done.slice(0, -1), `${line} ${word}`];
  }, []);
  return lines.length === 1 ? `/** ${lines[0]} */\n` : `/**\n${lines.map((line) => ` * ${line}`).join('\n')}\n */\n`;
}

/** @returns the object that another one extends: all properties of the first are in the second, which has more */
function baseOf({ name, schema: { properties = {} }, file }: Data): Data | undefined {
  return data.find((one) => {
    const own = Object.entries(one.schema.properties ?? {});
    const isWithin = own.every(([key, schema]) => JSON.stringify(properties[key]) === JSON.stringify(schema));
    const isLess = own.length > 0 && own.length < Object.keys(properties).length;
    return name.startsWith(one.name) && one.file === file && isWithin && isLess;
  });
}

/** @returns the type of an object, and its check */
function declared(one: Data): string {
  const { name, schema, isChecked } = one;
  const base = baseOf(one);
  const inBase = Object.keys(base?.schema.properties ?? {});
  const properties = Object.entries(schema.properties ?? {}).filter(([key]) => !inBase.includes(key));
  const own = schema.properties ? { ...schema, properties: Object.fromEntries(properties) } : schema;
  const type = schema.properties
    ? `export interface ${name}${base ? ` extends ${base.name}` : ''} {\n${membersOf(own)}\n}\n`
    : `export type ${name} = ${typeOf(schema)};\n`;
  const check = base ? `both(is${base.name}, ${checkOf(own)})` : checkOf(own);
  return `${commentOf(schema)}${type}${isChecked ? `export const is${name}: Check<${name}> = ${check};\n` : ''}`;
}

const checksOfTexts: Readonly<Record<string, string>> = {
  ...{ integer: 'isCount', number: 'isCount', boolean: 'isFlag', string: 'isText' },
};

function checkOf(schema: Schema): string {
  const { $ref, type, properties, propertyNames: keys } = schema;
  if ($ref !== undefined) return `is${nameIn($ref)}`;
  if (schema.const !== undefined) return `oneOf([${JSON.stringify(schema.const)}])`;
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) {
    const some = alternatives.filter((one) => one.type !== 'null').map(checkOf);
    const either = some.reduce((one, other) => `either(${one}, ${other})`);
    return some.length < alternatives.length ? `orNull(${either})` : either;
  }
  if (schema.enum) {
    const { known, others } = wordsIn(schema.enum);
    const ofKnown = known && `oneOf(${known.name})`;
    const ofOthers = `oneOf([${quoted(others).join(', ')}])`;
    if (ofKnown === undefined) return ofOthers;
    return others.length === 0 ? ofKnown : `either(${ofOthers}, ${ofKnown})`;
  }
  if (schema.items) return `listOf(${checkOf(schema.items)})`;
  const counted = properties && wordsCounted(properties);
  if (counted) return `countsOfEach(${counted.name})`;
  if (properties) return `has({ ${rowsOf(schema)} })`;
  if (keys) return `countsOf(${checkOf(keys)})`;
  const check = checksOfTexts[String(type)];
  if (check === undefined) throw new Error(`The client has no check for ${JSON.stringify(schema)}`);
  return check;
}

function rowsOf({ properties = {}, required = [] }: Schema): string {
  return Object.entries(properties)
    .map(([name, schema]) => {
      const check = checkOf(schema);
      return `${keyOf(name)}: ${required.includes(name) ? check : `orLeftOut(${check})`},`;
    })
    .join(' ');
}

const inChecks = [
  ...[
    'both',
    'countsOf',
    'countsOfEach',
    'either',
    'has',
    'isCount',
    'isFlag',
    'isText',
    'listOf',
    'oneOf',
    'orLeftOut',
    'orNull',
  ],
];

/** @returns one of the client's files with the types of objects, and their checks */
export function clientShapesFile(file: string): string {
  const own = data.filter((one) => one.file === file);
  const text = own.map(declared).join('\n');
  const importsOf = (from: string, names: readonly string[]): string => {
    const used = names.filter((name) => new RegExp(`\\b${name.replace('type ', '')}\\b`).test(text));
    return used.length === 0 || from === file ? '' : `import { ${used.join(', ')} } from './${from}.js';\n`;
  };
  const inFile = <Row extends { readonly file: string }>(rows: readonly Row[], namesOf: (row: Row) => string[]) =>
    [...new Set(rows.map((one) => one.file))].map((from) =>
      importsOf(from, rows.filter((one) => one.file === from).flatMap(namesOf)),
    );
  return [
    importsOf('checks', ['type Check', ...inChecks]),
    ...inFile(words, ({ type, name }) => [`type ${type}`, name]),
    ...inFile(data, ({ name }) => [`type ${name}`, `is${name}`]),
    '\n/** Written by `npm run docs`, from the schemas in src/http/routes: data, and its checks. */\n\n',
    text,
  ].join('');
}

const shownTexts = Object.fromEntries(
  Object.entries(findingTexts).map(([kind, { title, meaning }]) => [kind, { title, meaning }]),
);

const { lists, bodyBytes, bodyValues, title, reason, rejection } = changeBounds;
const boundsForCallers = { lists, bodyBytes, bodyValues, title, reason, rejection };

const constant = (about: string, name: string, value: unknown): string =>
  `/** ${about} */\nexport const ${name} = ${JSON.stringify(value)} as const;\n`;

/** @returns the client's file with the words that are sent for kinds and states */
export function clientWordsFile(): string {
  const wordLists = [
    ['deviceKinds', 'The kinds of devices that have buttons.'],
    ['buttonKinds', 'The kinds of buttons. Each kind has its own list.'],
    ['callManagerStates', 'The states of the call manager.'],
    ['changeSources', 'Where a change was made: by this service, or elsewhere.'],
    ['changeStates', 'The states of a change.'],
    ['listStates', 'The states of a list of a change.'],
    ['changeActions', 'The actions on a change.'],
    ['findingKinds', 'The kinds of faults of a button.'],
  ] as const;
  const declarations = wordLists.flatMap(([list, about]) =>
    words
      .filter(({ name }) => name === list)
      .map(
        ({ type, of }) =>
          `/** ${about} */\nexport const ${list} = ${JSON.stringify(of)} as const;\nexport type ${type} = (typeof ${list})[number];\n`,
      ),
  );
  return [
    '/** Written by `npm run docs`, from the tables in src/domain and the schemas in src/http/routes. */\n',
    ...declarations,
    constant(
      'The states of the lists that an application sets, when it begins and when it goes on.',
      'listsToSet',
      listsToSet,
    ),
    constant(
      'The limits of a change: its lists, its body in bytes and values, its texts in characters.',
      'changeBounds',
      boundsForCallers,
    ),
    `/** The kinds of faults, in words for people. */\nexport const findingTexts = ${JSON.stringify(shownTexts)} as const;\n`,
  ].join('\n');
}
