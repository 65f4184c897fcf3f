import { readFileSync } from 'node:fs';
import { boundsInWords, boundsOfList, boundsOfOne } from '../../src/http/middleware/body-bounds.js';
import { boundsOfChange } from '../../src/http/routes/changes/change-body.js';
import { root } from '../support/project.js';

/** A limit of the interface: what it limits, its constants in the code, and what happens above it. */
interface Limit {
  readonly what: string;
  readonly constants: readonly (readonly [file: string, name: string])[];
  /** @returns the limit in words, from the constants as text */
  readonly text: (...values: readonly string[]) => string;
  readonly above: string;
}

/** Of bytes or values; of lists or depth. */
const aboveBounds = '413 `payload-too-large`; 400 `invalid-request`';

const limits: readonly Limit[] = [
  {
    what: 'the body of `POST /changes`',
    constants: [['changes/change', 'lists']],
    text: (lists) => `${boundsInWords(boundsOfChange)}, with ${lists} lists`,
    above: aboveBounds,
  },
  {
    what: 'a file of buttons as the body of `POST /changes`',
    constants: [
      ['http/routes/changes/upload', 'uploadBytes'],
      ['http/routes/changes/upload', 'uploadMs'],
      ['changes/change', 'lists'],
      ['http/routes/changes/upload', 'inAll'],
    ],
    text: (bytes, ms, lists, inAll) =>
      `${Number(bytes.replaceAll(',', '')) / 2 ** 20} MB and ${lists} lists, in ${Number(ms.replaceAll(',', '')) / 60_000} minutes; ${inAll} in an instance, one of each user`,
    above: '413 `payload-too-large`; 400 `invalid-request`; 503 `overloaded`',
  },
  {
    what: 'the body of a request that replaces a list',
    constants: [],
    text: () => boundsInWords(boundsOfList),
    above: aboveBounds,
  },
  {
    what: 'the body of every other request',
    constants: [],
    text: () => boundsInWords(boundsOfOne),
    above: aboveBounds,
  },
  {
    what: 'changes that are open',
    constants: [
      ['changes/change', 'open'],
      ['changes/change', 'openBytes'],
    ],
    text: (changes, bytes) =>
      `${changes}, with ${megabytes(bytes)} MB of lists; of one user half of what the others leave free`,
    above: '409 `too-many-changes`',
  },
  {
    what: 'the items of an intent, such as `relabel`; the lists that it may find, and their bytes',
    constants: [
      ['changes/intents/intent', 'mostItems'],
      ['changes/change', 'lists'],
      ['changes/intents/find-lists', 'bytes'],
    ],
    text: (items, lists, bytes) => `${items}; ${lists}; ${megabytes(bytes)} MB`,
    above: '400 `invalid-request`; the change is `closed`, and `why` says it',
  },
  {
    what: 'calls that wait for changes, of one user and in all',
    constants: [
      ['changes/watching', 'ofUser'],
      ['changes/watching', 'inAll'],
    ],
    text: (ofUser, inAll) => `${ofUser}; ${inAll}`,
    above: '503 `overloaded`',
  },
  {
    what: 'the lists in a page of one change',
    constants: [['changes/store/sql-changes', 'mostBytes']],
    text: (bytes) => `${megabytes(bytes)} MB; a larger list stands alone`,
    above: 'the next page, by `Link`',
  },
  {
    what: 'the bodies of all requests, each from its reading to its answer',
    constants: [['http/middleware/held-bodies', 'mostHeld']],
    text: (bytes) =>
      `${megabytes(bytes)} MB, and as much for those of \`POST /changes\`; of one user half of what the others leave free`,
    above: '503 `overloaded`, unread',
  },
  {
    what: 'writes that wait for one device',
    constants: [
      ['use-cases/write-turns', 'perDevice'],
      ['use-cases/write-turns', 'bytesPerDevice'],
    ],
    text: (writes, bytes) => `${writes}, with about ${megabytes(bytes)} MB of lists`,
    above: '503 `overloaded` at once',
  },
  {
    what: 'an answer of the call manager',
    constants: [['axl/transport/transport', 'longestResponse']],
    text: (bytes) => `${megabytes(bytes)} MB; rows of SQL do not count`,
    above: '502 `call-manager-answer-invalid`',
  },
  {
    what: 'devices on the lines of a number',
    constants: [['axl/adapter/lookup-by-lines', 'mostDevices']],
    text: (devices) => devices,
    above: '502 `call-manager-answer-invalid`',
  },
  {
    what: 'a page of `GET /buttons`',
    constants: [['use-cases/find-buttons', 'mostOfPage']],
    text: (buttons) => `${buttons} buttons`,
    above: '400 `invalid-request`',
  },
  {
    what: 'a page of `GET /devices`',
    constants: [['http/routes/devices', 'devicesPerPage']],
    text: (devices) => `${devices} devices`,
    above: 'the next page, by `Link`',
  },
  {
    what: 'exports at the same time',
    constants: [
      ['http/routes/export', 'inAll'],
      ['http/routes/export', 'ofUser'],
    ],
    text: (inAll, ofUser) => `${inAll} in an instance, ${ofUser} of one user`,
    above: '503 `overloaded`',
  },
  {
    what: 'suggestions',
    constants: [['domain/suggestion', 'mostSuggestions']],
    text: (suggestions) => suggestions,
    above: 'left out',
  },
  {
    what: 'a page of changes, runs or findings',
    constants: [
      ['http/routes/paging', 'highestLimit'],
      ['http/routes/paging', 'usualLimit'],
    ],
    text: (highest, usual) => `${highest}; ${usual} without \`limit\``,
    above: '400 `invalid-request`',
  },
  {
    what: 'the lists in a page of changes',
    constants: [['changes/store/change-search', 'mostBytes']],
    text: (bytes) => `${megabytes(bytes)} MB; a larger change stands alone`,
    above: 'the next page, by `Link`',
  },
  {
    what: 'changes that a page with several parameters looks through',
    constants: [['changes/store/change-search', 'mostLookedThrough']],
    text: (changes) => changes,
    above: 'the next page, by `Link`',
  },
  {
    what: 'the bytes in a page of findings',
    constants: [['inventory/inventory', 'mostPageBytes']],
    text: (bytes) => `${megabytes(bytes)} MB`,
    above: 'the next page, by `Link`',
  },
  {
    what: 'findings of a kind',
    constants: [['inventory/store/find-findings', 'mostOfAKind']],
    text: (findings) => findings,
    above: 'left out',
  },
  {
    what: 'dismissed findings',
    constants: [['inventory/inventory', 'mostDismissed']],
    text: (findings) => findings,
    above: 'the service drops some that the last sweep did not find; if all are still there, 400 `invalid-request`',
  },
  {
    what: 'the title of a change; its reason, the reason of a dismissal',
    constants: [
      ['changes/change', 'title'],
      ['changes/change', 'reason'],
    ],
    text: (title, reason) => `${title} characters; ${reason}`,
    above: '400 `invalid-request`',
  },
];

/** @returns the table of the interface's limits, for the docs */
export function limitsTable(): string {
  const rows = limits.map(({ what, constants, text, above }) => {
    const values = constants.map(([file, name]) => valueOf(`src/${file}.ts`, name));
    return `| ${what} | ${text(...values)} | ${above} |`;
  });
  return ['| What | At most | Above it |', '| --- | --- | --- |', ...rows, ''].join('\n');
}

/** @returns the value of a constant or property with a plain number or product of numbers, with commas: 5,000 */
function valueOf(file: string, name: string): string {
  const form = new RegExp(String.raw`\b${name}(?: =|:) ([\d_]+(?: \* [\d_]+)*)\s*[;,}]`);
  const found = form.exec(readFileSync(`${root}${file}`, 'utf8'))?.[1];
  if (found === undefined) throw new Error(`${file} has no number named ${name}`);
  const factors = found.replaceAll('_', '').split(' * ').map(Number);
  return factors.reduce((product, factor) => product * factor, 1).toLocaleString('en');
}

/** @returns a number of bytes in megabytes, rounded down */
function megabytes(bytes = ''): string {
  return String(Math.floor(Number(bytes.replaceAll(',', '')) / 1_000_000));
}
