import type { ParsedUrlQuery } from 'node:querystring';
import { z } from 'zod';
import { invalidRequest } from '../../../domain/errors.js';
import { longestText } from '../../../domain/identifiers.js';
import { type ChangeSource, changeSources } from '../../../history/change.js';
import type { RunFilter } from '../../../history/run.js';
import type { ChangeFilter } from '../../../history/store/change-store.js';
import { type UndoScope, undoScopes } from '../../../history/undo-change.js';
import { queryParameter } from '../../openapi/operation-parts.js';
import { deviceParameters, parseDevice } from '../device-query.js';
import { queryText, type QueryValue, readQuery, storable } from '../fields.js';
import { limitOf, wrongCursor } from '../paging.js';
import { directoryNumberParameter, parseDirectoryNumber } from '../phones.js';

const userSchema = queryText(longestText, 'a user name such as user=demo').meta({
  description: 'Only changes of this user.',
  pattern: storable,
});
const sinceSchema = queryText(40, 'a time such as since=2026-03-04T05:06:07Z').meta({
  description: 'Only changes from this time on (RFC 3339, with its offset).',
});
const untilSchema = queryText(40, 'a time such as until=2026-03-05T05:06:07Z').meta({
  description: 'Only changes before this time (RFC 3339, with its offset).',
});
const searchSchema = queryText(100, 'a part of a name such as search=ingrid').meta({
  description: 'Only changes with this in the name of the device or of the user, in any letter case.',
  pattern: storable,
});
const changeLimit = limitOf('changes');
const beforeSchema = queryText(20, 'the value from the Link header').meta({
  description: 'Where the previous page ended, as `Link` gives it.',
});

const runSchema = queryText(20, 'the id of a run, or none').meta({
  description: 'Only changes of this run; `none`: only those of no run.',
});

/**
 * Reads which changes are asked for.
 * @throws ServiceError `invalid-request`
 */
export function parseChangeQuery(query: ParsedUrlQuery): { readonly filter: ChangeFilter; readonly limit: number } {
  const { phone, profile, user, since, until, search, dirn, run, source, before } = query;
  const filter = {
    device: phone === undefined && profile === undefined ? undefined : parseDevice(query),
    user: user === undefined ? undefined : readQuery('user', userSchema, user),
    since: since === undefined ? undefined : parseTime('since', sinceSchema, since),
    until: until === undefined ? undefined : parseTime('until', untilSchema, until),
    search: search === undefined ? undefined : readQuery('search', searchSchema, search),
    number: dirn === undefined ? undefined : parseDirectoryNumber(dirn),
    run: run === undefined ? undefined : parseRun(run),
    source: source === undefined ? undefined : parseSource(source),
    before: before === undefined ? undefined : parseCursor(before),
  } satisfies Record<keyof ChangeFilter, unknown>;
  return { filter, limit: changeLimit.parse(query['limit']) };
}

/**
 * Reads which runs are asked for.
 * @throws ServiceError `invalid-request`
 */
export function parseRunQuery(query: ParsedUrlQuery): { readonly filter: RunFilter; readonly limit: number } {
  const { user, since, until, before } = query;
  const filter = {
    user: user === undefined ? undefined : readQuery('user', userSchema, user),
    since: since === undefined ? undefined : parseTime('since', sinceSchema, since),
    until: until === undefined ? undefined : parseTime('until', untilSchema, until),
    before: before === undefined ? undefined : parseCursor(before),
  } satisfies Record<keyof RunFilter, unknown>;
  return { filter, limit: changeLimit.parse(query['limit']) };
}

const sourceSchema = queryText(10, 'a source such as source=elsewhere').meta({
  description: `Only changes made there: ${changeSources.join(' or ')}.`,
});

function parseSource(value: QueryValue): ChangeSource {
  const given = readQuery('source', sourceSchema, value);
  const source = changeSources.find((one) => one === given);
  if (source) return source;
  throw invalidRequest([{ field: 'query.source', detail: `must be one of ${changeSources.join(', ')}` }]);
}

/** @returns null where changes of no run are asked for */
function parseRun(value: QueryValue): string | null {
  const run = readQuery('run', runSchema, value);
  if (run === 'none') return null;
  if (isChangeId(run)) return run;
  throw invalidRequest([{ field: 'query.run', detail: 'is not the id of a run' }]);
}

const rfc3339 = z.iso.datetime({ offset: true });

/** A raw `+` of an offset arrives as a space. */
function parseTime(name: string, schema: typeof sinceSchema, value: QueryValue): Date {
  const text = readQuery(name, schema, value).replace(/ (?=\d\d:\d\d$)/, '+');
  const time = new Date(text);
  if (rfc3339.safeParse(text).success && !Number.isNaN(time.getTime())) return time;
  throw invalidRequest([
    { field: `query.${name}`, detail: 'is not a time of RFC 3339 with an offset, such as 2026-03-04T05:06:07Z' },
  ]);
}

function parseCursor(value: QueryValue): string {
  const cursor = readQuery('before', beforeSchema, value);
  if (isChangeId(cursor)) return cursor;
  throw wrongCursor('before');
}

/** Whether a text can be the id of a change or a run. */
function isChangeId(text: string): boolean {
  return /^[1-9][0-9]{0,17}$/.test(text);
}

const scopeSchema = queryText(10, 'a scope such as scope=entries').meta({
  description:
    '`list`, or left out: the whole list, if it is as the change left it. `entries`: only the entries that the ' +
    'change touched, if each of them is as the change left it. The other entries do not matter.',
});

/** @throws ServiceError `invalid-request` */
export function parseScope(value: QueryValue): UndoScope {
  if (value === undefined) return 'list';
  const given = readQuery('scope', scopeSchema, value);
  const scope = undoScopes.find((one) => one === given);
  if (scope) return scope;
  throw invalidRequest([{ field: 'query.scope', detail: `must be one of ${undoScopes.join(', ')}` }]);
}

/** @returns the parameter of an undo, for the document */
export function scopeParameter(): object {
  return queryParameter('scope', scopeSchema, { 'what it touched': 'entries' }, false);
}

/** @returns the parameters of the list, for the document */
export function changeParameters(): object[] {
  return [
    ...deviceParameters(),
    queryParameter('user', userSchema, { 'a user': 'demo' }, false),
    queryParameter('since', sinceSchema, { 'a time': '2026-03-04T05:06:07Z' }, false),
    queryParameter('until', untilSchema, { 'a later time': '2026-03-05T05:06:07Z' }, false),
    queryParameter('search', searchSchema, { 'a part of a name': 'ingrid' }, false),
    directoryNumberParameter(false),
    queryParameter('run', runSchema, {}, false),
    queryParameter('source', sourceSchema, { 'not by this service': 'elsewhere' }, false),
    changeLimit.parameter(),
    queryParameter('before', beforeSchema, { 'a position': '1203' }, false),
  ];
}

/** @returns the parameters of the list of runs, for the document */
export function runParameters(): object[] {
  return [
    queryParameter('user', userSchema, { 'a user': 'demo' }, false),
    queryParameter('since', sinceSchema, { 'a time': '2026-03-04T05:06:07Z' }, false),
    queryParameter('until', untilSchema, { 'a later time': '2026-03-05T05:06:07Z' }, false),
    changeLimit.parameter(),
    queryParameter('before', beforeSchema, {}, false),
  ];
}
