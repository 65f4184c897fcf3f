import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { startSimulator } from '../../src/simulator/simulator.js';
import { type ExchangeCase, exchangeCases, foldersOf, outcomeOf } from './exchange-cases.js';
import { callManagerFor } from './case-side.js';
import { type Exchange, startRelay } from '../support/exchange-relay.js';
import { startWritten } from './written-answers.js';

/**
 * Records the exchange of every case into fixtures/exchanges, from the simulator or from written answers; credentials
 * and cookies are left out.
 */
const root = new URL('../../fixtures/exchanges/', import.meta.url);
rmSync(root, { recursive: true, force: true });
for (const one of exchangeCases) {
  const { misbehaviour, answers, seed } = one;
  const rules = { ...(misbehaviour && { misbehaviour }), ...(seed !== undefined && { seed }) };
  const options = { strictRequests: true, username: 'axl', password: 'axl-demo', ...rules };
  const simulator = await (answers ? startWritten(answers) : startSimulator(options));
  const folders = foldersOf(one);
  const unexpected: string[] = [];
  const relay = await startRelay(simulator.url, (exchange) => {
    const place = folders.findIndex((folder) => folder.startsWith(`${exchange.operation}__`));
    if (place === -1) unexpected.push(exchange.operation);
    else for (const folder of folders.splice(place, 1)) write(folder, altered(one, exchange));
  });
  const side = await callManagerFor(one, relay.url);
  await outcomeOf(one, side.callManager);
  await side.close();
  await relay.close();
  await simulator.close();
  // On a busy machine a request may have timed out and been sent again: what was recorded is not the case then.
  if (folders.length > 0 || unexpected.length > 0) {
    throw new Error(`not recorded: ${folders.join(', ')}; not expected: ${unexpected.join(', ')}; record again`);
  }
}

function altered({ altered: change }: ExchangeCase, exchange: Exchange): Exchange {
  if (change?.operation !== exchange.operation) return exchange;
  return { ...exchange, response: Buffer.from(exchange.response.toString('utf8').replaceAll(change.from, change.to)) };
}

function write(name: string, { request, response, ...rest }: Exchange): void {
  const meta = { soapAction: rest.soapAction, status: rest.status, contentType: rest.contentType };
  const folder = new URL(`${name}/`, root);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('request.xml', folder), request);
  writeFileSync(new URL('response.xml', folder), response);
  writeFileSync(new URL('meta.json', folder), `${JSON.stringify(meta, null, 2)}\n`);
}
