import type { ServiceError } from '../../domain/errors.js';
import type { XmlElement } from '../../axl/soap/xml.js';
import type { ListName } from './lists.js';

/** What became of setting a list. */
export interface SetOutcome {
  /** Undefined where the call manager said that it has set it. */
  readonly refusal: ServiceError | undefined;
  /** Whether the phone holds what was sent, by getPhone. */
  readonly isHeld: boolean;
  /** Whether the phone holds what it held before, by getPhone. */
  readonly isAsBefore: boolean;
  /** Whether the other list is as it was. */
  readonly isOtherKept: boolean;
  /** Whether the tables say the same as getPhone. */
  readonly isInTables: boolean;
  /** How many buttons of the list the phone holds. */
  readonly held: number;
}

/** The one phone that probes may write to. */
export interface WrittenPhone {
  readonly device: string;
  readonly uuid: string;
  /** Sets a list again as it was. */
  setAsBefore(list: ListName): Promise<SetOutcome>;
  /**
   * Sets a list, once, and looks at what the phone holds then.
   * @param name the name of the phone as it is sent
   */
  set(list: ListName, entries: readonly (readonly XmlElement[])[], name?: string): Promise<SetOutcome>;
}
