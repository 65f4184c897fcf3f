import { ProblemError } from '../../src/client/index.js';
import type { DeviceKind } from '../../src/domain/device.js';
import type { ListRef } from '../../src/buttons-cli/lists.js';

/** The service's answer with an error code. */
export function problem(status: number, code: ProblemError['code'], retryAfterSeconds?: number): ProblemError {
  const body = { type: 'about:blank', title: code, detail: `It says ${code}.`, requestId: 'r1', status, code };
  return new ProblemError(body, retryAfterSeconds, undefined);
}

export const speedDials = (device: string, deviceKind: DeviceKind = 'phone'): ListRef => ({
  ...{ device, deviceKind },
  kind: 'speeddial',
});

export const lamps = (device: string, deviceKind: DeviceKind = 'phone'): ListRef => ({
  ...{ device, deviceKind },
  kind: 'busylampfield',
});
