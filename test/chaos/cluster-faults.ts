import type { Answer } from './faults.js';

/** A rule of the simulator, as its control path accepts it. */
export type Rule = Readonly<Record<string, string | number>> & { readonly kind: string };

/**
 * What the nodes know before the call. `same`: all nodes have the same. `stale`: the subscriber still has the list that
 * will be sent, and the publisher has another one since. `unknown`: only the publisher knows the phone.
 */
export type History = 'same' | 'stale' | 'unknown';

/** A fault of a cluster, and the allowed answers to the caller. 200 must be true and stay true, 504 may be either. */
export interface ClusterFault {
  readonly name: string;
  /** Active at every node of a cluster of one, and at the publisher of a cluster of two. */
  readonly rules: readonly Rule[];
  readonly history?: History;
  /** Further traits of the simulator. */
  readonly traits?: Readonly<Record<string, boolean>>;
  readonly sessionCookies?: boolean;
  /** Only the subscriber listens, and the rules are active there; a lookup after the write may be out of date. */
  readonly publisherOff?: boolean;
  /** The caller writes the phone's name in lower case. */
  readonly lowerCase?: boolean;
  /** The allowed answers to a lookup with one node, and with two; absent: there is nothing to look up. */
  readonly get?: { readonly one?: readonly Answer[]; readonly two?: readonly Answer[] };
  /** The same for a write. */
  readonly post: { readonly one?: readonly Answer[]; readonly two?: readonly Answer[] };
  /** How long after the answer everything late has arrived, in milliseconds. */
  readonly settleMs?: number;
}

type Answers = readonly Answer[];
const both = (...answers: Answers) => ({ one: answers, two: answers });
const two = (...answers: Answers) => ({ two: answers });
const unknown = 'outcome-unknown';
const refused = 'rejected-by-call-manager';

/** Reading the phone back from the publisher fails. */
const unreadable: Rule = { kind: 'reset', operation: 'getPhone' };
const once = (rule: Rule): Rule => ({ ...rule, times: 1 });
const update = (rule: Rule): Rule => ({ operation: 'updatePhone', ...rule });

export const clusterFaults: readonly ClusterFault[] = [
  { name: 'none', rules: [], get: both(200), post: both(200) },
  ...lostAnswers(),
  ...lateCommits(),
  ...refusalsAfterLoss(),
  ...databaseFaults(),
  ...astray(),
  ...withoutSessions(),
  ...spellings(),
  ...withoutPublisher(),
];

/** The publisher's answer is lost, and the subscriber has another state. Only the publisher proves a write. */
function lostAnswers(): ClusterFault[] {
  const losses: readonly (readonly [kind: string, point: string, always: Answer])[] = [
    ['reset', 'before', unknown],
    ['reset', 'after', 200],
    ['hang', 'before', unknown],
    ['hang', 'after', 200],
  ];
  return losses.flatMap(([kind, point, always]) =>
    (['same', 'stale', 'unknown'] as const).flatMap((history): ClusterFault[] => {
      const rule = update({ kind, point });
      const name = `${kind} ${point}, ${history}`;
      return [
        { name: `${name}, once`, rules: [once(rule)], history, post: two(200) },
        { name: `${name}, always`, rules: [rule], history, post: two(always) },
        { name: `${name}, publisher unreadable`, rules: [once(rule), unreadable], history, post: two(unknown) },
      ];
    }),
  );
}

/** The connection is lost, and the update is carried out a while later. */
function lateCommits(): ClusterFault[] {
  return (['reset', 'close', 'hang'] as const).flatMap((loss): ClusterFault[] => {
    const rule: Rule = { kind: 'late-commit', loss, ms: 600 };
    const name = `late commit after ${loss}`;
    const unanswered = loss === 'hang' ? 'call-manager-timeout' : 'call-manager-unreachable';
    const settleMs = 1_000;
    return [
      { name: `${name}, once`, rules: [once(update(rule))], post: both(200), settleMs },
      // It may arrive in time to be read.
      { name: `${name}, always`, rules: [update(rule)], post: both(unknown, 200), settleMs },
      { name: `${name}, unreadable`, rules: [once(update(rule)), unreadable], post: both(unknown), settleMs },
      { name: `${name}, lookup once`, rules: [once(rule)], get: both(200), post: {} },
      { name: `${name}, lookup always`, rules: [rule], get: { one: [unanswered], two: [200] }, post: {} },
    ];
  });
}

