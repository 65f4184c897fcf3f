import type { CallManagerState, SpeedDial } from './call-manager-state.js';

/** A phone as the control path shows it. */
export interface PhoneState {
  readonly name: string;
  /** Lower case without braces. */
  readonly uuid: string;
  readonly description: string;
  readonly product: string;
  readonly model: string;
  /** The numbers in line order, as stored, with their partition (empty: none). */
  readonly lines: readonly { readonly pattern: string; readonly routePartition: string }[];
  readonly speedDials: readonly SpeedDial[];
  /** How many; an update leaves them alone. */
  readonly busyLampFields: number;
}

/** Every phone as it is now. */
export function showState(state: CallManagerState): PhoneState[] {
  return state.phones.map((phone) => ({
    name: phone.name,
    uuid: phone.uuid,
    description: phone.description,
    product: phone.product,
    model: phone.model,
    lines: [...phone.appearances]
      .sort((a, b) => a.index - b.index)
      .map(({ line }) => ({ pattern: line.pattern, routePartition: line.routePartition?.name ?? '' })),
    speedDials: phone.speedDials,
    busyLampFields: phone.busyLampFields.length,
  }));
}
