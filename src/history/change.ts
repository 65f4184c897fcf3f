import type { Button, ButtonKind } from '../domain/buttons.js';
import type { DeviceKey } from '../domain/device.js';
import type { ErrorCode } from '../domain/error-catalogue.js';

/**
 * How a change ended: as the caller was told, `in-progress` while it runs, or `outcome-unknown` where the service
 * ended before the outcome was stored.
 */
export type Outcome = 'in-progress' | 'replaced' | 'confirmed-by-reading' | ErrorCode;

/** A list that is about to be set. */
export interface Intention {
  readonly time: Date;
  readonly user: string;
  readonly requestId: string;
  readonly device: DeviceKey;
  readonly kind: ButtonKind;
  /** What was read before; null where nothing could be read. */
  readonly before: readonly Button[] | null;
  readonly after: readonly Button[];
}

/** A change that is kept. */
export interface Change extends Intention {
  /** Its place in the order of all changes, as text. */
  readonly id: string;
  readonly outcome: Outcome;
}
