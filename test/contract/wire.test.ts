import { afterEach, describe, expect, it } from 'vitest';
import { ask, authorization, codeOf } from '../support/caller.js';
import { startServiceWithShortTimes } from '../support/test-service.js';
import type { WrittenAnswer } from './exchange-cases.js';
import { answersOf, page, phone, response } from './wire-cases.js';
import { startWritten } from './written-answers.js';

const toClose: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

/** A service in front of written answers. */
async function serviceBefore(answers: Readonly<Record<string, WrittenAnswer>>, env: Record<string, string> = {}) {
  const backend = await startWritten(answers);
  toClose.push(() => backend.close());
  // The answers are the same before and after a write.
  const patient = { AXL_TIMEOUT_MS: '5000', REQUEST_DEADLINE_MS: '10000', AXL_VERIFY_WRITES: 'off' };
  const service = await startServiceWithShortTimes(backend.url, { ...patient, ...env });
  toClose.push(() => service.stop('test'));
  const list = [{ index: '1', dirn: '+4930123456', label: 'Bereitschaft' }];
  return {
    asked: backend.asked,
    adminUrl: service.adminUrl,
    observations: service.observations,
    get: () => ask(`${service.url}/phone/?dirn=4711`),
    post: (dials = list) => ask(`${service.url}/speeddials?phone=${phone}`, dials),
    headersOfGet: async () => {
      return (await fetch(`${service.url}/phone/?dirn=4711`, { headers: { authorization: authorization() } })).headers;
    },
  };
}

const lost = page(200, 'lost');

describe('a write that is answered with', () => {
  it.each([
    ['302', page(302, 'Found')],
    ['405', page(405, 'Method Not Allowed')],
    ['400 and a page', page(400, 'Bad Request')],
  ])('%s carried nothing out: it is not sent again, and not in doubt', async (_what, updatePhone) => {
    const { asked, post } = await serviceBefore({ ...answersOf('escaped-plus-dial', 'getPhone'), updatePhone });
    const reply = await post();
    expect([reply.status, codeOf(reply)]).toEqual([502, 'call-manager-answer-invalid']);
    expect(asked).toEqual(['updatePhone']);
  });

  it.each<[string, WrittenAnswer]>([
    ['400 and SOAP', { status: 400, contentType: 'text/xml', body: '<soapenv:Envelope/>' }],
    ['400 and nothing', { status: 400, contentType: 'text/html', body: '' }],
    ['303', page(303, 'See Other')],
  ])('%s is looked up', async (_what, updatePhone) => {
    const { asked, post } = await serviceBefore({ ...answersOf('escaped-plus-dial', 'getPhone'), updatePhone });
    expect((await post()).status).toBe(200);
    expect(asked).toContain('getPhone');
  });
});

describe('a lost write', () => {
  it('of +49… that reads back as \\+49… is proved, and is sent as it was given', async () => {
    const { asked, post } = await serviceBefore({
      ...answersOf('escaped-plus-dial', 'getPhone'),
      updatePhone: lost,
    });
    expect(await post()).toMatchObject({ status: 200, body: '5e1d0c2b-7a69-4f38-b1c0-9d8e7f6a5b4c' });
    expect(asked).toEqual(['updatePhone', 'getPhone']);
  });

  it('that reads back with unreadable characters is not proved', async () => {
    const { post } = await serviceBefore({ ...answersOf('unreadable', 'getPhone'), updatePhone: lost });
    const reply = await post([{ index: '1', dirn: '0100', label: 'Büro' }]);
    expect([reply.status, codeOf(reply)]).toEqual([504, 'outcome-unknown']);
  });
});

describe('unreadable characters', () => {
  it.each([
    ['lines', ['listPhone', 'getPhone']],
    ['sql', ['executeSQLQuery']],
  ])(
    'are shown as U+FFFD, looked up by %s, and the log names the device once for each answer',
    async (how, operations) => {
      const answers = { ...answersOf('unreadable', operations[0] ?? '') };
      const { get, observations, adminUrl } = await serviceBefore(answers, { AXL_LOOKUP: how });
      const reply = await get();
      expect(reply.status).toBe(200);
      expect(JSON.parse(reply.body)).toMatchObject([
        { name: phone, description: 'Pf\uFFFDrtner \uFFFD', speeddials: [{ label: 'B\uFFFDro' }] },
      ]);
      const seen = observations.filter((one) => one.kind === 'unreadable-characters');
      expect(seen.map(({ operation, devices }) => [operation, devices]).sort()).toEqual(
        operations.map((operation) => [operation, [phone]]).sort(),
      );
      expect(seen.every(({ characters, requestId }) => characters > 0 && requestId !== '')).toBe(true);
      const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
      for (const operation of operations) {
        expect(metrics).toContain(`axl_phone_proxy_axl_unreadable_answers_total{operation="${operation}"} 1`);
      }
    },
  );

  it('cannot be set by a caller who sends back the shown list', async () => {
    const { asked, post } = await serviceBefore({});
    const reply = await post([{ index: '1', dirn: '0100', label: 'B\uFFFDro' }]);
    expect([reply.status, codeOf(reply)]).toEqual([400, 'invalid-request']);
    expect(reply.body).toContain('U+FFFD');
    expect(asked).toEqual([]);
  });

  it('in XML 1.1 do not cause a failure of this service, in any place', async () => {
    const declaration = '<?xml version="1.1" encoding="UTF-8"?>';
    const { get } = await serviceBefore(
      {
        listLine: response(
          'listLine',
          '<line uuid="{1&#1;}"><pattern>4711</pattern><routePartitionName>P&#2;T</routePartitionName></line>' +
            '<line><pattern>4711</pattern><routePartitionName>P&#2;T</routePartitionName></line>',
          declaration,
        ),
        getLine: response(
          'getLine',
          '<line><associatedDevices><device>SEP&#1;</device></associatedDevices></line>',
          declaration,
        ),
        listPhone: response('listPhone', '<phone><name>SEP&#1;</name></phone>', declaration),
        getPhone: response('getPhone', '<phone/>', declaration),
      },
      { AXL_LOOKUP: 'lines' },
    );
    const reply = await get();
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.body)).toMatchObject([{ name: 'SEP\uFFFD' }]);
  });
});

describe('Retry-After of a busy call manager', () => {
  it.each<[given: string, least: number, most: number]>([
    ['7', 7, 12],
    ['6.5', 7, 12],
    ['-5', 0, 5],
    ['soon', 0, 5],
    [new Date(Date.now() + 3_600_000).toUTCString(), 60, 3_600],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 0, 5],
  ])('of %s is told as whole seconds', { timeout: 30_000 }, async (retryAfter, least, most) => {
    const busy = { ...page(503, 'Service Unavailable'), retryAfter };
    const times = { AXL_TIMEOUT_MS: '2000', REQUEST_DEADLINE_MS: '2000' };
    const { headersOfGet } = await serviceBefore({ listLine: busy }, times);
    const told = (await headersOfGet()).get('retry-after') ?? '';
    expect(told).toMatch(/^\d+$/);
    expect(Number(told)).toBeGreaterThanOrEqual(least);
    expect(Number(told)).toBeLessThanOrEqual(most);
  });
});
