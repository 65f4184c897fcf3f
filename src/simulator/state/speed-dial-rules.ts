/** What the call manager allows in a speed dial, beyond the schema. */
export interface SpeedDialRules {
  readonly dirn: RegExp;
  readonly labelLength: number;
  readonly labelForbidden: RegExp;
  readonly highestIndex: number;
}

/**
 * Number and label: as the 8.5 database published them, with what later releases have besides: the comma, and an escaped
 * leading plus (`\+`), as it was seen stored on a 15.0. The highest index is not published; 199 is the most that a phone
 * button template can have.
 */
export const usualSpeedDialRules: SpeedDialRules = {
  dirn: /^(?:\\\+)?[0-9*#+,]{0,50}$/,
  labelLength: 30,
  labelForbidden: /"/,
  highestIndex: 199,
};
