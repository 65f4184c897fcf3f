/** Written by `npm run docs`, from the schemas in src/http/routes. */

/** What a change may mean, as JSON Schema. */
export const intentTable = {
  lists: {
    description: 'The lists to set. Name each list once.',
    minItems: 1,
    maxItems: 50000,
    type: 'array',
    items: {
      type: 'object',
      properties: {
        device: {
          anyOf: [
            { type: 'string', minLength: 1, maxLength: 100 },
            {
              type: 'object',
              properties: {
                profile: { type: 'string', minLength: 1, maxLength: 100, description: 'The name of a device profile.' },
              },
              required: ['profile'],
            },
          ],
          description: 'The name of a phone, or an object with the name of a device profile.',
        },
        deviceKind: {
          description: 'What the name is the name of, as answers have it; `phone` if left out.',
          type: 'string',
          enum: ['phone', 'profile'],
        },
        kind: { type: 'string', enum: ['speeddial', 'busylampfield'], description: 'The kind of the buttons.' },
        ifMatch: { description: 'The `ETag` of the list that the change is based on.', type: 'string', maxLength: 100 },
        entries: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              index: { type: 'string', description: 'The position on the device.' },
              dirn: { description: 'The number that it dials or watches.', type: 'string' },
              partition: {
                description: 'For a busy lamp field: the partition of the number; empty: none.',
                type: 'string',
              },
              destination: { description: 'For a free-form busy lamp field: a number or address.', type: 'string' },
              label: { type: 'string', description: 'The text beside the button.' },
              pickup: { description: 'For a busy lamp field: whether it picks up calls.', type: 'boolean' },
            },
            required: ['index', 'label'],
            description: 'A speed dial or a busy lamp field, as its own list shows it.',
          },
          description: 'The whole list to set, as the body of `POST /speeddials` or `POST /busylampfields`.',
        },
      },
      required: ['device', 'kind', 'entries'],
      description: 'A list to set.',
    },
  },
  undo: {
    description: 'A change to undo.',
    type: 'object',
    properties: {
      change: { type: 'string', description: 'The id of the change.' },
      lists: {
        description: 'Only these of its lists.',
        minItems: 1,
        maxItems: 50000,
        type: 'array',
        items: {
          type: 'object',
          properties: {
            device: {
              anyOf: [
                { type: 'string', minLength: 1, maxLength: 100 },
                {
                  type: 'object',
                  properties: {
                    profile: {
                      type: 'string',
                      minLength: 1,
                      maxLength: 100,
                      description: 'The name of a device profile.',
                    },
                  },
                  required: ['profile'],
                },
              ],
              description: 'The name of a phone, or an object with the name of a device profile.',
            },
            deviceKind: {
              description: 'What the name is the name of, as answers have it; `phone` if left out.',
              type: 'string',
              enum: ['phone', 'profile'],
            },
            kind: { type: 'string', enum: ['speeddial', 'busylampfield'], description: 'The kind of the buttons.' },
          },
          required: ['device', 'kind'],
        },
      },
    },
    required: ['change'],
  },
  relabel: {
    description: 'Give all buttons to a number a label. One item, or an array of up to 5000.',
    minItems: 1,
    maxItems: 5000,
    type: 'array',
    items: {
      type: 'object',
      properties: {
        dirn: { type: 'string', minLength: 1, maxLength: 255, description: 'A directory number, as callers dial it.' },
        label: { type: 'string', maxLength: 255, description: 'The new label.' },
        kinds: {
          description: 'Only buttons of these kinds.',
          minItems: 1,
          maxItems: 5000,
          type: 'array',
          items: { type: 'string', enum: ['speeddial', 'busylampfield'], description: 'The kind of the buttons.' },
        },
        devices: {
          description: 'Only buttons of these devices, and of those that `search` finds.',
          minItems: 1,
          maxItems: 5000,
          type: 'array',
          items: {
            anyOf: [
              { type: 'string', minLength: 1, maxLength: 100, description: 'The name of a device profile.' },
              {
                type: 'object',
                properties: {
                  profile: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 100,
                    description: 'The name of a device profile.',
                  },
                },
                required: ['profile'],
              },
            ],
            description:
              'The name of a phone, its MAC address in any spelling, or the name of a device profile if no phone has it; or an object with the name of a device profile.',
          },
        },
        search: {
          type: 'string',
          minLength: 1,
          maxLength: 255,
          description: 'Words in the name or description of a device.',
        },
        oldLabel: { description: 'Only buttons with exactly this label.', type: 'string', maxLength: 255 },
        partition: {
          description: 'Only busy lamp fields that watch the number in this partition; empty: in none.',
          type: 'string',
          maxLength: 255,
        },
      },
      required: ['dirn', 'label'],
    },
  },
  replace: {
    description:
      'Let all buttons to a number lead to another one. Pauses and codes behind it stay. One item, or an array of up to 5000.',
    minItems: 1,
    maxItems: 5000,
    type: 'array',
    items: {
      type: 'object',
      properties: {
        dirn: { type: 'string', minLength: 1, maxLength: 255, description: 'A directory number, as callers dial it.' },
        to: { type: 'string', minLength: 1, maxLength: 255, description: 'The new number.' },
        toPartition: {
          description: 'The partition of the new number, for busy lamp fields; left out: theirs stays.',
          type: 'string',
          maxLength: 255,
        },
        label: { description: 'The new label; left out: the label stays.', type: 'string', maxLength: 255 },
        kinds: {
          description: 'Only buttons of these kinds.',
          minItems: 1,
          maxItems: 5000,
          type: 'array',
          items: { type: 'string', enum: ['speeddial', 'busylampfield'], description: 'The kind of the buttons.' },
        },
        devices: {
          description: 'Only buttons of these devices, and of those that `search` finds.',
          minItems: 1,
          maxItems: 5000,
          type: 'array',
          items: {
            anyOf: [
              { type: 'string', minLength: 1, maxLength: 100, description: 'The name of a device profile.' },
              {
                type: 'object',
                properties: {
                  profile: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 100,
                    description: 'The name of a device profile.',
                  },
                },
                required: ['profile'],
              },
            ],
            description:
              'The name of a phone, its MAC address in any spelling, or the name of a device profile if no phone has it; or an object with the name of a device profile.',
          },
        },
        search: {
          type: 'string',
          minLength: 1,
          maxLength: 255,
          description: 'Words in the name or description of a device.',
        },
        oldLabel: { description: 'Only buttons with exactly this label.', type: 'string', maxLength: 255 },
        partition: {
          description: 'Only busy lamp fields that watch the number in this partition; empty: in none.',
          type: 'string',
          maxLength: 255,
        },
      },
      required: ['dirn', 'to'],
    },
  },
  remove: {
    description: 'Remove all buttons to some numbers. One item, or an array of up to 5000.',
    minItems: 1,
    maxItems: 5000,
    type: 'array',
    items: {
      type: 'object',
      properties: {
        dirns: {
          minItems: 1,
          maxItems: 5000,
          type: 'array',
          items: {
            type: 'string',
            minLength: 1,
            maxLength: 255,
            description: 'A directory number, as callers dial it.',
          },
          description: 'Directory numbers.',
        },
        kinds: {
          description: 'Only buttons of these kinds.',
          minItems: 1,
          maxItems: 5000,
          type: 'array',
          items: { type: 'string', enum: ['speeddial', 'busylampfield'], description: 'The kind of the buttons.' },
        },
        devices: {
          description: 'Only buttons of these devices, and of those that `search` finds.',
          minItems: 1,
          maxItems: 5000,
          type: 'array',
          items: {
            anyOf: [
              { type: 'string', minLength: 1, maxLength: 100, description: 'The name of a device profile.' },
              {
                type: 'object',
                properties: {
                  profile: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 100,
                    description: 'The name of a device profile.',
                  },
                },
                required: ['profile'],
              },
            ],
            description:
              'The name of a phone, its MAC address in any spelling, or the name of a device profile if no phone has it; or an object with the name of a device profile.',
          },
        },
        search: {
          type: 'string',
          minLength: 1,
          maxLength: 255,
          description: 'Words in the name or description of a device.',
        },
        oldLabel: { description: 'Only buttons with exactly this label.', type: 'string', maxLength: 255 },
        partition: {
          description: 'Only busy lamp fields that watch the number in this partition; empty: in none.',
          type: 'string',
          maxLength: 255,
        },
      },
      required: ['dirns'],
    },
  },
  add: {
    description:
      'Add a button to devices. A device that has it already stays as it is. One item, or an array of up to 5000.',
    minItems: 1,
    maxItems: 5000,
    type: 'array',
    items: {
      type: 'object',
      properties: {
        devices: {
          description: 'These devices, with those that `search` finds.',
          minItems: 1,
          maxItems: 5000,
          type: 'array',
          items: {
            anyOf: [
              { type: 'string', minLength: 1, maxLength: 100, description: 'The name of a device profile.' },
              {
                type: 'object',
                properties: {
                  profile: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 100,
                    description: 'The name of a device profile.',
                  },
                },
                required: ['profile'],
              },
            ],
            description:
              'The name of a phone, its MAC address in any spelling, or the name of a device profile if no phone has it; or an object with the name of a device profile.',
          },
        },
        search: {
          type: 'string',
          minLength: 1,
          maxLength: 255,
          description: 'Words in the name or description of a device.',
        },
        kind: { type: 'string', enum: ['speeddial', 'busylampfield'], description: 'The kind of the buttons.' },
        entry: {
          type: 'object',
          properties: {
            dirn: { description: 'The number that it dials or watches.', type: 'string', minLength: 1, maxLength: 255 },
            destination: {
              description: 'For a free-form busy lamp field: a number or address.',
              type: 'string',
              minLength: 1,
              maxLength: 255,
            },
            partition: {
              description: 'For a busy lamp field: the partition of the number; empty: none.',
              type: 'string',
              maxLength: 255,
            },
            label: { description: 'The text beside the button.', type: 'string', maxLength: 255 },
            pickup: { description: 'For a busy lamp field: whether it picks up calls.', type: 'boolean' },
          },
          description:
            'The button without its index. A busy lamp field without `partition` watches the number in the only one it is in.',
        },
        index: {
          description: 'Left out: the first index of each device without a button.',
          type: 'string',
          maxLength: 255,
        },
      },
      required: ['kind', 'entry'],
    },
  },
  copy: {
    description: 'Replace all buttons of devices by those of another one. One item, or an array of up to 5000.',
    minItems: 1,
    maxItems: 5000,
    type: 'array',
    items: {
      type: 'object',
      properties: {
        from: {
          anyOf: [
            { type: 'string', minLength: 1, maxLength: 100, description: 'The name of a device profile.' },
            {
              type: 'object',
              properties: {
                profile: { type: 'string', minLength: 1, maxLength: 100, description: 'The name of a device profile.' },
              },
              required: ['profile'],
            },
          ],
          description:
            'The name of a phone, its MAC address in any spelling, or the name of a device profile if no phone has it; or an object with the name of a device profile.',
        },
        to: {
          description: 'These devices, with those that `search` finds.',
          minItems: 1,
          maxItems: 5000,
          type: 'array',
          items: {
            anyOf: [
              { type: 'string', minLength: 1, maxLength: 100, description: 'The name of a device profile.' },
              {
                type: 'object',
                properties: {
                  profile: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 100,
                    description: 'The name of a device profile.',
                  },
                },
                required: ['profile'],
              },
            ],
            description:
              'The name of a phone, its MAC address in any spelling, or the name of a device profile if no phone has it; or an object with the name of a device profile.',
          },
        },
        search: {
          type: 'string',
          minLength: 1,
          maxLength: 255,
          description: 'Words in the name or description of a device.',
        },
        kinds: {
          description: 'Only buttons of these kinds.',
          minItems: 1,
          maxItems: 5000,
          type: 'array',
          items: { type: 'string', enum: ['speeddial', 'busylampfield'], description: 'The kind of the buttons.' },
        },
      },
      required: ['from'],
    },
  },
  fix: {
    description: 'Give buttons what findings of the inventory propose.',
    anyOf: [
      {
        type: 'object',
        properties: {
          findings: {
            minItems: 1,
            maxItems: 5000,
            type: 'array',
            items: { type: 'string', minLength: 1, maxLength: 100 },
            description: 'The ids of findings.',
          },
        },
        required: ['findings'],
      },
      {
        type: 'object',
        properties: {
          kind: {
            type: 'string',
            enum: ['nobody-there', 'old-name', 'twice', 'ambiguous', 'unlike-others'],
            description: 'All findings of this kind.',
          },
        },
        required: ['kind'],
      },
    ],
  },
} as const;
