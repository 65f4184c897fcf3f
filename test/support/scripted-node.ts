import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.js';
import { rowsOfPhone } from './sql-rows.js';

/** The result of one request: the content of the `return` element, a fault, or `reset`, `silence` or `busy`. */
export type Act = (node: ScriptedNode, body: string) => string | Fault | Promise<string>;

export interface Fault {
  readonly axlcode: number;
  readonly words: string;
}

export const key = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9';

/**
 * One node of a call manager with one phone, which behaves as a test says. It shares no code with the service or the
 * simulator.
 */
export class ScriptedNode {
  /** The requested operations, in order. */
  readonly asked: string[] = [];
  /** The label of the phone's only speed dial; undefined if the node has no such phone. */
  label: string | undefined = 'old';
  /** The results of the next requests for an operation, one each; after that the usual result. */
  readonly next: Record<string, Act[]> = {};
  #server: Server | undefined;
  #port = 0;

  static async start(): Promise<ScriptedNode> {
    const node = new ScriptedNode();
    await node.listen();
    onTestFinished(() => node.close());
    return node;
  }

  /** Listens; on the same port as before, if it did already. No other program may get that port in the meantime. */
  async listen(): Promise<void> {
    this.#port ||= await freePort();
    this.#server = createServer((request, response) => {
      void (async () => {
        let body = '';
        for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
        const operation = /ver=[\d.]+ (\w+)/.exec(String(request.headers['soapaction']))?.[1] ?? '';
        this.asked.push(operation);
        const act = this.next[operation]?.shift() ?? usual[operation] ?? (() => '');
        const result = await act(this, body);
        if (result === 'reset') return void response.socket?.resetAndDestroy();
        if (result === 'silence') return;
        if (result === 'busy') return void response.writeHead(503).end();
        const fault = typeof result !== 'string';
        response.writeHead(fault ? 500 : 200, { 'Content-Type': 'text/xml;charset=UTF-8' });
        response.end(fault ? faultOf(result) : responseOf(operation, result));
      })();
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/axl/`;
  }

  async close(): Promise<void> {
    if (!this.#server?.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}

export function labelIn(body: string): string {
  return /<label>([^<]*)<\/label>/.exec(body)?.[1] ?? '';
}

export const notFound: Fault = { axlcode: 5007, words: 'Item not valid: The specified SEP00A1B2C30003 was not found' };

const usual: Readonly<Record<string, Act>> = {
  updatePhone: (node, body) => {
    node.label = labelIn(body);
    return `{${key.toUpperCase()}}`;
  },
  getPhone: ({ label }) =>
    label === undefined
      ? notFound
      : `<phone uuid="{${key.toUpperCase()}}"><name>SEP00A1B2C30003</name><lines/><speeddials>` +
        `<speeddial><dirn>0100</dirn><label>${label}</label><index>1</index></speeddial></speeddials></phone>`,
  executeSQLQuery: ({ label }) =>
    rowsOfPhone({
      ...{ uuid: key, name: 'SEP00A1B2C30003', product: 'p', model: 'm', dirns: ['2003'] },
      speeddials: [{ index: '1', dirn: '0100', label: label ?? '' }],
    }),
};

function responseOf(operation: string, result: string): string {
  return envelope(
    `<ns:${operation}Response xmlns:ns="http://www.cisco.com/AXL/API/14.0"><return>${result}</return>` +
      `</ns:${operation}Response>`,
  );
}

function faultOf({ axlcode, words }: Fault): string {
  return envelope(
    `<soapenv:Fault><faultcode>soapenv:Server</faultcode><faultstring>${words}</faultstring><detail><axlError>` +
      `<axlcode>${axlcode}</axlcode><axlmessage>${words}</axlmessage></axlError></detail></soapenv:Fault>`,
  );
}

function envelope(content: string): string {
  return (
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>' +
    `${content}</soapenv:Body></soapenv:Envelope>`
  );
}
