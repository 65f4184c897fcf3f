import { ServiceError } from '../../domain/errors.js';
import type { BusyLampField } from '../../domain/busy-lamp-field.js';
import type { PointingButton } from '../../domain/buttons.js';
import type { DeviceKey, DeviceSummary, NumberSummary } from '../../domain/device.js';
import type { DeviceName, DirectoryNumber } from '../../domain/identifiers.js';
import type { Phone, SpeedDial } from '../../domain/phone.js';
import type { CallContext } from '../../use-cases/call-context.js';
import type { ButtonsOfDevices, CallManager } from '../../use-cases/call-manager.js';
import type { AxlClient } from '../client/axl-client.js';
import type { ConcurrencyLimiter } from '../admission/concurrency-limiter.js';
import { findButtonsBySql } from './buttons-by-sql.js';
import { AxlButtons } from './buttons-of-devices.js';
import { busyLampFields } from './busy-lamp-fields.js';
import { findDevice, searchDevices } from './device-search.js';
import { findNumbersByLines, findPhonesByLines } from './lookup-by-lines.js';
import { findPhonesBySql } from './lookup-by-sql.js';
import { loadConfiguration } from './operations.js';
import { speedDials } from './speed-dials.js';

export interface AxlCallManagerOptions {
  /** How numbers are looked up; undefined is by lines, or by SQL for a release whose lines name no devices. */
  readonly lookup: 'lines' | 'sql' | undefined;
  readonly afterUpdate: 'none' | 'apply' | 'restart' | 'reset';
}

/** The port that the use cases ask, made of AXL operations. */
export class AxlCallManager implements CallManager {
  readonly speedDials: ButtonsOfDevices<SpeedDial>;
  readonly busyLampFields: ButtonsOfDevices<BusyLampField>;
  readonly #client: AxlClient;
  readonly #limiter: ConcurrencyLimiter;
  readonly #options: AxlCallManagerOptions;

  constructor(client: AxlClient, limiter: ConcurrencyLimiter, options: AxlCallManagerOptions) {
    this.#client = client;
    this.#limiter = limiter;
    this.#options = options;
    this.speedDials = new AxlButtons(client, limiter, speedDials);
    this.busyLampFields = new AxlButtons(client, limiter, busyLampFields);
  }

  findPhones(number: DirectoryNumber, context: CallContext): Promise<Phone[]> {
    return this.#limiter.lookUp(context, () => this.#findPhones(number, context));
  }

  findDevice(device: DeviceKey, context: CallContext): Promise<Phone | undefined> {
    return this.#limiter.lookUp(context, () => findDevice(this.#client, device, context));
  }

  searchDevices(text: string, context: CallContext): Promise<DeviceSummary[]> {
    return this.#limiter.lookUp(context, () => searchDevices(this.#client, text, context));
  }

  findNumbers(number: DirectoryNumber, context: CallContext): Promise<NumberSummary[]> {
    return this.#limiter.lookUp(context, () => findNumbersByLines(this.#client, number, context));
  }

  findButtons(number: DirectoryNumber, context: CallContext): Promise<PointingButton[]> {
    return this.#limiter.lookUp(context, () => findButtonsBySql(this.#client, number, context));
  }

  async #findPhones(number: DirectoryNumber, context: CallContext): Promise<Phone[]> {
    const { lineNamesDevices } = await this.#client.traits(context);
    if (this.#options.lookup === 'sql' || (this.#options.lookup === undefined && !lineNamesDevices)) {
      return findPhonesBySql(this.#client, number, context);
    }
    if (!lineNamesDevices) throw linesNameNoDevices();
    return findPhonesByLines(this.#client, number, context);
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
