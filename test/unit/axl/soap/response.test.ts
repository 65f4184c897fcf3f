import { describe, expect, it } from 'vitest';
import { returned } from '../../../../src/axl/soap/response.js';
import type { HttpResponse } from '../../../../src/axl/transport/transport.js';

interface Parts {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cut?: boolean;
}

const listPhone = {
  operation: 'listPhone',
  soapAction: '""',
  body: '<x/>',
  device: undefined,
};
const getPhone = { ...listPhone, operation: 'getPhone', device: 'SEP1' };

function response(body: string | Buffer, { status = 200, headers = {}, cut = false }: Parts = {}): HttpResponse {
  return { status, cut, header: (name) => headers[name], cookies: () => [], body: () => Buffer.from(body) };
}

const soap = (content: string): string => `<s:Envelope xmlns:s="s"><s:Body>${content}</s:Body></s:Envelope>`;
const answer = (content: string, operation = 'listPhone'): string =>
  soap(`<n:${operation}Response xmlns:n="n"><return>${content}</return></n:${operation}Response>`);

const hide = (words: string) => words.replaceAll('S3cret', '[hidden]');
const redaction = { forCaller: hide, forLog: hide };

const read = (body: string | Buffer, parts?: Parts, envelope: typeof listPhone | typeof getPhone = listPhone) =>
  returned(response(body, parts), envelope, redaction);

describe('what was returned', () => {
  it('is found in the response to the operation', async () => {
    const { result, unreadable } = await read(answer('<phone><name>SEP1</name></phone>'));
    expect(result).toMatchObject({ name: 'return', children: [{ name: 'phone', children: [{ text: 'SEP1' }] }] });
    expect(unreadable).toBeUndefined();
  });

  it.each([
    ['text/xml; charset=ISO-8859-1', 'Büro'],
    ['text/xml; CHARSET="iso-8859-1"; x=y', 'Büro'],
    ['text/xml;charset=iso-8859-1;x', 'Büro'],
    ['text/xml', 'B�ro'],
  ])('is read in the character set of the header: %s', async (type, text) => {
    const body = Buffer.from(answer('Büro'), 'latin1');
    expect((await read(body, { headers: { 'content-type': type } })).result.text).toBe(text);
  });

  it('may declare that it is not compressed', async () => {
    expect((await read(answer('x'), { headers: { 'content-encoding': 'identity' } })).result.text).toBe('x');
  });
});

describe('an invalid response', () => {
  const code = 'call-manager-answer-invalid';

  it.each<[what: string, body: string, Parts, detail: string, why?: string]>([
    [
      'compressed',
      answer(''),
      { headers: { 'content-encoding': 'gzip' } },
      'compressed, but the request did not allow that.',
      'no-axl-answer',
    ],
    ['too long', answer(''), { cut: true }, 'is larger than 8 MB.'],
    ['empty', '', {}, 'is empty.', 'no-axl-answer'],
    ['not XML', 'no', {}, 'is not well-formed XML.', 'no-axl-answer'],
    ['a 500 with a page', '<!doctype html><html>', { status: 500 }, 'is not well-formed XML', 'no-axl-answer'],
    ['no SOAP', '<html/>', {}, 'is not SOAP.', 'no-axl-answer'],
    ['SOAP without a body', '<Envelope/>', {}, 'is not an answer to listPhone.'],
    ['of another operation', answer('', 'getPhone'), {}, 'is not an answer to listPhone.'],
    ['without a return', soap('<listPhoneResponse/>'), {}, 'is not an answer to listPhone.'],
    ['a 500 without a fault', answer(''), { status: 500 }, 'is not an answer to listPhone.'],
  ])('%s is refused', async (_what, body, parts, detail, why = code) => {
    const facts = {
      effect: 'unknown',
      cause: `HTTP ${parts.status ?? 200}`,
      detail: expect.stringContaining(detail) as string,
    };
    await expect(read(body, parts)).rejects.toMatchObject({ code, why, facts });
  });

  it('keeps other errors', async () => {
    const broken = {
      ...response(''),
      body: () => {
        throw new RangeError('broken');
      },
    };
    await expect(returned(broken, listPhone, redaction)).rejects.toThrow(RangeError);
  });
});

describe('a refusal', () => {
  it.each([200, 500])('may be a fault with any status: %i', async (status) => {
    const fault = soap('<s:Fault><faultcode>c</faultcode><faultstring>no S3cret</faultstring></s:Fault>');
    await expect(read(fault, { status })).rejects.toMatchObject({
      code: 'call-manager-fault',
      facts: { detail: 'no [hidden]', cause: 'c' },
    });
  });

  it('by status says when to try again', async () => {
    await expect(read('', { status: 503, headers: { 'retry-after': '7' } })).rejects.toMatchObject({
      code: 'call-manager-busy',
      facts: { retryAfterSeconds: 7 },
    });
  });

  it.each<[status: number, page: string, expected: object]>([
    [599, 'Supported axl versions are 12.5', { named: ['12.5'] }],
    [400, '<html>', { facts: { effect: 'refused' } }],
    [400, 'no', { facts: { effect: 'unknown' } }],
  ])('by status %i is read with its page: %s', async (status, page, expected) => {
    await expect(read(page, { status })).rejects.toMatchObject({ ...expected });
  });
});

describe('values that cannot be read', () => {
  const row = (name: string, text: string): string =>
    `<phone><name>${name}</name><description>${text}</description></phone>`;
  const bad = (name: string): string => row(name, '\x01');

  it('are observed with their devices', async () => {
    const { unreadable } = await read(
      answer(bad('SEP1') + row('SEP2', 'well') + row('SEP3', 'a\x02b\x03') + bad('SEP1')),
    );
    expect(unreadable).toEqual({ characters: 4, devices: ['SEP1', 'SEP3'] });
  });

  it('belong to the requested device, if there is one', async () => {
    const { unreadable } = await read(answer(bad('other'), 'getPhone'), {}, getPhone);
    expect(unreadable).toEqual({ characters: 1, devices: ['SEP1'] });
  });

  it('name at most ten devices, and none without a name', async () => {
    const names = Array.from({ length: 12 }, (_, place) => `SEP${place}`);
    const { unreadable } = await read(answer(['', ...names].map(bad).join('')));
    expect(unreadable).toEqual({ characters: 13, devices: names.slice(0, 10) });
  });

  it('have a name of one line, shortened', async () => {
    const { unreadable } = await read(answer(bad(`a&#10;b\t${'x'.repeat(200)}`)));
    expect(unreadable?.devices).toEqual([`a b ${'x'.repeat(124)}`]);
  });
});
