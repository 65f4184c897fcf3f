import { configuredEnvelopes, connectToAxl, type AxlConnection, type AxlOptions } from '../axl/axl-backend.js';
import { AxlCallManager } from '../axl/adapter/axl-call-manager.js';
import { AxlClusterPages } from '../axl/adapter/cluster-pages.js';
import { sessionIn } from '../axl/nodes/session.js';
import { executeSqlQuery } from '../axl/adapter/operations.js';
import type { Exchange } from '../axl/transport/transport.js';
import type { XmlElement } from '../axl/soap/xml.js';
import type { ClusterPages } from '../inventory/cluster-pages.js';
import { ServiceError } from '../domain/errors.js';
import type { DirectoryNumber } from '../domain/identifiers.js';
import type { Phone } from '../domain/phone.js';
import type { CallManager, Holding } from '../use-cases/call-manager.js';
import { type CallContext, openCall } from '../use-cases/call-context.js';
import type { WrittenDevice } from './writing/written-device.js';
import { PatientClient } from './patience.js';
import { isPage } from './causes.js';
import { Specimens } from './specimens.js';

/** A node of the call manager. */
export interface VisitedNode {
  /** Host and port, as in AxlRequest. */
  readonly name: string;
  /** Its name in a report. */
  readonly shown: string;
  readonly url: URL;
}

/** What answers have shown apart from what was asked for. */
export interface Evidence {
  /** How many answers to a session cookie were web pages with status 200. */
  pagesForCookies: number;
  /** How many characters could not be read. */
  unreadable: number;
}

/** The options of a visit. */
export interface VisitOptions {
  readonly axl: AxlOptions;
  /** How long each call may take, in milliseconds. */
  readonly deadlineMs: number;
  /** How many numbers and devices are compared. */
  readonly sample: number;
  /** Aborts when the visit must end. */
  readonly ended: AbortSignal;
  /** Called with every exchange. */
  readonly heard: (exchange: Exchange) => void;
}

/** How the probes ask a call manager: with the service's own client, one request at a time. */
export interface Visit {
  readonly axl: AxlOptions;
  readonly connection: AxlConnection;
  readonly nodes: readonly [VisitedNode, ...VisitedNode[]];
  readonly byLines: CallManager;
  readonly bySql: CallManager;
  readonly pages: ClusterPages;
  readonly specimens: Specimens;
  readonly sample: number;
  /** The device that may be written to, if one is named. */
  trial?: WrittenDevice;
  /** The nodes that did not answer when they were asked for the first time, by their names. Later probes leave them out. */
  readonly away: Set<string>;
  /** What was seen in all answers so far. */
  readonly evidence: Evidence;
  /** The exchanges of the running probe, the latest last. */
  readonly exchanges: readonly Exchange[];
  /** The latest session cookie of each node, by its name. */
  readonly cookies: ReadonlyMap<string, string>;
  /** Runs something within the deadline of a call. */
  call<Result>(work: (context: CallContext) => Promise<Result>): Promise<Result>;
  /** Like `call`, but an interruption does not end it. It is used to restore the device. */
  callToEnd<Result>(work: (context: CallContext) => Promise<Result>): Promise<Result>;
  /** Looks a number up in one way. @throws ServiceError if it has too many phones */
  findPhones(way: CallManager, number: DirectoryNumber): Promise<Phone[]>;
  /** Sends SQL to the first node that answers, or to the named node. */
  sql(query: string, node?: string): Promise<XmlElement[]>;
  /** Begins the next probe. */
  begin(): void;
  close(): Promise<void>;
}

/** The lookups by lines and by SQL send several requests at the same time, which wait for each other here. */
const queueLimit = 1_000;

/** How many phones one number may have. */
const mostPhones = 10_000;

/** Counts the items of an answer. @throws ServiceError if there are too many */
function holdingFew(): Holding {
  let held = 0;
  return {
    hold: () => {
      held += 1;
      if (held <= mostPhones) return;
      throw new ServiceError('overloaded', { detail: 'One number has too many phones.', effect: 'none' });
    },
  };
}

/**
 * Prepares a visit. Sends nothing.
 * @throws UnusableWsdl
 */
export async function openVisit(options: VisitOptions): Promise<Visit> {
  const { axl, deadlineMs, ended, heard } = options;
  const gentle: AxlOptions = { ...axl, maxConcurrency: 1, maxQueue: queueLimit };
  const exchanges: Exchange[] = [];
  const cookies = new Map<string, string>();
  const evidence: Evidence = { pagesForCookies: 0, unreadable: 0 };
  const observe: Parameters<typeof connectToAxl>[1] = (observation) => {
    if (observation.kind === 'unreadable-characters') evidence.unreadable += observation.characters;
  };
  const connected = await connectToAxl(gentle, observe, (exchange) => {
    exchanges.push(exchange);
    if (!exchange.isLogin && exchange.response.status === 200 && isPage(exchange)) evidence.pagesForCookies += 1;
    const said = sessionIn(exchange.response.cookies(), Date.now());
    const isBetter = said?.name === 'JSESSIONIDSSO' || !cookies.has(exchange.node);
    if (said?.value !== undefined && isBetter) cookies.set(exchange.node, `${said.name}=${said.value}`);
    heard(exchange);
  });
  const client = new PatientClient(connected.cluster, observe, await configuredEnvelopes(gentle));
  const connection: AxlConnection = { ...connected, client };
  const { limiter } = connection;
  const callManager = (lookup: 'lines' | 'sql') => new AxlCallManager(client, limiter, { lookup, afterUpdate: 'none' });
  const within = async <Result>(
    work: (context: CallContext) => Promise<Result>,
    endedBy: AbortSignal | undefined,
  ): Promise<Result> => {
    const { context, release } = openCall({ requestId: 'doctor', timeoutMs: deadlineMs, ...(endedBy && { endedBy }) });
    try {
      return await work(context);
    } finally {
      release();
    }
  };
  const call: Visit['call'] = (work) => within(work, ended);
  const [publisher, ...subscribers] = axl.urls.map((url, position) => ({
    name: url.host,
    shown: position === 0 ? 'publisher' : `subscriber ${position}`,
    url,
  }));
  if (!publisher) throw new Error('a configuration has a node');
  const sql = (query: string, node?: string) => call((context) => executeSqlQuery(client, query, context, node));
  return {
    axl: gentle,
    connection,
    nodes: [publisher, ...subscribers],
    byLines: callManager('lines'),
    bySql: callManager('sql'),
    pages: new AxlClusterPages(client),
    specimens: new Specimens(client, sql, call),
    sample: options.sample,
    exchanges,
    cookies,
    away: new Set(),
    evidence,
    call,
    callToEnd: (work) => within(work, undefined),
    findPhones: (way, number) => call((context) => way.findPhones(number, context, holdingFew())),
    sql,
    begin: () => {
      exchanges.length = 0;
    },
    close: () => connection.cluster.close(),
  };
}
