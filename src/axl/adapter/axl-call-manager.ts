import { ServiceError } from '../../domain/errors.js';
import type { ButtonLists, ButtonPageAsked, ButtonsPage, PointingButton } from '../../domain/button-kinds.js';
import type { DeviceKey, DevicesFound, NumberSummary, DeviceSearch } from '../../domain/device.js';
import type { DeviceName, DirectoryNumber } from '../../domain/identifiers.js';
import type { NamedDevice, Phone } from '../../domain/phone.js';
import type { Suggestible } from '../../domain/suggestion.js';
import type { CallContext } from '../../use-cases/call-context.js';
import type { CallManager, Holding } from '../../use-cases/call-manager.js';
import type { AxlClient } from '../client/axl-client.js';
import type { ConcurrencyLimiter } from '../admission/concurrency-limiter.js';
import { findButtonsBySql, findButtonsPageBySql } from './buttons-by-sql.js';
import { AxlButtons, entriesIn, readLists } from './buttons-of-devices.js';
import { busyLampFields } from './busy-lamp-fields.js';
import { findDevice, searchDevices } from './device-search.js';
import { findNumbersByLines, findPhonesByLines } from './lookup-by-lines.js';
import { findPhonesBySql } from './lookup-by-sql.js';
import { loadConfiguration } from './operations.js';
import { speedDials } from './speed-dials.js';
import { suggestBySql } from './suggestions-by-sql.js';

export interface AxlCallManagerOptions {
  /** How numbers are looked up. Undefined: by lines, or by SQL for a release whose lines name no devices. */
  readonly lookup: 'lines' | 'sql' | undefined;
  readonly afterUpdate: 'none' | 'apply' | 'restart' | 'reset';
}

/** How AXL writes the buttons of each kind. */
const forms = { speeddial: speedDials, busylampfield: busyLampFields } as const;

/** The port of the use cases, implemented by AXL operations. */
export class AxlCallManager implements CallManager {
  readonly buttons: CallManager['buttons'];
  readonly #client: AxlClient;
  readonly #limiter: ConcurrencyLimiter;
  readonly #options: AxlCallManagerOptions;

  constructor(client: AxlClient, limiter: ConcurrencyLimiter, options: AxlCallManagerOptions) {
    this.#client = client;
    this.#limiter = limiter;
    this.#options = options;
    this.buttons = {
      speeddial: new AxlButtons(client, limiter, forms.speeddial, (device) => ({
        busylampfield: entriesIn(device, forms.busylampfield),
      })),
      busylampfield: new AxlButtons(client, limiter, forms.busylampfield, (device) => ({
        speeddial: entriesIn(device, forms.speeddial),
      })),
    };
  }

  findPhones(number: DirectoryNumber, context: CallContext, holding: Holding): Promise<Phone[]> {
    return this.#limiter.turn(context, () => this.#findPhones(number, context, holding));
  }

  findDevice(device: DeviceKey, context: CallContext): Promise<NamedDevice | undefined> {
    return this.#limiter.turn(context, () => findDevice(this.#client, device, context));
  }

  searchDevices(search: DeviceSearch, context: CallContext): Promise<DevicesFound> {
    return this.#limiter.turn(context, () => searchDevices(this.#client, search, context));
  }

  suggest(text: string, context: CallContext): Promise<Suggestible> {
    return this.#limiter.turn(context, () => suggestBySql(this.#client, text, context));
  }

  findNumbers(number: DirectoryNumber, context: CallContext): Promise<NumberSummary[]> {
    return this.#limiter.turn(context, () => findNumbersByLines(this.#client, number, context));
  }

  findButtons(number: DirectoryNumber, context: CallContext, holding: Holding): Promise<PointingButton[]> {
    return this.#limiter.turn(context, () => findButtonsBySql(this.#client, number, context, holding));
  }

  findButtonsPage(asked: ButtonPageAsked, context: CallContext, holding: Holding): Promise<ButtonsPage> {
    return this.#limiter.turn(context, () => findButtonsPageBySql(this.#client, asked, context, holding));
  }

  readLists(device: DeviceKey, context: CallContext): Promise<ButtonLists> {
    return this.#limiter.turn(context, () => readLists(this.#client, forms, device, context));
  }

  async #findPhones(number: DirectoryNumber, context: CallContext, holding: Holding): Promise<Phone[]> {
    const { lineNamesDevices } = await this.#client.traits(context);
    if (this.#options.lookup === 'sql' || (this.#options.lookup === undefined && !lineNamesDevices)) {
      return findPhonesBySql(this.#client, number, context, holding);
    }
    if (!lineNamesDevices) throw linesNameNoDevices();
    return findPhonesByLines(this.#client, number, context, holding);
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
