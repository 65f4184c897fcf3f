import { readFile } from 'node:fs/promises';
import path from 'node:path';
import soap, { type Client, type IHttpClient } from 'soap';
import {
  anyRelease,
  type BuiltRequest,
  type BuiltRequests,
  type Envelopes,
  envelopesOf,
  isRequestOf,
} from './envelope.js';
import { isRelease, type Release } from './releases.js';
import { type RequestName, type RequestShape, requestShapes, requestsIn } from './requests.js';

/** A file that is not AXL's WSDL, although it was given as one. The message names it. */
export class NotAnAxlWsdl extends Error {
  override readonly name = 'NotAnAxlWsdl';
}

/**
 * Loads an AXLAPI.wsdl that was downloaded from a call manager, with the AXLSoap.xsd beside it.
 * @throws NotAnAxlWsdl if the file is missing, is not a WSDL, or lacks an operation of its release
 */
export async function loadEnvelopesFrom(file: string): Promise<Envelopes> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new NotAnAxlWsdl(`${file} cannot be read`);
  });
  const release = /http:\/\/www\.cisco\.com\/AXL\/API\/(\d+\.\d+)/.exec(text)?.[1];
  if (release === undefined) throw new NotAnAxlWsdl(`${file} is not an AXL WSDL: it names no AXL API namespace`);
  if (!isRelease(release)) throw new NotAnAxlWsdl(`${file} is for AXL ${release}, which this service does not speak`);
  const requests = await buildRequests(file, release, requestsIn(release)).catch((error: unknown) => {
    if (error instanceof NotAnAxlWsdl) throw error;
    throw new NotAnAxlWsdl(`${file} is not a usable AXL WSDL (is its AXLSoap.xsd beside it?)`);
  });
  return envelopesOf(release, requests);
}

/**
 * Lets the library soap build each request once, with slots for its values.
 * @param release the file's release, or the placeholder for any release in this project's own file
 * @throws NotAnAxlWsdl if the file lacks an operation, or soap builds a request that AXL does not accept
 */
export async function buildRequests(
  file: string,
  release: Release | typeof anyRelease,
  names: readonly RequestName[],
): Promise<BuiltRequests> {
  const recorder = new Recorder(path.dirname(file), release);
  const url = `http://wsdl.invalid/${encodeURIComponent(path.basename(file))}`;
  const client = await soap.createClientAsync(url, {
    httpClient: recorder as unknown as IHttpClient,
    disableCache: true,
  });
  const requests: Partial<Record<RequestName, BuiltRequest>> = {};
  for (const name of names) {
    const shape: RequestShape = requestShapes[name];
    if (!isOperationOf(client, shape.operation)) {
      throw new NotAnAxlWsdl(`${file} is not an AXL WSDL: it has no operation ${shape.operation}`);
    }
    const built = await recorder.record(client, shape);
    if (!isRequestOf(shape, release, built)) {
      throw new NotAnAxlWsdl(
        `${file} does not define ${shape.operation} of AXL ${release} (does the AXLSoap.xsd beside it belong to it?)`,
      );
    }
    requests[name] = built;
  }
  return requests;
}

function isOperationOf(client: Client, operation: string): boolean {
  return typeof (client as unknown as Record<string, unknown>)[operation] === 'function';
}

type HttpCallback = (error: unknown, response?: unknown, body?: string) => void;

/**
 * An HTTP client for the library soap. It reads the WSDL's files from a folder, and stores requests instead of sending
 * them.
 */
class Recorder {
  readonly #folder: string;
  readonly #release: Release | typeof anyRelease;
  readonly #recorded: BuiltRequest[] = [];

  constructor(folder: string, release: Release | typeof anyRelease) {
    this.#folder = folder;
    this.#release = release;
  }

  /** @returns what soap built, or an empty request if it built none */
  async record(client: Client, shape: RequestShape): Promise<BuiltRequest> {
    const invoke = (client as unknown as Record<string, (content: unknown, done: () => void) => void>)[shape.operation];
    await new Promise<void>((resolve) => {
      invoke?.call(client, structuredClone(shape.content), resolve);
    });
    const [built = { soapAction: '', xml: '' }] = this.#recorded.splice(0);
    return built;
  }

  request(url: string, body: unknown, callback: HttpCallback, headers?: Record<string, unknown>): void {
    if (typeof body === 'string') {
      this.#recorded.push({ soapAction: String(headers?.['SOAPAction']), xml: body });
      callback(null, { status: 200, headers: {} }, '<recorded/>');
      return;
    }
    const name = decodeURIComponent(path.posix.basename(new URL(url).pathname));
    readFile(path.join(this.#folder, path.basename(name)), 'utf8').then(
      (text) => {
        callback(null, { status: 200 }, text.replaceAll(anyRelease, this.#release));
      },
      (error: unknown) => {
        callback(error);
      },
    );
  }
}
