import type { AxlOptions } from '../axl/axl-options.js';
import { UnusableWsdl } from '../axl/configured-envelopes.js';

/** Everything that is wrong with a configuration, a line each, none of which holds a secret. */
export class ConfigProblems extends Error {
  override readonly name = 'ConfigProblems';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/**
 * Says in the names of the variables why a WSDL file cannot be used.
 * @returns what was thrown, where it is something else
 */
export function asConfigProblems(thrown: unknown, { release }: Pick<AxlOptions, 'release'>): unknown {
  if (!(thrown instanceof UnusableWsdl)) return thrown;
  const { option, message } = thrown;
  const problems = {
    wsdlFile: `AXL_WSDL cannot be used: ${message}`,
    release: `AXL_WSDL cannot be used: ${message}, but AXL_VERSION is ${release ?? 'auto'}`,
    lookup: `AXL_LOOKUP must be sql (or not set): ${message}`,
    afterUpdate: `AXL_AFTER_UPDATE must be none (or not set): ${message}`,
  } as const satisfies Record<typeof option, string>;
  return new ConfigProblems([problems[option]]);
}
