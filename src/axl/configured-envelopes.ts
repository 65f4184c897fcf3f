import type { AxlOptions } from './axl-options.js';
import { type Envelopes, loadBuiltInEnvelopes } from './soap/envelope.js';
import { releaseTraits } from './soap/releases.js';

/** The option that a WSDL file makes impossible; `wsdlFile` is the file itself. */
export type RefusedOption = 'wsdlFile' | 'release' | 'lookup' | 'afterUpdate';

/** The WSDL file cannot be used, or not together with another option. The message names the file and says why. */
export class UnusableWsdl extends Error {
  override readonly name = 'UnusableWsdl';

  constructor(
    readonly option: RefusedOption,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Loads the requests of the release, or of the WSDL file, that is configured.
 * @returns undefined when the call manager is to be asked for its release
 * @throws UnusableWsdl
 */
export async function configuredEnvelopes(options: AxlOptions): Promise<Envelopes | undefined> {
  const { wsdlFile, release } = options;
  if (wsdlFile === undefined) return release && loadBuiltInEnvelopes(release);
  // Loaded here alone: soap and its WSDL take a fifth of the time of a start.
  const { loadEnvelopesFrom, NotAnAxlWsdl } = await import('./soap/wsdl.js');
  const envelopes = await loadEnvelopesFrom(wsdlFile).catch((thrown: unknown) => {
    throw thrown instanceof NotAnAxlWsdl ? new UnusableWsdl('wsdlFile', thrown.message) : thrown;
  });
  checkThatItFits(envelopes, wsdlFile, options);
  return envelopes;
}

function checkThatItFits(envelopes: Envelopes, wsdlFile: string, { release, lookup, afterUpdate }: AxlOptions): void {
  const isFor = `${wsdlFile} is for AXL ${envelopes.release}`;
  const { lineNamesDevices, canLoadChange } = releaseTraits[envelopes.release];
  if (release !== undefined && release !== envelopes.release) throw new UnusableWsdl('release', isFor);
  if (lookup === 'lines' && !lineNamesDevices) {
    throw new UnusableWsdl('lookup', `${isFor}, whose lines do not name devices`);
  }
  if (afterUpdate !== 'none' && !canLoadChange) {
    throw new UnusableWsdl('afterUpdate', `${isFor}, which cannot load a change`);
  }
}
