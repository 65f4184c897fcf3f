import type { ParsedUrlQuery } from 'node:querystring';
import type { DeviceKey } from '../../domain/device.js';
import { type DeviceName, longestDeviceName } from '../../domain/identifiers.js';
import { invalidRequest } from '../../domain/errors.js';
import { queryParameter } from '../openapi/operation-parts.js';
import { queryText, type QueryValue, readQuery, storable } from './fields.js';

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
  if (profile === undefined) return { kind: 'phone', name: read('phone', schemas.phone, phone) };
  refuseBoth('phone', phone, 'profile');
  return { kind: 'profile', name: read('profile', schemas.profile, profile) };
}

/**
 * Reads the query's `name` of a device.
 * @throws ServiceError if it is missing, empty, given twice or unfit
 */
export function parseName(kind: DeviceKey['kind'], { name }: ParsedUrlQuery): DeviceKey {
  return { kind, name: read('name', namesSchemas[kind], name) };
}

function read(parameter: string, schema: (typeof schemas)['phone'], value: QueryValue): DeviceName {
  return readQuery(parameter, schema, value) as DeviceName;
}

/**
 * Refuses a request with two parameters that exclude each other.
 * @param other the other given parameter
 */
export function refuseBoth(parameter: string, value: QueryValue, other: string): void {
  if (value === undefined) return;
  throw invalidRequest([
    { field: `query.${other}`, detail: `was given together with ${parameter}; give only one of them` },
  ]);
}

/** @returns the parameters of a device's list, for the document: exactly one of the two is required */
export function deviceParameters(): object[] {
  return [
    queryParameter('phone', schemas.phone, examples.phone, false),
    queryParameter('profile', schemas.profile, {}, false),
  ];
}

/** @returns the parameter of a device's name, for the document */
export function nameParameter(kind: DeviceKey['kind'], isRequired: boolean): object {
  return queryParameter('name', namesSchemas[kind], isRequired ? examples[kind] : {}, isRequired);
}
