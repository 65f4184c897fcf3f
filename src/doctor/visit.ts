import { connectToAxl, type AxlConnection, type AxlOptions } from '../axl/axl-backend.js';
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
import type { WrittenPhone } from './writing/written-phone.js';
import { Specimens } from './specimens.js';

/** A node of the call manager. */
export interface VisitedNode {
  /** Host and port, as in AxlRequest. */
  readonly name: string;
  /** Its name in a report. */
  readonly shown: string;
  readonly url: URL;
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
  /** The phone that may be written to, if one is named. */
  trial?: WrittenPhone;
  /** The exchanges of the running probe, the latest last. */
  readonly exchanges: readonly Exchange[];
  /** The latest session cookie of each node, by its name. */
  readonly cookies: ReadonlyMap<string, string>;
  /** Runs something within the deadline of a call. */
  call<Result>(work: (context: CallContext) => Promise<Result>): Promise<Result>;
  /** Like `call`, but an interruption does not end it. It is used to restore the phone. */
  callToEnd<Result>(work: (context: CallContext) => Promise<Result>): Promise<Result>;
  /** Looks a number up in one way. @throws ServiceError if it has too many phones */
  findPhones(way: CallManager, number: DirectoryNumber): Promise<Phone[]>;
  /** Sends SQL to the publisher, or to the named node. */
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
  const connection = await connectToAxl(
    gentle,
    () => undefined,
    (exchange) => {
      exchanges.push(exchange);
      const said = sessionIn(exchange.response.cookies(), Date.now());
      if (said !== undefined && said !== 'none') cookies.set(exchange.node, said.cookie);
      heard(exchange);
    },
  );
  const { client, limiter } = connection;
  const callManager = (lookup: 'lines' | 'sql') => new AxlCallManager(client, limiter, { lookup, afterUpdate: 'none' });
  const calling =
    (endedBy: AbortSignal | undefined) =>
    async <Result>(work: (context: CallContext) => Promise<Result>): Promise<Result> => {
      const { context, release } = openCall({
        requestId: 'doctor',
        timeoutMs: deadlineMs,
        ...(endedBy && { endedBy }),
      });
      try {
        return await work(context);
      } finally {
        release();
      }
    };
  const call = calling(ended);
  const [publisher, ...subscribers] = axl.urls.map((url, position) => ({
    name: url.host,
    shown: position === 0 ? 'publisher' : `subscriber ${position}`,
    url,
  }));
  if (!publisher) throw new Error('a configuration has a node');
  const sql = (query: string, node: string = publisher.name) =>
    call((context) => executeSqlQuery(client, query, context, node));
  return {
    axl: gentle,
    connection,
    nodes: [publisher, ...subscribers],
    byLines: callManager('lines'),
    bySql: callManager('sql'),
    pages: new AxlClusterPages(client),
    specimens: new Specimens(sql),
    sample: options.sample,
    exchanges,
    cookies,
    call,
    callToEnd: calling(undefined),
    findPhones: (way, number) => call((context) => way.findPhones(number, context, holdingFew())),
    sql,
    begin: () => {
      exchanges.length = 0;
    },
    close: () => connection.cluster.close(),
  };
}
