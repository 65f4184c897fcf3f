import type { ServiceError } from '../../domain/errors.js';
import type { XmlElement } from '../../axl/soap/xml.js';
import type { ListName } from './lists.js';

/** The result of setting a list. */
export interface SetOutcome {
  /** Undefined if the call manager said that it has set the list. */
  readonly refusal: ServiceError | undefined;
  /** Whether getPhone shows the list that was sent. */
  readonly isHeld: boolean;
  /** Whether getPhone shows the list from before. */
  readonly isAsBefore: boolean;
  /** Whether the other list is as it was. */
  readonly isOtherKept: boolean;
  /** Whether the tables agree with getPhone. */
  readonly isInTables: boolean;
  /** How many buttons of the list the phone has. */
  readonly held: number;
}

/** The only phone that probes may write to. */
export interface WrittenPhone {
  readonly device: string;
  readonly uuid: string;
  /** Sets a list to what it was before. */
  setAsBefore(list: ListName): Promise<SetOutcome>;
  /**
   * Sets a list once, and reads what the phone has then.
   * @param name the name of the phone, as it is sent
   */
  set(list: ListName, entries: readonly (readonly XmlElement[])[], name?: string): Promise<SetOutcome>;
}
