import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Exchange } from '../../axl/transport/transport.js';
import type { StandIns } from './stand-ins.js';
import { type Scrub, scrubbedPage, scrubbedXml } from './scrub.js';

/** The limits in memory: bytes, and exchanges. */
const mostBytes = 64 * 1024 * 1024;
const mostExchanges = 20_000;

interface Kept {
  readonly probe: string;
  readonly soapAction: string;
  readonly request: string;
  readonly status: number;
  readonly contentType: string;
  readonly response: string;
}

/**
 * The exchanges of a visit. They stay in memory until all private texts are known, and are then written without these.
 */
export class Recording {
  readonly #kept: Kept[] = [];
  readonly #standIns: StandIns;
  #bytes = 0;
  #leftOut = 0;

  constructor(standIns: StandIns) {
    this.#standIns = standIns;
  }

  /** @param probe the name of the probe that it belongs to */
  take(probe: string, { soapAction, body, response }: Exchange): void {
    const text = Buffer.from(response.body()).toString('utf8');
    this.#bytes += body.length + text.length;
    if (this.#bytes > mostBytes || this.#kept.length >= mostExchanges) {
      this.#leftOut += 1;
      return;
    }
    const { status } = response;
    const contentType = /^[\w/+-]+(?:; ?charset=[\w-]+)?/.exec(response.header('content-type') ?? '')?.[0] ?? '';
    this.#kept.push({ probe, soapAction, request: body, status, contentType, response: text });
  }

  /** Finds all private texts, before any stand-in is chosen. */
  seePrivate(): void {
    const see = (text: string): string => {
      this.#standIns.see(text);
      return text;
    };
    for (const one of this.#kept) scrubbed(one, { private: see, foreign: (words) => words });
  }

  /**
   * Writes a folder for each exchange, named after operation and probe, as in fixtures/exchanges.
   * @param folder is created if it does not exist
   * @returns how many exchanges were written, and how many were dropped
   */
  async write(folder: string): Promise<{ readonly written: number; readonly leftOut: number }> {
    const counts = new Map<string, number>();
    for (const one of this.#kept) {
      const { request, response } = scrubbed(one, this.#standIns);
      const name = `${/ (\w+)"?$/.exec(one.soapAction)?.[1] ?? 'unknown'}__${one.probe}`;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      const place = path.join(folder, count === 1 ? name : `${name}-${count}`);
      await mkdir(place, { recursive: true, mode: 0o700 });
      const { soapAction, status, contentType } = one;
      await writeFile(path.join(place, 'request.xml'), request);
      await writeFile(path.join(place, 'response.xml'), response);
      await writeFile(
        path.join(place, 'meta.json'),
        `${JSON.stringify({ soapAction, status, contentType }, null, 2)}\n`,
      );
    }
    return { written: this.#kept.length, leftOut: this.#leftOut };
  }
}

function scrubbed({ request, response, contentType }: Kept, scrub: Scrub): Pick<Kept, 'request' | 'response'> {
  const isXml = contentType.includes('xml') && response.includes('Envelope');
  return {
    request: scrubbedXml(request, scrub),
    response: isXml ? scrubbedXml(response, scrub) : scrubbedPage(response, scrub),
  };
}

/** @returns true if the folder does not exist or is empty */
export async function isFreeFolder(folder: string): Promise<boolean> {
  const found = await readdir(folder).catch((thrown: unknown) => {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw thrown;
  });
  return found.length === 0;
}
