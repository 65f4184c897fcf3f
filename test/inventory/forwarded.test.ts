import { expect, it } from 'vitest';
import { openInventoryOf, openStoreHere, sweepOnce } from './inventories.js';
import { keyOf, numberRow, openTables, phoneRow } from './table-backend.js';

/** A number without a device: only its forwarding keeps it alive, if the call manager tells that. */

const faultOf = (code: number, words: string): string =>
  '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><e:Fault><faultcode>e:Client</faultcode>' +
  `<faultstring>${words}</faultstring><detail><axlError><axlcode>${code}</axlcode></axlError></detail></e:Fault></e:Body></e:Envelope>`;

/** Answers by which the table of forwarded numbers cannot be read. */
const refusals = [
  faultOf(-206, 'The specified table (callforwarddynamic) is not in the database'),
  faultOf(217, 'Column (cfavoicemailenabled) not found in any table in the query'),
  faultOf(-272, 'No SELECT permission for callforwarddynamic'),
  '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><a:executeSQLQueryResponse ' +
    'xmlns:a="http://www.cisco.com/AXL/API/14.0"><return><row><other/></row></return></a:executeSQLQueryResponse></e:Body></e:Envelope>',
];

it('is not to be removed while it is forwarded, as far as the call manager tells', async () => {
  const { tables, backend } = await openTables();
  tables.tables.numplan = [numberRow(1, '5000'), numberRow(2, '5001')];
  tables.tables.device = [phoneRow(1)];
  tables.tables.blfspeeddial = [1, 2].map((n) => ({
    ...{ ownerkey: keyOf('a', 1), position: String(n), destination: '', fknumplan: keyOf('b', n), label: `desk ${n}` },
  }));
  const forwarded = [{ ownerkey: keyOf('b', 1), cfadestination: '2001' }];
  const opened = openInventoryOf(await openStoreHere.sqlite(), backend.clusterPages);
  const unused = async () => ((await opened.store.findings({}, 100))?.value ?? []).map(({ dirn }) => dirn).sort();
  const warned = () => opened.observations.filter(({ kind }) => kind === 'warning').length;
  const refuse = (answer: string): void => {
    tables.instead = (sql) => (sql.includes('FROM callforwarddynamic ') ? answer : undefined);
  };

  // Where the table cannot be read, a sweep is complete without it.
  refuse(refusals[0] ?? '');
  opened.inventory.start();
  await expect.poll(async () => (await opened.inventory.state()).state).toBe('whole');
  expect([await unused(), warned()]).toEqual([['5000', '5001'], 1]);

  tables.instead = () => undefined;
  tables.tables.callforwarddynamic = forwarded;
  await sweepOnce(opened);
  expect([await unused(), warned()]).toEqual([['5001'], 1]);

  // What is not read again stays as it was.
  tables.tables.callforwarddynamic = [];
  for (const [at, answer] of refusals.entries()) {
    refuse(answer);
    await sweepOnce(opened);
    expect([await unused(), warned()]).toEqual([['5001'], at + 2]);
  }

  tables.instead = () => undefined;
  await sweepOnce(opened);
  expect(await unused()).toEqual(['5000', '5001']);
});
