import { z } from 'zod';
import { deviceTexts } from '../../domain/device.js';
import { namedDeviceOf } from '../../domain/phone.js';
import { headersOfLookup, jsonResponse, lookupReferences } from '../openapi/operation-parts.js';
import { codesOfLookups, problemResponses } from '../openapi/problem-responses.js';
import { nameParameter } from './device-query.js';
import { namedDeviceSchema, respondWithDevice } from './phones.js';
import type { Route } from './route.js';

const profilesSchema = z
  .array(namedDeviceSchema)
  .meta({ description: 'The device profile, with the properties of a phone; empty where there is none.' });

const texts = { description: 'Support, early shift', product: 'Cisco 7841', model: 'Cisco 7841', name: 'UDP_SHIFT1' };
const example = namedDeviceOf(
  { ...deviceTexts, ...texts },
  {
    uuid: '3a65ce5d-13e8-40c7-a53e-a1db9f71fa33',
    dirns: ['4200'],
    speeddials: [{ index: '1', dirn: '3100', label: 'Reception' }],
  },
);

function findProfileOperation(): object {
  return {
    operationId: 'findProfile',
    tags: ['Phones'],
    summary: 'Find a device profile by its name',
    description:
      'A device profile holds the lines and buttons of a user who logs in at a phone (extension mobility). A name ' +
      'that no profile has gives an empty array.',
    parameters: [nameParameter('profile', true), ...lookupReferences],
    responses: {
      200: jsonResponse('The device profile.', 'Profiles', { found: [example], 'no match': [] }, headersOfLookup(200)),
      ...problemResponses(codesOfLookups),
    },
  };
}

/** GET /profile?name=NAME: a device profile by its name. */
export const profiles: readonly Route[] = [
  {
    method: 'get',
    path: '/profile',
    call: undefined,
    handlers: (to) => [(ctx) => respondWithDevice(ctx, 'profile', to)],
    operation: findProfileOperation,
    schemas: { output: { Profiles: profilesSchema } },
  },
];
