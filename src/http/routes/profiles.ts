import { z } from 'zod';
import { deviceTexts } from '../../domain/device.js';
import { namedDeviceOf } from '../../domain/phone.js';
import { lookup } from './call.js';
import { requiredName } from './device-query.js';
import { deviceNamed, namedDeviceSchema, speedDialSchema } from './phones.js';
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

/** GET /profile?name=NAME: a device profile by its name. */
export const profiles: readonly Route[] = [
  lookup({
    path: '/profile',
    operationId: 'findProfile',
    summary: 'Find a device profile by its name',
    description:
      'A device profile holds the lines and buttons of a user who logs in at a phone (extension mobility). A name ' +
      'that no profile has gives an empty array.',
    query: requiredName('profile'),
    answers: {
      200: {
        description: 'The device profile.',
        json: { Profiles: profilesSchema },
        examples: { found: [example], 'no match': [] },
      },
    },
    parts: { SpeedDial: speedDialSchema },
    respond: (ctx, { query: name }, to) => deviceNamed(ctx, name, to),
  }),
];
