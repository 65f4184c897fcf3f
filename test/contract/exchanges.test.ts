import { readdirSync, readFileSync } from 'node:fs';
import nock from 'nock';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { exchangeCases, foldersOf, outcomeOf } from './exchange-cases.js';
import { callManagerFor } from './case-side.js';
import { startRelay } from '../support/exchange-relay.js';

const root = new URL('../../fixtures/exchanges/', import.meta.url);
const callManager = 'http://call-manager.test';

interface Meta {
  readonly soapAction: string;
  readonly status: number;
  readonly contentType: string;
}

/** Makes nock answer exactly the recorded request with the recorded response; anything else is refused. */
function play(folder: string): void {
  const read = (file: string): string => readFileSync(new URL(`${folder}/${file}`, root), 'utf8');
  const { soapAction, status, contentType } = JSON.parse(read('meta.json')) as Meta;
  nock(callManager)
    .post('/axl/', (body: unknown) => body === read('request.xml'))
    .matchHeader('soapaction', soapAction)
    .matchHeader('authorization', /^Basic /)
    .reply(status, readFileSync(new URL(`${folder}/response.xml`, root)), { 'content-type': contentType });
}

describe('recorded exchanges', () => {
  let relay: Awaited<ReturnType<typeof startRelay>>;

  beforeAll(async () => {
    nock.disableNetConnect();
    relay = await startRelay(`${callManager}/axl/`);
  });

  afterEach(() => {
    nock.cleanAll();
  });

  afterAll(async () => {
    await relay.close();
    nock.enableNetConnect();
    nock.restore();
  });

  it.each(exchangeCases.map((one) => [`${one.operations.join(', ')}: ${one.name}`, one] as const))(
    '%s',
    async (_name, one) => {
      for (const folder of foldersOf(one)) play(folder);
      const side = await callManagerFor(one, relay.url);
      try {
        const outcome = await outcomeOf(one, side.callManager);
        expect({ outcome }).toMatchObject({ outcome: one.outcome });
        expect(nock.isDone(), `not asked: ${nock.pendingMocks().join(', ')}`).toBe(true);
      } finally {
        await side.close();
      }
    },
  );

  it('are all played back, and contain no credentials and no cookie', () => {
    const folders = readdirSync(root);
    expect(folders.sort()).toEqual(exchangeCases.flatMap(foldersOf).sort());
    const secrets = new RegExp(['axl-demo', Buffer.from('axl:axl-demo').toString('base64'), 'JSESSIONID'].join('|'));
    for (const folder of folders) {
      for (const file of ['request.xml', 'response.xml', 'meta.json']) {
        expect(readFileSync(new URL(`${folder}/${file}`, root), 'utf8')).not.toMatch(secrets);
      }
    }
  });
});
