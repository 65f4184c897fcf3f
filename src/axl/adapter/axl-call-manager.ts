import { type SentTo, ServiceError } from '../../domain/errors.js';
import { type DeviceName, type DirectoryNumber, parseUuid, type Uuid } from '../../domain/identifiers.js';
import type { Phone, SpeedDial } from '../../domain/phone.js';
import type { CallContext } from '../../use-cases/call-context.js';
import type { CallManager, PhoneKeyAndSpeedDials } from '../../use-cases/call-manager.js';
import type { AxlClient } from '../client/axl-client.js';
import { responseInvalid } from '../transport/response-invalid.js';
import type { ConcurrencyLimiter } from '../admission/concurrency-limiter.js';
import { findPhonesByLines } from './lookup-by-lines.js';
import { findPhonesBySql } from './lookup-by-sql.js';
import { speedDialsOf } from './mapping.js';
import { getPhone, loadConfiguration, updatePhone } from './operations.js';

export interface AxlCallManagerOptions {
  /** How numbers are looked up; undefined is by lines, or by SQL for a release whose lines name no devices. */
  readonly lookup: 'lines' | 'sql' | undefined;
  readonly afterUpdate: 'none' | 'apply' | 'restart' | 'reset';
}

/** The port that the use cases ask, made of AXL operations. */
export class AxlCallManager implements CallManager {
  readonly #client: AxlClient;
  readonly #limiter: ConcurrencyLimiter;
  readonly #options: AxlCallManagerOptions;

  constructor(client: AxlClient, limiter: ConcurrencyLimiter, options: AxlCallManagerOptions) {
    this.#client = client;
    this.#limiter = limiter;
    this.#options = options;
  }

  findPhones(number: DirectoryNumber, context: CallContext): Promise<Phone[]> {
    return this.#limiter.lookUp(context, () => this.#findPhones(number, context));
  }

  async #findPhones(number: DirectoryNumber, context: CallContext): Promise<Phone[]> {
    const { lineNamesDevices } = await this.#client.traits(context);
    if (this.#options.lookup === 'sql' || (this.#options.lookup === undefined && !lineNamesDevices)) {
      return findPhonesBySql(this.#client, number, context);
    }
    if (!lineNamesDevices) throw linesNameNoDevices();
    return findPhonesByLines(this.#client, number, context);
  }

  async readSpeedDials(
    name: DeviceName,
    context: CallContext,
    from?: SentTo,
  ): Promise<PhoneKeyAndSpeedDials | undefined> {
    const phone = await getPhone(this.#client, name, 'getSpeedDials', context, from?.node);
    if (!phone) return undefined;
    const uuid = parseUuid(phone.attributes['uuid'] ?? '');
    if (uuid === undefined) throw responseInvalid("The call manager's answer to getPhone lacks the phone's uuid.");
    return { uuid, speeddials: speedDialsOf(phone) };
  }

  async replaceSpeedDials(name: DeviceName, dials: readonly SpeedDial[], context: CallContext): Promise<Uuid> {
    const { says, sentTo } = await updatePhone(this.#client, name, dials, context);
    const uuid = parseUuid(says);
    if (uuid !== undefined) return uuid;
    if (says === 'false') {
      throw new ServiceError('rejected-by-call-manager', {
        detail: 'The call manager answered the update with "false".',
        effect: 'refused',
      });
    }
    // The schema allows a bare "true", without the key: reading the phone back, which the use case does whenever
    // an answer does not prove the write, brings the key.
    const { code, facts } = responseInvalid("The call manager's answer to updatePhone holds no uuid.");
    throw new ServiceError(code, { ...facts, sentTo });
  }

  async loadChange(name: DeviceName, context: CallContext): Promise<void> {
    if (this.#options.afterUpdate === 'none') return;
    const { canLoadChange } = await this.#client.traits(context);
    if (!canLoadChange) {
      throw new ServiceError('axl-version-unsupported', {
        detail: 'The call manager speaks an AXL release before 10.0, which cannot make a phone load its change.',
        effect: 'none',
      });
    }
    await loadConfiguration(this.#client, this.#options.afterUpdate, name, context);
  }
}

function linesNameNoDevices(): ServiceError {
  return new ServiceError('axl-version-unsupported', {
    detail:
      'The call manager speaks an AXL release before 10.0, whose lines do not name their devices: ' +
      'numbers can be looked up there with AXL_LOOKUP=sql only.',
    effect: 'refused',
  });
}
