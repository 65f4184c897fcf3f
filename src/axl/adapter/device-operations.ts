import { type DeviceKey, deviceNoun } from '../../domain/device.js';
import { isServiceError, ServiceError } from '../../domain/errors.js';
import { parseUuid, type Uuid } from '../../domain/identifiers.js';
import type { CallContext } from '../../use-cases/call-context.js';
import type { AxlClient } from '../client/axl-client.js';
import { responseInvalid } from '../transport/response-invalid.js';
import type { Item } from '../soap/envelope.js';
import { type RequestName, requestShapes } from '../soap/requests.js';
import type { XmlElement } from '../soap/xml.js';
import { required, unlessNotFound } from './operations.js';

/** How AXL speaks of the devices of each kind. */
const kinds = {
  phone: {
    element: 'phone',
    called: ['phone', 'device'],
    calledInText: /\b(?:phone|device)\b/i,
  },
  profile: {
    element: 'deviceProfile',
    called: ['device profile', 'deviceprofile', 'profile', 'device'],
    // There are other profiles (SIP, security), and a device pool is no device.
    calledInText: /\bdevice ?profile\b|\bspecified (?:device|profile) (?:was|is) not\b/i,
  },
} as const;

/**
 * Reads a phone by getPhone, or a device profile by getDeviceProfile.
 * @param request which of the requests of that operation
 * @param node the only node that is asked
 * @returns the device's element, or undefined when there is none of that name
 */
export async function getDevice(
  client: AxlClient,
  { kind, name }: DeviceKey,
  request: RequestName,
  context: CallContext,
  node?: string,
): Promise<XmlElement | undefined> {
  const { element, called } = kinds[kind];
  const call = client.call({ kind: 'read', name: request, values: { name }, node }, context);
  const result = await unlessNotFound(call, [...called, name]);
  return result && required(result, element, requestShapes[request].operation);
}

/** @returns the key of a device as it was read */
export function uuidOf(device: XmlElement, request: RequestName): Uuid {
  const uuid = parseUuid(device.attributes['uuid'] ?? '');
  if (uuid !== undefined) return uuid;
  throw responseInvalid(
    `The call manager's answer to ${requestShapes[request].operation} lacks the ${nounOf(device)}'s uuid.`,
  );
}

function nounOf({ name }: XmlElement): string {
  return deviceNoun[name === kinds.profile.element ? 'profile' : 'phone'];
}

/**
 * Changes a phone by updatePhone, or a device profile by updateDeviceProfile.
 * @param request which of the requests of that operation
 * @param wasRead whether the device has just been read, so that it is there
 * @returns the device's key
 */
export async function updateDevice(
  client: AxlClient,
  device: DeviceKey,
  request: RequestName,
  items: readonly Item[],
  wasRead: boolean,
  context: CallContext,
): Promise<Uuid> {
  // Beforehand, because a fault that comes while the release is asked for refuses nothing of the list.
  await client.traits(context);
  const call = client.ask({ kind: 'write', name: request, values: { name: device.name }, items }, context);
  const { result, sentTo } = await call.catch((thrown: unknown) => {
    throw isServiceError(thrown, 'call-manager-fault') ? updateRefused(thrown, device, wasRead) : thrown;
  });
  const says = result.text.trim();
  const uuid = parseUuid(says);
  if (uuid !== undefined) return uuid;
  if (says === 'false') {
    throw new ServiceError('rejected-by-call-manager', {
      detail: 'The call manager answered the update with "false".',
      effect: 'refused',
    });
  }
  // The schema allows a bare "true", without the key: reading the device back, which the use case does whenever
  // an answer does not prove the write, brings the key.
  const { operation } = requestShapes[request];
  const { code, facts } = responseInvalid(`The call manager's answer to ${operation} holds no uuid.`);
  throw new ServiceError(code, { ...facts, sentTo });
}

/**
 * A fault of an update. Codes 5007 and 5003 say "not found" of other things too (5003 even of a missing privilege), so
 * the text has to name the device; of one that was there a moment ago, as what was not found.
 */
function updateRefused({ facts }: ServiceError, { kind, name }: DeviceKey, wasRead: boolean): ServiceError {
  const { axlCode, detail } = facts;
  const { calledInText } = kinds[kind];
  const namesDevice = wasRead
    ? holdsWord(detail, name, '(?: was| is)? not found')
    : holdsWord(detail, name) || calledInText.test(detail);
  const kept = { ...(axlCode !== undefined && { axlCode }), effect: 'refused' } as const;
  if ((axlCode === 5007 || axlCode === 5003) && /not found/i.test(detail) && namesDevice) {
    return new ServiceError(`${kind}-not-found`, { ...kept, detail: `There is no ${deviceNoun[kind]} ${name}.` });
  }
  return new ServiceError('rejected-by-call-manager', { ...kept, detail });
}

/**
 * Whether a text holds a name that is no part of a longer word, whatever the letter case: `EM` is not in `item`.
 * @param then what follows it, as a pattern
 */
function holdsWord(text: string, name: string, then = ''): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])${escaped}(?![\p{L}\p{N}_])${then}`, 'iu').test(text);
}
