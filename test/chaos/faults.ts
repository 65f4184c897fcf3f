/** A misbehavior of the simulator, and the right answers to the caller. */
export interface Fault {
  readonly kind: string;
  readonly point?: 'arrival' | 'before' | 'after' | 'mid-body';
  /** More parameters of the simulator's rule. */
  readonly rule?: Readonly<Record<string, string | number>>;
  /** The answers to the GET if it fails once, and if it always fails. 200 must show the truth. */
  readonly get: Answers;
  /** The same for the POST, where only updatePhone fails. After 200, the list must be in the call manager. */
  readonly post: Answers;
  /** The answer to the POST if reading the phone back also fails, each time. */
  readonly blind: Answer;
}

interface Answers {
  readonly once: Answer;
  readonly always: Answer;
}

/** 200, or the code of a problem. */
export type Answer = 200 | string;

const each = (answer: Answer): Answers => ({ once: answer, always: answer });
const passing = (always: Answer): Answers => ({ once: 200, always });

const refused = each('call-manager-refused-credentials');
const unreadable = each('call-manager-answer-invalid');
/** The update was carried out and its answer lost: a read of the phone proves it. */
const proven = each(200);
/** The update was not carried out, and its answer lost: it is tried once more, and then the outcome is unknown. */
const notKnown = passing('outcome-unknown');

/** Every fault at each point where it can occur. */
export const faults: readonly Fault[] = [
  ...refusals(),
  ...lostConnections(),
  ...unreadableAnswers(),
  {
    kind: 'delay',
    point: 'before',
    rule: { ms: 60_000 },
    get: passing('call-manager-timeout'),
    post: notKnown,
    blind: 'outcome-unknown',
  },
  { kind: 'drip', rule: { ms: 1_000 }, get: passing('call-manager-timeout'), post: proven, blind: 'outcome-unknown' },
  { kind: 'close-after', get: proven, post: proven, blind: 200 },
];

function refusals(): Fault[] {
  const refusal = (kind: string, get: Answers, post: Answers, rule?: Fault['rule']): Fault => {
    return { kind, point: 'before', ...(rule && { rule }), get, post, blind: post.always };
  };
  const busy = passing('call-manager-busy');
  const noService = each('axl-service-unavailable');
  const wrongRelease = each('axl-version-unsupported');
  return [
    refusal('401', refused, refused),
    refusal('403', refused, refused),
    refusal('404', noService, noService),
    refusal('413', each('call-manager-fault'), each('rejected-by-call-manager')),
    refusal('429', busy, busy, { retryAfter: '1' }),
    refusal('503', busy, busy),
    refusal('503', busy, busy, { retryAfter: '1' }),
    refusal('599', wrongRelease, wrongRelease),
    refusal('redirect', unreadable, unreadable),
    refusal('fault', each('call-manager-fault'), each('rejected-by-call-manager')),
    refusal('memory-fault', busy, busy),
    refusal('locked', busy, each('call-manager-busy')),
    refusal('fault', busy, each('call-manager-busy'), { axlcode: -908 }),
  ];
}

function lostConnections(): Fault[] {
  const lost = (kind: string, point: Fault['point'], get: Answers, post: Answers): Fault => {
    return { kind, ...(point && { point }), get, post, blind: 'outcome-unknown' };
  };
  const unreachable = passing('call-manager-unreachable');
  const late = passing('call-manager-timeout');
  return [
    lost('reset', 'arrival', unreachable, notKnown),
    lost('reset', 'before', unreachable, notKnown),
    lost('reset', 'after', unreachable, proven),
    lost('reset', 'mid-body', unreachable, proven),
    lost('hang', 'arrival', late, notKnown),
    lost('hang', 'before', late, notKnown),
    lost('hang', 'after', late, proven),
  ];
}

function unreadableAnswers(): Fault[] {
  const spoilt = (kind: string, point: Fault['point'], post: Answers): Fault => {
    // Large enough to be a bomb, and small enough that making it does not take the time.
    const rule = kind === 'gzip-bomb' && { rule: { megabytes: 20 } };
    return { kind, ...(point && { point }), ...rule, get: unreadable, post, blind: 'outcome-unknown' };
  };
  const kinds = [
    '502',
    'html',
    'empty',
    'garbage',
    'missing-return',
    'entity-bomb',
    'nesting',
    'gzip-bomb',
    'huge',
    'endless',
  ];
  return [
    ...kinds.flatMap((kind) => [spoilt(kind, 'before', notKnown), spoilt(kind, 'after', proven)]),
    spoilt('wrong-element', undefined, proven),
    spoilt('truncated', undefined, proven),
  ];
}
