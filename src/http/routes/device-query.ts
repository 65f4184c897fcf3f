import type { ParsedUrlQuery } from 'node:querystring';
import type { DeviceKey } from '../../domain/device.js';
import { type DeviceName, longestDeviceName } from '../../domain/identifiers.js';
import type { QueryPart } from '../openapi/operation.js';
import {
  optional,
  queryParameter,
  queryText,
  type QueryValue,
  readQuery,
  required,
  storable,
  wrongParameter,
} from './fields.js';

/** Query parameters that name a device. */

const phonesName = "The phone's name in the call manager: SEP and the MAC address for a desk phone.";
const profilesName = "The device profile's name in the call manager.";

const schemas = {
  phone: deviceName("a phone's name such as phone=SEP00123456789A", phonesName),
  profile: deviceName("a device profile's name such as profile=UDP_SHIFT1", profilesName),
};
const namesSchemas = {
  phone: deviceName("a phone's name such as name=SEP00A1B2C30011", phonesName),
  profile: deviceName("a device profile's name such as name=UDP_SHIFT1", profilesName),
};
const examples = {
  phone: { 'a desk phone': 'SEP00A1B2C30011' },
  profile: { 'a device profile': 'UDP_SHIFT1' },
};

function deviceName(wanted: string, description: string) {
  return queryText(longestDeviceName, wanted).meta({ description, pattern: storable });
}

/**
 * Reads the query's device: `phone` or `profile`.
 * @throws ServiceError if both or neither are given, or the name is empty, given twice or unfit
 */
export function parseDevice({ phone, profile }: ParsedUrlQuery): DeviceKey {
  if (profile === undefined) return { kind: 'phone', name: nameIn('phone', phone) };
  refuseBoth('phone', phone, 'profile');
  return { kind: 'profile', name: nameIn('profile', profile) };
}

function nameIn(kind: DeviceKey['kind'], value: QueryValue): DeviceName {
  return readQuery(kind, schemas[kind], value) as DeviceName;
}

/** The device of a list: exactly one of the two parameters is required. */
export const deviceOfQuery: QueryPart<DeviceKey> = {
  parameters: () => [
    queryParameter({ name: 'phone', schema: schemas.phone, examples: examples.phone }, false),
    queryParameter({ name: 'profile', schema: schemas.profile }, false),
  ],
  parse: parseDevice,
};

const nameOf = (kind: DeviceKey['kind']) => ({
  name: 'name',
  schema: namesSchemas[kind],
  value: (name: string): DeviceKey => ({ kind, name: name as DeviceName }),
});

/** The name of a device of a kind. */
export const requiredName = (kind: DeviceKey['kind']): QueryPart<DeviceKey> =>
  required({ ...nameOf(kind), examples: examples[kind] });
export const optionalName = (kind: DeviceKey['kind']): QueryPart<DeviceKey | undefined> =>
  optional(nameOf(kind), undefined);

/**
 * Refuses a request with two parameters that exclude each other.
 * @param other the other given parameter
 */
export function refuseBoth(parameter: string, value: QueryValue, other: string): void {
  if (value === undefined) return;
  throw wrongParameter(other, `was given together with ${parameter}; give only one of them`);
}
