import { isServiceError } from '../../domain/errors.js';
import { loadBuiltInEnvelopes } from '../../axl/soap/envelope.js';
import { ReleaseRefused } from '../../axl/soap/soap-faults.js';
import { type Release, releases } from '../../axl/soap/releases.js';
import { child, childText } from '../../axl/soap/xml.js';
import { adviceFor } from '../../axl/transport/network-errors.js';
import { Transport } from '../../axl/transport/transport.js';
import { type Assumption, differs, failureTold, type Judged, judged, noOccasion } from '../assumption.js';
import { patiently } from '../patience.js';
import { seeCertificate } from '../certificate.js';
import { plain, type Told, told } from '../told.js';
import type { Visit, VisitedNode } from '../visit.js';

/** The result at one node. */
interface AtNode {
  readonly isSo: boolean;
  readonly seen: Told;
}

/**
 * Checks each node in turn. A node that fails counts as different; a node that is away is left out. Another function
 * ends the visit after a refused login.
 */
async function atEachNode(
  visit: Visit,
  look: (node: VisitedNode) => Promise<AtNode>,
  nodes: readonly VisitedNode[] = present(visit),
): Promise<Judged> {
  const all: AtNode[] = [];
  for (const node of nodes) {
    const found = await look(node).catch((thrown: unknown): AtNode => {
      if (isServiceError(thrown) && !isServiceError(thrown, 'call-manager-refused-credentials')) {
        return { isSo: false, seen: failureTold(thrown) };
      }
      throw thrown;
    });
    all.push({ ...found, seen: told`${plain(node.shown)}: ${found.seen}` });
  }
  return judged(
    all.every(({ isSo }) => isSo),
    told`${all.map(({ seen }) => seen)}`,
  );
}

/** The nodes that are not away. */
function present({ nodes, away }: Visit): readonly VisitedNode[] {
  return nodes.filter(({ name }) => !away.has(name));
}

async function versionAt(visit: Visit, node: VisitedNode): Promise<string> {
  const { client } = visit.connection;
  const asked = { kind: 'read', name: 'getCCMVersion', values: {}, node: node.name } as const;
  const result = await visit
    .call((context) => client.call(asked, context))
    .catch(async (thrown: unknown) => {
      // Another probe reports which release the node accepts.
      const other = thrown instanceof ReleaseRefused ? thrown.named?.[0] : undefined;
      if (other === undefined) throw thrown;
      return (await askedIn(visit, node, other)).result;
    });
  const version = childText(child(result, 'componentVersion'), 'version').trim();
  return /^\d[\d.()-]{0,39}$/.test(version) ? version : 'unknown';
}

async function askedIn(visit: Visit, node: VisitedNode, release: Release) {
  const envelope = (await loadBuiltInEnvelopes(release)).render('getCCMVersion', {});
  const { cluster } = visit.connection;
  return visit.call((context) => patiently(() => cluster.send('read', envelope, context, node.name), 'read', context));
}

async function takes(visit: Visit, node: VisitedNode, release: Release): Promise<boolean> {
  try {
    await askedIn(visit, node, release);
    return true;
  } catch (thrown) {
    if (thrown instanceof ReleaseRefused) return false;
    throw thrown;
  }
}

/** Whether a node accepts its cookie on a connection without a login. */
async function takesCookieElsewhere(visit: Visit, node: VisitedNode, cookie: string): Promise<boolean> {
  const { timeoutMs, caFile, insecure } = visit.axl;
  const transport = new Transport({ url: node.url, connections: 1, timeoutMs, caFile, insecure });
  const release = visit.connection.client.release ?? releases[0] ?? '14.0';
  const { body, soapAction } = (await loadBuiltInEnvelopes(release)).render('getCCMVersion', {});
  try {
    return await visit.call(async ({ signal }) => {
      const attempt = transport.attempt(body, soapAction, signal);
      try {
        return (await attempt.send({ cookie })).status === 200;
      } finally {
        attempt.finish();
      }
    });
  } finally {
    await transport.close();
  }
}

/** The longest that two clocks may differ, in seconds. */
const mostClockSeconds = 60;
/** A certificate that expires within this many days is reported. */
const fewestDays = 30;