/** A refusal of the second write says nothing about the first one, which may still be running. */
function refusalsAfterLoss(): ClusterFault[] {
  const late: Rule = { kind: 'late-commit', ms: 2_500 };
  const refusals: readonly Rule[] = [{ kind: 'locked' }, { kind: 'duplicate-key' }, { kind: '503', retryAfter: '600' }];
  return refusals.flatMap((refusal): ClusterFault[] => {
    const then = `then ${refusal.kind}`;
    const rules = (first: Rule): Rule[] => [once(update(first)), update(refusal)];
    const settleMs = 3_000;
    return [
      { name: `late commit after reset, ${then}`, rules: rules(late), post: both(unknown), settleMs },
      {
        name: `late commit after hang, ${then}`,
        rules: rules({ ...late, loss: 'hang' }),
        post: both(unknown),
        settleMs,
      },
      { name: `reset before, ${then}`, rules: rules({ kind: 'reset', point: 'before' }), post: both(unknown) },
      { name: `reset after, ${then}`, rules: rules({ kind: 'reset', point: 'after' }), post: both(200) },
    ];
  });
}

/** Faults of the database: nothing was carried out. Some pass by themselves: a lookup is asked again, a write is not. */
function databaseFaults(): ClusterFault[] {
  const [fault, busy] = ['call-manager-fault', 'call-manager-busy'];
  const kinds: readonly (readonly [Rule, name: string, passes: boolean])[] = [
    [{ kind: 'duplicate-key' }, 'duplicate key', false],
    [{ kind: 'locked' }, 'locked', true],
    [{ kind: 'fault', axlcode: -908 }, 'no database', true],
  ];
  return kinds.flatMap(([rule, name, passes]): ClusterFault[] => [
    { name: `${name} once`, rules: [once(update(rule))], post: both(passes ? busy : refused) },
    { name: `${name} once, lookup`, rules: [once(rule)], get: both(passes ? 200 : fault), post: {} },
    {
      name: `${name} always, lookup`,
      rules: [rule],
      get: passes ? { one: [busy], two: [200] } : both(fault),
      post: {},
    },
  ]);
}

/** Something else than AXL answers lookups at the publisher: they reach the subscriber, if there is one. */
function astray(): ClusterFault[] {
  const get = { one: ['call-manager-answer-invalid'], two: [200] } as const;
  return ['502', 'html', 'redirect', 'empty', 'garbage'].map((kind) => ({
    name: `${kind} always, lookup`,
    rules: [{ kind }],
    get,
    post: {},
  }));
}

function withoutSessions(): ClusterFault[] {
  const lost = once({ kind: 'reset', point: 'after' });
  const sessionCookies = false;
  return [
    { name: 'no session cookies', rules: [], sessionCookies, get: both(200), post: both(200) },
    { name: 'no session cookies, reset', rules: [lost], sessionCookies, get: both(200), post: both(200) },
  ];
}

/** The call manager accepts the phone's name in lower case. */
function spellings(): ClusterFault[] {
  const spelt = { traits: { anyCaseNames: true }, lowerCase: true };
  const lost = update({ kind: 'reset', point: 'after' });
  return [
    { name: 'any case', rules: [], ...spelt, get: both(200), post: both(200) },
    { name: 'any case, reset after', rules: [lost], ...spelt, post: both(200) },
    {
      name: 'any case, late commit',
      rules: [once(update({ kind: 'late-commit', ms: 600 }))],
      ...spelt,
      post: both(200),
      settleMs: 1_000,
    },
  ];
}

/**
 * Requests that surely were not sent to the publisher go to the subscriber, which is out of date until the update comes
 * back.
 */
function withoutPublisher(): ClusterFault[] {
  const gone = { publisherOff: true } as const;
  return [
    { name: 'publisher off', rules: [], ...gone, get: two(200), post: two(unknown) },
    {
      name: 'publisher off, reset before',
      rules: [once(update({ kind: 'reset', point: 'before' }))],
      ...gone,
      post: two(unknown),
    },
    {
      name: 'publisher off, reset after',
      rules: [update({ kind: 'reset', point: 'after' })],
      ...gone,
      post: two(unknown),
    },
    { name: 'publisher off, unknown', rules: [], history: 'unknown', ...gone, post: two(unknown) },
  ];
}
