import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { startSimulator } from '../../src/simulator/simulator.js';
import { exchangeCases, outcomeOf } from './exchange-cases.js';
import { callManagerFor, type Exchange, startRelay } from './exchange-relay.js';
import { startWritten } from './written-answers.js';

/**
 * Records the exchange of every case into fixtures/exchanges, from the simulator or from answers that were written;
 * credentials and cookies are left out.
 */
const root = new URL('../../fixtures/exchanges/', import.meta.url);
rmSync(root, { recursive: true, force: true });
for (const one of exchangeCases) {
  const { misbehaviour, answers } = one;
  const options = { username: 'axl', password: 'axl-demo', ...(misbehaviour && { misbehaviour }) };
  const simulator = await (answers ? startWritten(answers) : startSimulator(options));
  const relay = await startRelay(simulator.url, (exchange) => {
    write(one.name, exchange);
  });
  const side = await callManagerFor(one, relay.url);
  await outcomeOf(one, side.callManager);
  await side.close();
  await relay.close();
  await simulator.close();
}

function write(name: string, { operation, request, response, ...meta }: Exchange): void {
  const folder = new URL(`${operation}__${name}/`, root);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('request.xml', folder), request);
  writeFileSync(new URL('response.xml', folder), response);
  writeFileSync(new URL('meta.json', folder), `${JSON.stringify(meta, null, 2)}\n`);
}