/** Probes that check each node separately. The first probe makes the first login, at one node. */
export const nodeProbes: readonly Assumption[] = [
  {
    name: 'login',
    assumed: 'The first node that answers accepts the credentials, and the user may use AXL.',
    backs: {
      page: 'docs/trouble.md',
      sentence: 'Until the password was accepted once, the service makes one login at a time.',
    },
    requests: ['getCCMVersion'],
    occasion: 'reading',
    judge: async (visit) => {
      const version = await visit.call((context) => visit.connection.client.version(context));
      const { release } = visit.connection.client;
      return judged(
        version !== 'unknown',
        told`release ${plain(version)}, spoken to in AXL ${plain(release ?? 'unknown')}`,
      );
    },
    follows:
      'Nothing else is tried. Set AXL_USERNAME and AXL_PASSWORD_FILE; at the call manager, give the user the role Standard AXL API Access (or Standard CCM Admin Users), or only for reading Standard AXL Read Only API Access (or Standard AXL API Users).',
  },
  {
    name: 'certificates',
    assumed:
      'Each node has a certificate that AXL_CA_FILE verifies, for the name in AXL_URL, valid for 30 days or more.',
    backs: {
      page: 'docs/start.md',
      sentence: "By default, a call manager's certificate is self-signed or comes from a private authority.",
    },
    requests: ['TLS alone'],
    occasion: 'reading',
    judge: async (visit) => {
      if (visit.nodes.every(({ url }) => url.protocol === 'http:')) return noOccasion(told`AXL_URL is http`);
      return atEachNode(visit, async (node) => {
        const look = seeCertificate(node, visit.axl.caFile, visit.axl.timeoutMs, Date.now());
        const seen = await look.catch(() => undefined);
        if (!seen) return { isSo: false, seen: told`no certificate was seen: the node does not answer, or not in TLS` };
        const { unverified, daysLeft } = seen;
        const isSo = unverified === undefined && daysLeft >= fewestDays;
        const words = unverified === undefined ? 'verified' : (adviceFor(unverified) ?? `not verified (${unverified})`);
        return { isSo, seen: told`${plain(words)}, ${daysLeft} days left` };
      });
    },
    follows:
      'The service does not speak to a node that it cannot verify. Add the certificate of its authority to AXL_CA_FILE, use the name in the certificate in AXL_URL, or renew the certificate.',
  },
  {
    name: 'node-logins',
    assumed: 'Each node answers AXL and accepts the same credentials.',
    backs: { page: 'docs/start.md', sentence: 'AXL_URL takes several nodes, publisher first.' },
    requests: ['getCCMVersion'],
    occasion: 'reading',
    judge: (visit) =>
      atEachNode(visit, async (node) => {
        const version = await versionAt(visit, node).catch((thrown: unknown) => {
          if (!(thrown instanceof ReleaseRefused)) visit.away.add(node.name);
          throw thrown;
        });
        return { isSo: version !== 'unknown', seen: told`${plain(version)}` };
      }),
    follows:
      'Reads skip a node that does not answer or has no AXL service. Activate the Cisco AXL Web Service there, or remove the node from AXL_URL.',
  },
  {
    name: 'one-release',
    assumed: 'All nodes are of one release.',
    backs: { page: 'docs/interface.md', sentence: 'The AXL release that is spoken with it' },
    requests: ['getCCMVersion'],
    occasion: 'reading',
    judge: async (visit) => {
      const versions: string[] = [];
      for (const node of present(visit)) versions.push(await versionAt(visit, node).catch(unlessRefused('no answer')));
      return judged(new Set(versions).size === 1, told`${versions.map((version) => told`${plain(version)}`)}`);
    },
    follows:
      'The nodes are being upgraded, or AXL_URL names nodes of several clusters. Wait until the upgrade is over, or name only the nodes of one cluster.',
  },
  {
    name: 'schema-versions',
    assumed: 'Each node accepts the AXL schema that the service uses.',
    backs: {
      page: 'docs/interface.md',
      sentence: '`axl-version-unsupported` is HTTP 599 from the call manager, and names the releases that it supports.',
    },
    requests: ['getCCMVersion in each schema version'],
    occasion: 'reading',
    judge: (visit) =>
      atEachNode(visit, async (node) => {
        const taken: Release[] = [];
        for (const release of releases) if (await takes(visit, node, release)) taken.push(release);
        const { release } = visit.connection.client;
        const isSo = release !== undefined && taken.includes(release);
        return { isSo, seen: told`takes ${plain(taken.join(', ') || 'none')}` };
      }),
    follows: 'Requests to that node are answered 599. Set AXL_VERSION to a version that every node accepts.',
  },
  {
    name: 'session-cookie',
    assumed: 'A node gives a session cookie, and accepts it instead of the login, on any connection.',
    backs: {
      page: 'docs/trouble.md',
      sentence: "The service sends the call manager's session cookie until it expires (a 404, a 401 or a redirect).",
    },
    requests: ['getCCMVersion'],
    occasion: 'reading',
    judge: (visit) =>
      atEachNode(visit, async (node) => {
        await versionAt(visit, node);
        await versionAt(visit, node);
        const isKept = visit.exchanges.findLast((one) => one.node === node.name)?.isLogin === false;
        const cookie = visit.cookies.get(node.name);
        if (cookie === undefined) return { isSo: false, seen: told`no cookie: each call is a login` };
        const isTaken = await takesCookieElsewhere(visit, node, cookie);
        const where = isTaken ? 'also on another connection' : 'not on another connection';
        return { isSo: isTaken && isKept, seen: told`${plain(isKept ? 'taken' : 'not taken')}, ${plain(where)}` };
      }),
    judgeAtEnd: ({ evidence: { pagesForCookies } }) =>
      pagesForCookies === 0
        ? undefined
        : differs(told`${pagesForCookies} answers to a session cookie were web pages with status 200, as of a login`),
    follows:
      'Each request costs the call manager a complete login, at most two at a time. Keep AXL_MAX_CONCURRENCY low. A changed password costs two refused logins.',
  },
  {
    name: 'clocks',
    assumed: 'The clocks of the nodes and of this machine differ by less than a minute.',
    backs: {
      page: 'docs/evidence.md',
      sentence: '**A clock that jumps** by more than a moment',
    },
    requests: ['getCCMVersion'],
    occasion: 'reading',
    judge: (visit) =>
      atEachNode(visit, async (node) => {
        await versionAt(visit, node);
        const last = visit.exchanges.findLast((exchange) => exchange.node === node.name);
        const date = Date.parse(last?.response.header('date') ?? '');
        if (!last || Number.isNaN(date)) return { isSo: true, seen: told`its answers have no date` };
        // The header has whole seconds.
        const seconds = Math.round((date + 500 - (last.sentAt + last.answeredAt) / 2) / 1_000);
        return { isSo: Math.abs(seconds) < mostClockSeconds, seen: told`${seconds} s` };
      }),
    follows:
      'The service may take a session cookie for expired, and times in the history differ from those of the call manager. Set the clocks by NTP.',
  },
  {
    name: 'replicas',
    assumed: 'When nothing changes, each subscriber has as many devices, lines and buttons as the publisher.',
    backs: {
      page: 'docs/interface.md',
      sentence: 'A subscriber follows the publisher with a delay that nothing bounds.',
    },
    requests: ['executeSQLQuery'],
    occasion: 'reading',
    judge: async (visit) => {
      if (present(visit).length < 2) return noOccasion(told`AXL_URL names one node, or only one answers`);
      const counts = new Set<string>();
      const seen = await atEachNode(visit, async (node) => {
        const numbers: number[] = [];
        for (const table of ['device', 'devicenumplanmap', 'speeddial', 'blfspeeddial']) {
          const [row] = await visit.sql(`SELECT COUNT(*) AS counted FROM ${table}`, node.name);
          numbers.push(Number(childText(row, 'counted')));
        }
        counts.add(numbers.join());
        const [devices = 0, lines = 0, dials = 0, lamps = 0] = numbers;
        const what = told`${devices} devices, ${lines} lines, ${dials} speed dials, ${lamps} busy lamp fields`;
        return { isSo: true, seen: what };
      });
      return seen.verdict === 'as-assumed' ? judged(counts.size === 1, seen.seen) : seen;
    },
    follows:
      'Lookups may show old lists. Look at the database replication of the call manager, or name only the publisher in AXL_URL.',
  },
];

/**
 * @returns a function that replaces the error of a node without an answer by a word; a refused login is thrown again
 */
function unlessRefused(instead: string) {
  return (thrown: unknown): string => {
    if (isServiceError(thrown) && !isServiceError(thrown, 'call-manager-refused-credentials')) return instead;
    throw thrown;
  };
}
