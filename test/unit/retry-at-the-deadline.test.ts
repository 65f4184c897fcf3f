import { describe, expect, it } from 'vitest';
import { withRetries } from '../../src/axl/retry.js';
import { ServiceError } from '../../src/domain/errors.js';
import { callContext } from './call-context.js';

const unreachable = (mayBeApplied: boolean) =>
  new ServiceError('call-manager-unreachable', { detail: 'x', mayBeApplied });

/** Tries one after another; each gets the function that ends the caller's time. */
function attempts(...each: ((end: () => void) => unknown)[]) {
  const over = new AbortController();
  const end = (): void => {
    over.abort();
  };
  let made = 0;
  const attempt = async (): Promise<unknown> => {
    made += 1;
    return Promise.resolve(each[made - 1]?.(end));
  };
  return {
    outcome: withRetries('write', callContext(60_000, over.signal), attempt, () => undefined),
    made: () => made,
  };
}

const fail = (error: Error) => () => {
  throw error;
};

describe("a caller's time that is over", () => {
  it('during the first attempt leaves what that attempt said', async () => {
    const said = unreachable(false);
    const { outcome, made } = attempts((end) => {
      end();
      throw said;
    });
    await expect(outcome).rejects.toBe(said);
    expect(made()).toBe(1);
  });

  it('while waiting for the next attempt leaves what the last one said', async () => {
    const said = unreachable(false);
    const { outcome, made } = attempts((end) => {
      setTimeout(end, 20);
      throw said;
    });
    await expect(outcome).rejects.toBe(said);
    expect(made()).toBe(1);
  });

  it('in the moment in which a repeated attempt was answered leaves the answer', async () => {
    const { outcome } = attempts(fail(unreachable(false)), (end) => {
      end();
      return 'answered';
    });
    await expect(outcome).resolves.toBe('answered');
  });

  it('during a repeated attempt that failed leaves what that attempt said', async () => {
    const said = unreachable(true);
    const { outcome } = attempts(fail(unreachable(false)), (end) => {
      end();
      throw said;
    });
    await expect(outcome).rejects.toBe(said);
  });
});
