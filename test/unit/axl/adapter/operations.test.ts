import { describe, expect, it } from 'vitest';
import {
  executeSqlQuery,
  getLineDevices,
  isNotFound,
  listLine,
  listNumbers,
  listPhone,
} from '../../../../src/axl/adapter/operations.js';
import { ServiceError } from '../../../../src/domain/errors.js';
import { answeringClient, fault } from '../../../support/answering-client.js';
import { callContext } from '../../../support/call-context.js';
import { failure } from '../../../support/fake-nodes.js';

const uuid = '{0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9}';
const line = { pattern: '0100', routePartitionName: 'PT', uuid };

describe('a fault that means "not found"', () => {
  const names = ['line', '0100'];

  it.each([
    'Item not valid: The specified Line was not found',
    'Item not valid: The specified line is not found',
    'The specified 0100 was not found',
    'ITEM NOT VALID: THE SPECIFIED LINE WAS NOT FOUND',
    'Line not found',
    'line is not found.',
    'The line was not found',
    'Item not found',
    'Item not valid',
    'not found',
  ])('is axlcode 5007 with the words "%s"', (words) => {
    expect(isNotFound(fault(words, 5007), names)).toBe(true);
  });

  it('may name something of several words or lines', () => {
    for (const name of ['a b', 'a\u2028b', 'a\u2029\u0085b']) {
      expect(isNotFound(fault(`Item not valid: The specified ${name} was not found`, 5007), [name])).toBe(true);
      expect(isNotFound(fault(`Item not valid: The specified x${name} was not found`, 5007), [name])).toBe(false);
    }
  });

  it.each([
    ['another thing', fault('Item not valid: The specified User was not found', 5007)],
    ['a thing of two words', fault('The specified Line Group was not found', 5007)],
    ['a thing whose last word is alike', fault('The specified Group Line was not found', 5007)],
    ['another thing, in short', fault('User not found', 5007)],
    ['other words', fault('The specified Line is locked', 5007)],
    ['another code', fault('The specified Line was not found', 5003)],
    ['no code', fault('The specified Line was not found')],
    ['no fault', new ServiceError('call-manager-busy', { detail: 'not found', axlCode: 5007, effect: 'refused' })],
    ['a mistake of this service', new TypeError('not found')],
  ])('is not %s', (_what, thrown) => {
    expect(isNotFound(thrown, names)).toBe(false);
  });
});

describe('the devices of a line', () => {
  const devices = (...names: string[]) =>
    `<line><associatedDevices>${names.map((name) => `<device>${name}</device>`).join('')}</associatedDevices></line>`;

  it('are named, and an empty name is ignored', async () => {
    const { client } = await answeringClient({ getLine: () => devices('SEP1', '', 'SEP2') });
    expect(await getLineDevices(client, line, callContext())).toEqual(['SEP1', 'SEP2']);
  });

  it('may be none', async () => {
    const { client } = await answeringClient({ getLine: () => '<line/>' });
    expect(await getLineDevices(client, line, callContext())).toEqual([]);
  });

  it.each([
    ['not found', fault('The specified Line was not found', 5007)],
    ['a fault that names something else', fault('The specified User was not found', 5007)],
    ['an invalid value', fault('Invalid value for uuid', 5003)],
    ['an internal error', fault('Internal error', -1)],
    ['a syntax error', fault('A syntax error has occurred.', -201)],
    ['an answer without a line', '<lines/>'],
    ['a page', failure('call-manager-answer-invalid', 'unknown', { why: 'no-axl-answer' })],
  ])('are requested by number and partition if the answer to the key is %s', async (_what, toKey) => {
    const { client, asked } = await answeringClient({
      getLine: (body) => (body.includes('<uuid>') ? toKey : devices('A')),
    });
    expect(await getLineDevices(client, line, callContext())).toEqual(['A']);
    expect(asked[0]).toMatchObject({ kind: 'read', body: expect.stringContaining(`<uuid>${uuid}</uuid>`) as string });
    expect(asked[1]?.body).toContain('<pattern>0100</pattern><routePartitionName>PT</routePartitionName>');
  });

  it.each([
    failure('call-manager-busy', 'refused'),
    failure('call-manager-refused-credentials', 'refused'),
    failure('call-manager-unreachable', 'unknown'),
    failure('call-manager-timeout', 'unknown'),
    failure('overloaded', 'none'),
  ])('are not requested by number after a failure that it would share: $code', async (thrown) => {
    const { client, asked } = await answeringClient({ getLine: () => thrown });
    const context = { ...callContext(), oneAttempt: true };
    await expect(getLineDevices(client, line, context)).rejects.toBe(thrown);
    expect(asked).toHaveLength(1);
  });

  it('are the fault of the second request, if both have one', async () => {
    const { client } = await answeringClient({
      getLine: (body) => fault(body.includes('<uuid>') ? 'first' : 'second', -1),
    });
    await expect(getLineDevices(client, line, callContext())).rejects.toMatchObject({ message: 'second' });
  });

  it('are requested once if there is no key', async () => {
    const { client, asked } = await answeringClient({ getLine: () => devices('A') });
    expect(await getLineDevices(client, { ...line, uuid: '' }, callContext())).toEqual(['A']);
    expect(asked.map(({ body }) => body.includes('<pattern>'))).toEqual([true]);
  });

  it('are none if the line no longer exists', async () => {
    const { client, asked } = await answeringClient({ getLine: () => fault('Line not found', 5007) });
    expect(await getLineDevices(client, line, callContext())).toEqual([]);
    expect(asked).toHaveLength(2);
  });

  it('are an error if the answer lacks the line', async () => {
    const { client } = await answeringClient({ getLine: () => '<lines/>' });
    await expect(getLineDevices(client, line, callContext())).rejects.toMatchObject({
      code: 'call-manager-answer-invalid',
      message: "The call manager's answer to getLine lacks its line.",
    });
  });
});

describe('a list', () => {
  it('of lines has the key of each, if it exists', async () => {
    const row = (attribute: string) =>
      `<line${attribute}><pattern>0100</pattern><routePartitionName>PT</routePartitionName></line>`;
    const { client } = await answeringClient({ listLine: () => row(` uuid="${uuid}"`) + row('') });
    expect(await listLine(client, '0100', callContext())).toEqual([line, { ...line, uuid: '' }]);
  });

  it.each([
    ['listLine', listLine],
    ['listLine', listNumbers],
    ['listPhone', listPhone],
    ['executeSQLQuery', executeSqlQuery],
  ] as const)('of %s is read, and empty if it has only white space', async (operation, list) => {
    const { client, asked } = await answeringClient({ [operation]: () => ' \n ' });
    expect(await list(client, 'x', callContext())).toEqual([]);
    expect(asked.map(({ kind }) => kind)).toEqual(['read']);
  });

  it.each([
    ['listLine', listLine],
    ['listLine', listNumbers],
    ['listPhone', listPhone],
  ] as const)('of %s is refused if it contains something else with that name', async (operation, list) => {
    const { client } = await answeringClient({ [operation]: () => '<other/>' });
    await expect(list(client, 'x', callContext())).rejects.toThrow(
      `answer to ${operation} has something else instead of its `,
    );
  });

  it.each(['<other/>', 'true', ' x<!-- -->'])('is not empty if it contains something else: %s', async (content) => {
    const { client } = await answeringClient({ executeSQLQuery: () => content });
    await expect(executeSqlQuery(client, 'SELECT', callContext())).rejects.toMatchObject({
      code: 'call-manager-answer-invalid',
      message: "The call manager's answer to executeSQLQuery has something else instead of its row.",
    });
  });
});
