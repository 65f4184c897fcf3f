import type { Rule } from './cluster-faults.js';
import type { Answer } from './faults.js';

/** What a call depends on: the list in its If-Match, the present list, or nothing. */
export type Footing = 'conditional' | 'entry' | 'plain';

/** The AXL operation that reads the device, and the one that writes it; they depend on the device's kind. */
export type Step = 'read' | 'write';

/** A rule for one of the two steps. */
export type StepRule = Rule & { readonly step: Step };

/** A fault for calls of buttons, and the allowed answers to the caller. 200 stands for every success. */
export interface ButtonFault {
  readonly name: string;
  /** Active at the publisher. */
  readonly rules: readonly StepRule[];
  /** Someone else changes the list on the publisher after the caller has read it; a subscriber does not see that. */
  readonly changedBefore?: boolean;
  /** Someone else changes the list as soon as this many requests of a step have come. */
  readonly changedAt?: { readonly step: Step; readonly count: number };
  /** The caller reads the list only after it was changed. */
  readonly knowsChange?: boolean;
  /** Only the subscriber listens; it has the state from before the change. */
  readonly publisherOff?: boolean;
  /** `two`: with a lagging subscriber besides the publisher; `one`: the publisher alone. */
  readonly nodes: 'one' | 'two';
  /** The allowed answers to a read; absent: it has no such step. */
  readonly get?: readonly Answer[];
  /** The allowed answers to a write; absent: nothing to try. */
  readonly write?: Readonly<Record<Footing, readonly Answer[]>>;
  /** The footings that the tests try, if the others behave in the same way; absent: all. `npm run chaos` tries all. */
  readonly tested?: readonly Footing[];
  /** How long after the answer everything late has arrived, in milliseconds. */
  readonly settleMs?: number;
}

const unknown = 'outcome-unknown';
const unreachable = 'call-manager-unreachable';
const invalid = 'call-manager-answer-invalid';
const refused = 'rejected-by-call-manager';
const meanwhile = 'changed-meanwhile';

const all = (...answers: readonly Answer[]) => ({ conditional: answers, entry: answers, plain: answers });
/** The answers for a write that depends on the list, and for one that does not. */
const careful = (answer: Answer, plain: Answer) => ({ conditional: [answer], entry: [answer], plain: [plain] });

const once = (rule: StepRule): StepRule => ({ ...rule, times: 1 });
const read = (rule: Rule): StepRule => ({ step: 'read', ...rule });
const write = (rule: Rule): StepRule => ({ step: 'write', ...rule });
/** A rule applies to the first matching request: this one lets the read before the write pass. */
const readBefore = once(read({ kind: 'delay', ms: 0 }));
/** Until someone else's change is made: then the rules are cleared, and the request continues. */
const slow: Rule = { kind: 'delay', ms: 60_000 };
const lost: Rule = { kind: 'reset', point: 'before' };
const lostAfter: Rule = { kind: 'reset', point: 'after' };

export const buttonFaults: readonly ButtonFault[] = [
  { name: 'none', rules: [], nodes: 'one', get: [200], write: all(200) },
  ...readsBefore(),
  ...writes(),
  ...readBacks(),
  ...lateCommits(),
  ...otherPeople(),
  ...laggingSubscriber(),
];

/** Nothing has been written yet, and nothing may be written if the list was not read completely. */
function readsBefore(): ButtonFault[] {
  const both = (answer: Answer) => ({ get: [answer], write: all(answer), tested: ['entry'] as const });
  return [
    { name: 'read lost once', rules: [once(read(lost))], nodes: 'one', ...both(200) },
    { name: 'read lost always', rules: [read(lost)], nodes: 'one', ...both(unreachable) },
    { name: 'read hangs once', rules: [once(read({ kind: 'hang' }))], nodes: 'one', ...both(200) },
    { name: 'read truncated', rules: [read({ kind: 'truncated' })], nodes: 'one', ...both(invalid) },
    { name: 'read missing-return', rules: [read({ kind: 'missing-return' })], nodes: 'one', ...both(invalid) },
  ];
}

function writes(): ButtonFault[] {
  const row = (name: string, rules: readonly StepRule[], answer: Answer): ButtonFault => {
    return { name: `write ${name}`, rules, nodes: 'one', write: all(answer), tested: ['conditional', 'plain'] };
  };
  return [
    row('lost before, once', [once(write(lost))], 200),
    row('lost before, always', [write(lost)], unknown),
    row('lost after, once', [once(write(lostAfter))], 200),
    row('lost after, always', [write(lostAfter)], 200),
    row('lost mid-body', [write({ kind: 'reset', point: 'mid-body' })], 200),
    row('hangs before, once', [once(write({ kind: 'hang', point: 'before' }))], 200),
    row('hangs after, once', [once(write({ kind: 'hang', point: 'after' }))], 200),
    row('lost before, then after', [once(write(lost)), once(write(lostAfter))], 200),
    row('lost before, then refused', [once(write(lost)), write({ kind: 'locked' })], unknown),
    row('lost after, then refused', [once(write(lostAfter)), write({ kind: 'locked' })], 200),
    row('refused', [write({ kind: 'fault' })], refused),
  ];
}

