import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import soap, { type Client, type IHttpClient } from 'soap';
import { isRelease, type Release } from './releases.js';
import { type RequestName, type RequestShape, requestShapes } from './requests.js';
import { escapeText } from './xml.js';

export type Values = Readonly<Record<string, string>>;

/** A request ready to be sent. */
export interface Envelope {
  readonly operation: string;
  /** The header's value with its quotes: `"CUCM:DB ver=14.0 getPhone"`. */
  readonly soapAction: string;
  readonly body: string;
}

/** Builds the requests of one release. */
export interface Envelopes {
  readonly release: Release;
  /**
   * @param values one for each slot of the request
   * @param items the values of the repeated element, one object for each; none is an empty list
   */
  render(name: RequestName, values: Values, items?: readonly Values[]): Envelope;
}

/** A file given as AXL's WSDL that is none. The message names it. */
export class NotAnAxlWsdl extends Error {
  override readonly name = 'NotAnAxlWsdl';
}

const builtIn = fileURLToPath(new URL('../../wsdl/AXLAPI.wsdl', import.meta.url));

/**
 * Loads this project's own WSDL for a release.
 * @param release fills the place of the release in the namespace and the SOAPAction
 */
export function loadBuiltInEnvelopes(release: Release): Promise<Envelopes> {
  return load(builtIn, release);
}

/**
 * Loads an AXLAPI.wsdl that was downloaded from a call manager, with the AXLSoap.xsd beside it.
 * @throws NotAnAxlWsdl when the file is missing, is none, or lacks an operation that is needed
 */
export async function loadEnvelopesFrom(file: string): Promise<Envelopes> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new NotAnAxlWsdl(`${file} cannot be read`);
  });
  const release = /http:\/\/www\.cisco\.com\/AXL\/API\/([\d.]+)/.exec(text)?.[1];
  if (release === undefined) throw new NotAnAxlWsdl(`${file} is not an AXL WSDL: it names no AXL API namespace`);
  if (!isRelease(release)) throw new NotAnAxlWsdl(`${file} is for AXL ${release}, which this service does not speak`);
  return load(file, release).catch((error: unknown) => {
    if (error instanceof NotAnAxlWsdl) throw error;
    throw new NotAnAxlWsdl(`${file} is not a usable AXL WSDL (is its AXLSoap.xsd beside it?)`);
  });
}

/** Has soap build each request once, with slots for its values, and keeps the text between the slots. */
async function load(file: string, release: Release): Promise<Envelopes> {
  const recorder = new Recorder(path.dirname(file), release);
  const url = `http://wsdl.invalid/${path.basename(file)}`;
  const client = await soap.createClientAsync(url, {
    httpClient: recorder as unknown as IHttpClient,
    disableCache: true,
  });
  const templates = {} as Record<RequestName, Template>;
  for (const name of Object.keys(requestShapes) as RequestName[]) {
    const shape: RequestShape = requestShapes[name];
    if (!isOperationOf(client, shape.operation)) {
      throw new NotAnAxlWsdl(`${file} is not an AXL WSDL: it has no operation ${shape.operation}`);
    }
    templates[name] = new Template(shape, await recorder.record(client, shape));
  }
  return {
    release,
    render: (name, values, items = []) => templates[name].render(values, items),
  };
}

function isOperationOf(client: Client, operation: string): boolean {
  return typeof (client as unknown as Record<string, unknown>)[operation] === 'function';
}

interface Recorded {
  readonly soapAction: string;
  readonly xml: string;
}

type HttpCallback = (error: unknown, response?: unknown, body?: string) => void;

/** soap's HTTP client: reads the WSDL's files from a folder, and keeps a request instead of sending it. */
class Recorder {
  #recorded: Recorded | undefined;

  constructor(
    private readonly folder: string,
    private readonly release: Release,
  ) {}

  async record(client: Client, shape: RequestShape): Promise<Recorded> {
    const invoke = (client as unknown as Record<string, (content: unknown, done: () => void) => void>)[shape.operation];
    await new Promise<void>((resolve) => {
      invoke?.call(client, structuredClone(shape.content), resolve);
    });
    if (!this.#recorded) throw new Error(`soap built no request for ${shape.operation}`);
    return this.#recorded;
  }

  request(url: string, body: unknown, callback: HttpCallback, headers?: Record<string, unknown>): void {
    if (typeof body === 'string') {
      this.#recorded = { soapAction: String(headers?.['SOAPAction']), xml: body };
      callback(null, { status: 200, headers: {} }, '<recorded/>');
      return;
    }
    readFile(path.join(this.folder, path.basename(new URL(url).pathname)), 'utf8').then(
      (text) => {
        callback(null, { status: 200 }, text.replaceAll('@RELEASE@', this.release));
      },
      (error: unknown) => {
        callback(error);
      },
    );
  }
}

type Pieces = readonly string[];

/** A request cut at its slots: text, slot name, text, slot name, …, text. */
class Template {
  readonly #operation: string;
  readonly #soapAction: string;
  readonly #before: Pieces;
  readonly #item: Pieces;
  readonly #after: Pieces;

  constructor(shape: RequestShape, { soapAction, xml }: Recorded) {
    this.#operation = shape.operation;
    this.#soapAction = soapAction;
    const [start, end] = extentOf(xml, shape.repeated);
    this.#before = cut(xml.slice(0, start));
    this.#item = cut(xml.slice(start, end));
    this.#after = cut(xml.slice(end));
  }

  render(values: Values, items: readonly Values[]): Envelope {
    const list = items.map((item) => fill(this.#item, item)).join('');
    const body = fill(this.#before, values) + list + fill(this.#after, values);
    return { operation: this.#operation, soapAction: this.#soapAction, body };
  }
}

/** @returns where the repeated element starts and ends; nowhere, at the very end, when none is */
function extentOf(xml: string, repeated: string | undefined): [number, number] {
  if (repeated === undefined) return [xml.length, xml.length];
  const close = `</${repeated}>`;
  return [xml.indexOf(`<${repeated}>`), xml.indexOf(close) + close.length];
}

function cut(text: string): Pieces {
  return text.split(/\{\{(\w+)\}\}/);
}

function fill(pieces: Pieces, values: Values): string {
  let text = pieces[0] ?? '';
  for (let place = 1; place < pieces.length; place += 2) {
    const value = values[pieces[place] ?? ''];
    if (value === undefined) throw new Error(`a request lacks its value for ${pieces[place] ?? ''}`);
    text += escapeText(value) + (pieces[place + 1] ?? '');
  }
  return text;
}
