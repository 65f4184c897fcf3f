import { connect } from 'node:net';
import type { MisbehaviourRule, RunningSimulator } from '../../src/simulator/simulator.js';
import { BASIC, call, envelope, speedDials } from '../support/axl-caller.js';

/** The phone that `updateUnder` updates; it has several speed dials, and accents. */
export const updatedPhone = 'SEP00A1B2C30003';

/** Updates the phone with a rule active; returns the outcome and whether the update was applied. */
export async function updateUnder(simulator: RunningSimulator, rule: MisbehaviourRule) {
  simulator.misbehave({ times: 1, ...rule });
  const content = `<name>${updatedPhone}</name>${speedDials(['1', '1', 'é'])}`;
  const outcome = await call(simulator, 'updatePhone', content).catch(
    (error: unknown) => error as NodeJS.ErrnoException,
  );
  const applied = simulator.state().find(({ name }) => name === updatedPhone)?.speedDials.length === 1;
  return { ...('status' in outcome ? outcome : { status: 0, headers: {}, body: outcome.code ?? '' }), applied };
}

/** The bytes of an answer until the connection ends, or until `enough` says so. */
export async function rawAnswer(
  simulator: RunningSimulator,
  operation: string,
  content: string,
  enough: (bytes: Buffer) => boolean,
): Promise<Buffer> {
  const { hostname, port } = new URL(simulator.url);
  const body = envelope(operation, content);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /axl/ HTTP/1.1\r\nHost: x\r\nAuthorization: ${BASIC}\r\nContent-Type: text/xml\r\n` +
      `SOAPAction: "CUCM:DB ver=14.0 ${operation}"\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const chunks: Buffer[] = [];
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    if (enough(Buffer.concat(chunks))) break;
  }
  return Buffer.concat(chunks);
}