/** The call manager's list cannot be read after the answer was lost. */
function readBacks(): ButtonFault[] {
  return [
    ['before', lost],
    ['after', lostAfter],
  ].flatMap(([point, loss]): ButtonFault[] => {
    const row = (name: string, rule: StepRule, answer: Answer): ButtonFault => {
      const rules = [once(write(loss as Rule)), readBefore, rule];
      return { name: `write lost ${point as string}, read-back ${name}`, rules, nodes: 'one', write: all(answer) };
    };
    return [
      row('lost once', once(read(lost)), 200),
      row('lost always', read(lost), unknown),
      row('truncated', read({ kind: 'truncated' }), unknown),
    ];
  });
}

/** The connection is lost, and the update is carried out a while later. */
function lateCommits(): ButtonFault[] {
  const late = write({ kind: 'late-commit', ms: 400 });
  const settleMs = 800;
  return [
    { name: 'late commit once', rules: [once(late)], nodes: 'one', write: all(200), settleMs },
    { name: 'late commit always', rules: [late], nodes: 'one', write: all(unknown, 200), settleMs },
    {
      name: 'late commit, read-back lost',
      rules: [once(late), readBefore, read(lost)],
      nodes: 'one',
      write: all(unknown),
      settleMs,
    },
  ];
}

/** Someone else writes too. A change after the first read is seen only if the list is read again. */
function otherPeople(): ButtonFault[] {
  const readAgain = { changedAt: { step: 'read', count: 2 } } as const;
  const sentAgain = { changedAt: { step: 'write', count: 2 } } as const;
  const slowReadBack = [readBefore, once(read(slow))];
  return [
    {
      name: 'changed before the read',
      rules: [],
      changedBefore: true,
      nodes: 'one',
      write: { conditional: [meanwhile], entry: [200], plain: [200] },
    },
    {
      name: 'changed before the write',
      rules: [once(write(slow))],
      changedAt: { step: 'write', count: 1 },
      nodes: 'one',
      write: all(200),
    },
    {
      name: 'write lost before, changed before the read-back',
      rules: [once(write(lost)), ...slowReadBack],
      ...readAgain,
      nodes: 'one',
      write: careful(unknown, 200),
    },
    {
      name: 'write lost after, changed before the read-back',
      rules: [once(write(lostAfter)), ...slowReadBack],
      ...readAgain,
      nodes: 'one',
      write: careful(unknown, 200),
    },
    {
      name: 'write lost before, changed before the resend',
      rules: [once(write(lost)), once(write(slow))],
      ...sentAgain,
      nodes: 'one',
      write: all(200),
    },
  ];
}

/** A subscriber's copy is from before the change: no write may be based on it or compared with it. */
function laggingSubscriber(): ButtonFault[] {
  const behind = { changedBefore: true, nodes: 'two' } as const;
  const onChange = { conditional: [meanwhile], entry: [200], plain: [200] } as const;
  const readElsewhere = { get: [200], write: all(unreachable) } as const;
  const known = { ...behind, knowsChange: true } as const;
  return [
    { name: 'subscriber behind', rules: [], ...behind, get: [200], write: onChange },
    { name: 'subscriber behind, read lost once', rules: [once(read(lost))], ...behind, get: [200], write: onChange },
    { name: 'subscriber behind, publisher unreadable', rules: [read(lost)], ...behind, ...readElsewhere },
    {
      name: 'subscriber behind, publisher busy',
      rules: [read({ kind: '503' })],
      ...behind,
      get: [200],
      write: all('call-manager-busy'),
    },
    { name: 'subscriber behind, publisher off', rules: [], ...behind, publisherOff: true, ...readElsewhere },
    { name: 'subscriber behind, change known', rules: [], ...known, write: all(200) },
    {
      name: 'subscriber behind, change known, write lost before',
      rules: [once(write(lost))],
      ...known,
      write: all(200),
    },
    {
      name: 'subscriber behind, change known, write lost after',
      rules: [once(write(lostAfter))],
      ...known,
      write: all(200),
    },
    {
      name: 'subscriber behind, change known, read-back lost',
      rules: [once(write(lost)), readBefore, read(lost)],
      ...known,
      write: all(unknown),
    },
  ];
}
