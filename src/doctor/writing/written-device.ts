import type { ServiceError } from '../../domain/errors.js';
import type { XmlElement } from '../../axl/soap/xml.js';
import type { Told } from '../told.js';
import type { ListName, Target } from './device.js';

/** The result of setting a list. */
export interface SetOutcome {
  /** Undefined if the call manager did not refuse the list. */
  readonly refusal: ServiceError | undefined;
  /** Whether the device has the list that was sent. */
  readonly isHeld: boolean;
  /** Whether it has the list character by character, also spaces at the ends of labels. */
  readonly isExact: boolean;
  /** Whether the device has the list from before. */
  readonly isAsBefore: boolean;
  /** Whether the list that was sent is another one than the list from before. */
  readonly isNew: boolean;
  /** What else has changed; undefined if nothing has. */
  readonly harm: Told | undefined;
  /** Whether the tables agree with AXL; undefined if they cannot be read. */
  readonly isInTables: boolean | undefined;
  /** What the service says that the call manager did to the list; undefined if it has no words for it. */
  readonly reason: Told | undefined;
  /** The list that the device has, as `spelled` writes it. */
  readonly held: string;
}

/** What all writes have changed that they must not change. */
export interface Harm {
  readonly otherList: readonly Told[];
  readonly beside: readonly Told[];
}

/** The only device that probes may write to. */
export interface WrittenDevice {
  readonly target: Target;
  /** How many lists were sent so far. */
  readonly writes: number;
  /** False if a list was refused, or was not the whole list afterwards. A list with altered entries is a whole one. */
  readonly replaces: boolean;
  readonly harm: Harm;
  /** Sets a list to what it was before. */
  setAsBefore(list: ListName): Promise<SetOutcome>;
  /**
   * Sets a list once, and reads what the device has then.
   * @throws TrialEnded if the device is gone, or if someone else has changed it
   */
  set(list: ListName, entries: readonly (readonly XmlElement[])[]): Promise<SetOutcome>;
}

/** Nothing more is written, because the device is gone or someone else has changed it. */
export class TrialEnded extends Error {
  override readonly name = 'TrialEnded';

  constructor(readonly told: Told) {
    super('the trial ended');
  }
}
