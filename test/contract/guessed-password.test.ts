import { describe, expect, it } from 'vitest';
import type { DeviceName } from '../../src/domain/identifiers.js';
import { isServiceError } from '../../src/domain/errors.js';
import { callContext } from '../support/call-context.js';
import { connect, startFake } from '../support/axl-backend.js';
import type { Fault } from '../support/fake-axl-server.js';

const password = 'Tr0ub4dor-3';
const guesses = [password, password.toLowerCase(), `a${password}b`, `Wr0ng-1,${password},Wr0ng-2`, `${password} `];

/** What a caller and the log get if a call manager quotes a request. */
async function told(words: (quoted: string) => string | Fault, guess: string) {
  const quote = (body: string) => /<(?:name|pattern|label)>(?!%)([^<]*)</.exec(body)?.[1] ?? '';
  const fake = await startFake({
    notFound: (operation, body) => (operation === 'getCCMVersion' ? undefined : words(quote(body))),
  });
  fake.password = password;
  const side = await connect(fake.url(), { AXL_VERSION: '14.0', AXL_PASSWORD: password });
  const device = { kind: 'phone', name: guess as DeviceName } as const;
  const dial = { index: '1', dirn: '1', label: guess };
  const outcome = async (asked: Promise<unknown>): Promise<unknown> =>
    asked.then(
      () => 'answered',
      (thrown: unknown) => {
        if (!isServiceError(thrown)) throw thrown;
        const { detail, axlCode, effect } = thrown.facts;
        return JSON.stringify({ code: thrown.code, detail, axlCode, effect }).replace(/tr0ub[45]dor/gi, 'GUESS');
      },
    );
  const outcomes = [
    await outcome(side.callManager.buttons.speeddial.read(device, callContext())),
    await outcome(side.callManager.findDevice(device, callContext())),
    await outcome(side.find(guess)),
    await outcome(side.replace(guess, [])),
    await outcome(side.replace('SEP00A1B2C30011', [dial])),
  ];
  const log = JSON.stringify(side.observations.filter(({ kind }) => kind === 'axl-call'));
  return { outcomes, log };
}

const phrases: [what: string, (quoted: string) => string | Fault][] = [
  ['has no such thing', (quoted) => `Item not valid: The specified ${quoted} was not found`],
  ['has no such thing, in its own letter case', (quoted) => `The specified ${quoted.toUpperCase()} was not found`],
  ['has no such user', (quoted) => `Item not valid: The specified User of ${quoted} was not found`],
  ['does not take an update', (quoted) => ({ axlcode: 5003, words: `The specified ${quoted} was not found` })],
  [
    'does not take a value',
    (quoted) => ({ axlcode: -1, words: `Value ${quoted} is not valid: ${quoted.slice(0, 30)}` }),
  ],
  ['tells of its own login besides', (quoted) => ({ axlcode: 1, words: `axl:${password} may not see ${quoted}` })],
];

describe('a guessed password', () => {
  it.each(phrases)('is answered like any other text by a call manager that %s', async (_what, words) => {
    for (const guess of guesses) {
      const wrong = guess.replace(/tr0ub4dor/i, 'Tr0ub5dor');
      const [right, other] = [await told(words, guess), await told(words, wrong)];
      expect(right.outcomes).toEqual(other.outcomes);
      expect(right.log.toLowerCase()).not.toContain(password.toLowerCase());
    }
  });
});

describe('what is not found', () => {
  it.each(['found', 'Item', 'SEP1', 'The specified'])(
    'is not found, regardless of the password: %s',
    async (secret) => {
      const fake = await startFake({
        notFound: (operation) =>
          operation === 'getPhone' ? 'Item not valid: The specified SEP1 was not found' : undefined,
      });
      fake.password = secret;
      const side = await connect(fake.url(), { AXL_VERSION: '14.0', AXL_PASSWORD: secret });
      const device = { kind: 'phone', name: 'SEP1' as DeviceName } as const;
      for (const read of ['read', 'readForChange'] as const) {
        await expect(side.callManager.buttons.speeddial[read](device, callContext())).rejects.toMatchObject({
          code: 'phone-not-found',
          facts: { detail: 'There is no phone SEP1.', axlCode: 5007, effect: 'refused' },
        });
      }
    },
  );
});
