import { type DeviceKey, deviceNoun } from '../domain/device.js';
import { ServiceError } from '../domain/errors.js';

/**
 * @param since how long that is so, for a device that was there before: ` any more`
 * @returns the error for a device that the call manager does not have
 */
export function noSuchDevice({ kind, name }: DeviceKey, since = ''): ServiceError {
  return new ServiceError(`${kind}-not-found`, {
    detail: `There is no ${deviceNoun[kind]} ${name}${since}.`,
    effect: 'refused',
  });
}
