/** Written by `npm run docs`, from the schemas in src/http/routes. */

/** The objects in the tools' answers, as JSON Schema. */
export const answerTable = {
  ChangeEntry: {
    type: 'object',
    properties: {
      index: { type: 'string', description: 'The position on the device.' },
      dirn: { description: 'The number that it dials or watches.', type: 'string' },
      partition: { description: 'For a busy lamp field: the partition of the number; empty: none.', type: 'string' },
      destination: { description: 'For a free-form busy lamp field: a number or address.', type: 'string' },
      label: { type: 'string', description: 'The text beside the button.' },
      pickup: { description: 'For a busy lamp field: whether it picks up calls.', type: 'boolean' },
    },
    required: ['index', 'label'],
    description: 'A speed dial or a busy lamp field, as its own list shows it.',
  },
  Status: {
    type: 'object',
    properties: {
      user: { type: 'string', description: 'The user who asks.' },
      right: {
        type: 'string',
        enum: ['look-up', 'propose', 'approve', 'change'],
        description: 'What this user may do; each right has those before it: look up, propose, approve, change.',
      },
      readOnly: { type: 'boolean', description: 'Whether this user may look up, but not change.' },
      mayPropose: {
        description: 'Whether this user may propose changes; left out if the service keeps no history.',
        type: 'boolean',
      },
      callManager: {
        type: 'object',
        properties: {
          state: {
            type: 'string',
            enum: ['ready', 'busy', 'credentials-refused', 'unavailable', 'unknown'],
            description:
              '`ready`: it answers and accepts the credentials. `busy`: it asked for a pause, or more requests wait for it than it can answer in time. `credentials-refused`: it refuses the credentials of this service. `unavailable`: it does not answer, or not with AXL. `unknown`: it was not asked, or has not answered yet.',
          },
          release: {
            description: 'The AXL release that is spoken with it; null until that is known.',
            type: ['string', 'null'],
          },
        },
        required: ['state', 'release'],
      },
      writingStopped: {
        description: 'Why every write is 503 `writing-stopped`; left out while this service writes.',
        type: 'object',
        properties: {
          since: { type: 'string', format: 'date-time' },
          device: { type: 'string' },
          reason: { type: 'string' },
        },
        required: ['since', 'device', 'reason'],
      },
      history: { type: 'boolean', description: 'Whether changes are kept, so that they can be seen and undone.' },
      inventory: {
        description:
          'The answer of `GET /inventory`, without `findings`; null if its store cannot be read; left out if there is no inventory.',
        anyOf: [
          {
            type: 'object',
            properties: {
              state: {
                type: 'string',
                enum: ['filling', 'whole', 'resting'],
                description:
                  '`filling`: the whole cluster has not been read yet. `whole`: it has. `resting`: the last sweep failed; the earlier data is still there, and the service retries.',
              },
              reason: { description: 'Why it is `resting`.', type: ['string', 'null'] },
              asOf: {
                anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
                description: 'When the last whole sweep began: no data is older.',
              },
              phones: { type: 'integer', minimum: 0, maximum: 9007199254740991 },
              profiles: { type: 'integer', minimum: 0, maximum: 9007199254740991 },
              numbers: { type: 'integer', minimum: 0, maximum: 9007199254740991 },
              buttons: { type: 'integer', minimum: 0, maximum: 9007199254740991 },
              listsToCheck: {
                type: 'integer',
                minimum: 0,
                maximum: 9007199254740991,
                description:
                  'How many lists were changed since a sweep read them, as far as the service knows. They have no findings before the next sweep.',
              },
              findings: {
                description:
                  'How many findings of each kind `GET /findings` lists if you give no filter; null before the first whole sweep, and if they cannot be counted now; left out in `GET /status`.',
                anyOf: [
                  {
                    type: 'object',
                    properties: {
                      'nobody-there': { type: 'integer', minimum: 0, maximum: 9007199254740991 },
                      'old-name': { type: 'integer', minimum: 0, maximum: 9007199254740991 },
                      twice: { type: 'integer', minimum: 0, maximum: 9007199254740991 },
                      ambiguous: { type: 'integer', minimum: 0, maximum: 9007199254740991 },
                      'unlike-others': { type: 'integer', minimum: 0, maximum: 9007199254740991 },
                    },
                    required: ['nobody-there', 'old-name', 'twice', 'ambiguous', 'unlike-others'],
                  },
                  { type: 'null' },
                ],
              },
              progress: {
                anyOf: [
                  {
                    type: 'object',
                    properties: {
                      tables: { type: 'integer', minimum: 0, maximum: 9007199254740991 },
                      of: { type: 'integer', minimum: 0, maximum: 9007199254740991 },
                      rows: { type: 'integer', minimum: 0, maximum: 9007199254740991 },
                    },
                    required: ['tables', 'of', 'rows'],
                  },
                  { type: 'null' },
                ],
                description: 'How many tables and rows the current sweep has read so far.',
              },
            },
            required: [
              'state',
              'reason',
              'asOf',
              'phones',
              'profiles',
              'numbers',
              'buttons',
              'listsToCheck',
              'progress',
            ],
            description: 'The state of the inventory.',
          },
          { type: 'null' },
        ],
      },
      version: { type: 'string', description: "This service's." },
    },
    required: ['user', 'right', 'readOnly', 'callManager', 'history', 'version'],
    description: 'What a front end needs to know at the start.',
  },
  Number: {
    type: 'object',
    properties: {
      dirn: { type: 'string', description: 'The number, with a plain plus.' },
      partition: { type: 'string', description: 'Empty for a number without one.' },
      description: { type: 'string' },
    },
    required: ['dirn', 'partition', 'description'],
    description: 'A directory number in one route partition.',
  },
  Phone: {
    type: 'object',
    properties: {
      product: { type: 'string' },
      description: { type: 'string' },
      model: { type: 'string' },
      name: { type: 'string', description: 'The key of the phone, for speed dials too.' },
      uuid: { type: 'string', description: 'In lower case, without braces.' },
      dirns: {
        type: 'array',
        items: { type: 'string' },
        description: 'Its directory numbers in line order.',
        uniqueItems: true,
      },
      speeddials: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            index: { type: 'string', description: 'Position on the phone, a string of digits.' },
            dirn: { type: 'string', description: 'The number that is dialled.' },
            label: { type: 'string', description: 'The text beside the button.' },
          },
          required: ['index', 'dirn', 'label'],
          description: 'A speed dial of a phone, as the call manager stores it.',
        },
        description: 'In numeric order of index.',
      },
    },
    required: ['product', 'description', 'model', 'name', 'uuid', 'dirns', 'speeddials'],
    description: 'Every property is always there and never null; a text is empty if the call manager has none.',
  },
  NamedDevice: {
    type: 'object',
    properties: {
      product: { type: 'string' },
      description: { type: 'string' },
      model: { type: 'string' },
      name: { type: 'string', description: 'The key of the phone, for speed dials too.' },
      uuid: { type: 'string', description: 'In lower case, without braces.' },
      dirns: {
        type: 'array',
        items: { type: 'string' },
        description: 'Its directory numbers in line order.',
        uniqueItems: true,
      },
      speeddials: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            index: { type: 'string', description: 'Position on the phone, a string of digits.' },
            dirn: { type: 'string', description: 'The number that is dialled.' },
            label: { type: 'string', description: 'The text beside the button.' },
          },
          required: ['index', 'dirn', 'label'],
          description: 'A speed dial of a phone, as the call manager stores it.',
        },
        description: 'In numeric order of index.',
      },
    },
    required: ['product', 'description', 'model', 'name', 'uuid', 'dirns', 'speeddials'],
    description: 'Every property is always there and never null; a text is empty if the call manager has none.',
  },
  Device: {
    type: 'object',
    properties: {
      deviceKind: { type: 'string', enum: ['phone', 'profile'] },
      name: { type: 'string' },
      description: { type: 'string' },
      product: { type: 'string' },
      model: { type: 'string' },
      uuid: { type: 'string', description: 'In lower case, without braces.' },
    },
    required: ['deviceKind', 'name', 'description', 'product', 'model', 'uuid'],
    description: 'A phone or device profile.',
  },
  PointingButton: {
    type: 'object',
    properties: {
      device: { type: 'string', description: "The device's name." },
      deviceKind: { type: 'string', enum: ['phone', 'profile'] },
      uuid: { type: 'string', description: "The device's." },
      description: { type: 'string', description: "The device's." },
      kind: { type: 'string', enum: ['speeddial', 'busylampfield'] },
      index: { type: 'string', description: 'Position on the device, a string of digits.' },
      dirn: {
        type: 'string',
        description:
          'What it dials or watches, with a plain plus: the number, then a comma, pauses and codes, if there are any.',
      },
      partition: {
        type: 'string',
        description: 'The partition of the number that a busy lamp field watches; empty if there is none.',
      },
      label: { type: 'string' },
    },
    required: ['device', 'deviceKind', 'uuid', 'description', 'kind', 'index', 'dirn', 'partition', 'label'],
    description: 'A button that points at a number, and the device that has it.',
  },
  Finding: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'It stays the same while the same button is wrong in the same way.' },
      kind: {
        type: 'string',
        enum: ['nobody-there', 'old-name', 'twice', 'ambiguous', 'unlike-others'],
        description:
          '`nobody-there`: no device has the number. `old-name`: the label is an old name of the number, or the name of another number. `twice`: the device has a button to the same number at a lower index. `ambiguous`: the device watches the same digits in two partitions. `unlike-others`: most buttons to the number have another label.',
      },
      device: { type: 'string', description: "The device's name." },
      deviceKind: { type: 'string', enum: ['phone', 'profile'] },
      description: { type: 'string', description: "The device's." },
      list: { type: 'string', enum: ['speeddial', 'busylampfield'] },
      index: { type: 'string', description: 'Position on the device, a string of digits.' },
      dirn: { type: 'string', description: 'What the button points at.' },
      partition: { type: 'string', description: 'That of the number that a busy lamp field watches; otherwise empty.' },
      label: { type: 'string', description: 'The text beside the button.' },
      since: { type: 'string', format: 'date-time', description: 'When the first sweep that found it began.' },
      evidence: { type: 'string', description: 'Why the button is probably wrong.' },
      proposal: {
        anyOf: [
          {
            type: 'object',
            properties: {
              set: {
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
            },
            required: ['set'],
          },
          { type: 'object', properties: { remove: { type: 'boolean', const: true } }, required: ['remove'] },
          { type: 'null' },
        ],
        description:
          'What would fix the button; null if that is not known. If `pickup` is left out, keep that of the current entry.',
      },
      dismissal: {
        anyOf: [
          {
            type: 'object',
            properties: {
              reason: { type: 'string' },
              user: { type: 'string' },
              time: { type: 'string', format: 'date-time' },
            },
            required: ['reason', 'user', 'time'],
          },
          { type: 'null' },
        ],
        description: 'Who dismissed it, when and why; null if no one did.',
      },
    },
    required: [
      'id',
      'kind',
      'device',
      'deviceKind',
      'description',
      'list',
      'index',
      'dirn',
      'partition',
      'label',
      'since',
      'evidence',
      'proposal',
      'dismissal',
    ],
    description: 'A button that is probably wrong.',
  },
  ChangeWithLists: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'Changes that were asked for later have higher ones.' },
      state: {
        type: 'string',
        enum: ['draft', 'reading', 'proposed', 'running', 'stopped', 'done', 'partly-done', 'closed'],
        description:
          '`draft`: only its author sees it. `reading`: its lists are being read. `proposed`: it waits for an approval, or for its author to begin it. `running`: its lists are being set. `stopped`: it was stopped, or ended before its last list. `done`: every list is as asked for. `partly-done`: some lists could not be set. `closed`: it was never begun.',
      },
      closedBecause: {
        anyOf: [{ type: 'string', enum: ['rejected', 'withdrawn', 'expired', 'nothing-to-change'] }, { type: 'null' }],
        description: 'With the state `closed`.',
      },
      why: { description: 'Why it stopped, or did not begin although that was asked for.', type: ['string', 'null'] },
      undone: {
        type: 'string',
        enum: ['none', 'partly', 'whole'],
        description: 'How much of it undos of this service have undone that were not undone themselves.',
      },
      source: {
        type: 'string',
        enum: ['service', 'elsewhere'],
        description: '`elsewhere`: not made by this service, which saw it later.',
      },
      title: { type: 'string' },
      reason: { type: 'string' },
      user: { description: 'Who asked for it; null for a change made elsewhere.', type: ['string', 'null'] },
      time: {
        type: 'string',
        format: 'date-time',
        description: 'When it was asked for; for a change made elsewhere, when it was seen.',
      },
      expires: {
        anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
        description: 'From then on it cannot be approved or begun for the first time.',
      },
      notBefore: {
        anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
        description: 'It sets no list before this time.',
      },
      digest: {
        description: 'Covers all that it does; an approval names it. Null until its lists are read.',
        type: ['string', 'null'],
      },
      undoes: { description: 'The change that it undoes.', type: ['string', 'null'] },
      notes: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            code: {
              type: 'string',
              enum: ['left-out', 'not-edited', 'one-more', 'unknown-target', 'lost-zeros', 'unusual', 'not-checked'],
              description:
                '`left-out`: without a match. `not-edited`: meant, but left alone. `one-more`: there is such a button already. `unusual`: may be a mistake. With `unknown-target` and `lost-zeros` a change does not begin by itself.',
            },
            text: { type: 'string' },
          },
          required: ['code', 'text'],
        },
        description: 'What to know about its lists.',
      },
      counts: {
        type: 'object',
        properties: {
          total: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
          unread: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
          open: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
          sending: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
          changed: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
          already: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
          'changed-meanwhile': { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
          refused: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
          'stored-otherwise': { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
          uncertain: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        },
        required: ['total'],
        description: 'How many of its lists are in each state; a state without lists is left out.',
      },
      approval: {
        anyOf: [
          {
            type: 'object',
            properties: { user: { type: 'string' }, time: { type: 'string', format: 'date-time' } },
            required: ['user', 'time'],
          },
          { type: 'null' },
        ],
      },
      rejection: {
        anyOf: [
          {
            type: 'object',
            properties: {
              user: { type: 'string' },
              time: { type: 'string', format: 'date-time' },
              reason: { type: 'string' },
            },
            required: ['user', 'time', 'reason'],
          },
          { type: 'null' },
        ],
        description: 'Who rejected or withdrew it, and why.',
      },
      application: {
        anyOf: [
          {
            type: 'object',
            properties: {
              user: { type: 'string' },
              time: { type: 'string', format: 'date-time' },
              stopping: { type: 'boolean', description: 'Whether it stops after the lists that are under way.' },
              ended: {
                anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
                description: 'Null while it is under way.',
              },
            },
            required: ['user', 'time', 'stopping', 'ended'],
          },
          { type: 'null' },
        ],
        description: 'Whose right sets its lists, since when.',
      },
      waitsFor: { description: 'What it waits for now.', type: ['string', 'null'] },
      may: {
        type: 'array',
        items: { type: 'string', enum: ['propose', 'approve', 'reject', 'withdraw', 'apply', 'stop', 'undo'] },
        description: 'What the user who asks may do with it now.',
      },
      lists: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            device: { type: 'string', description: "The device's name." },
            deviceKind: { type: 'string', enum: ['phone', 'profile'] },
            uuid: {
              description: "The device's key, which stays if it is renamed; null until the list is read.",
              type: ['string', 'null'],
            },
            kind: { type: 'string', enum: ['speeddial', 'busylampfield'] },
            position: {
              type: 'integer',
              minimum: -9007199254740991,
              maximum: 9007199254740991,
              description: "Its place among the change's lists, counted from 0.",
            },
            state: {
              type: 'string',
              enum: [
                'unread',
                'open',
                'sending',
                'changed',
                'already',
                'changed-meanwhile',
                'refused',
                'stored-otherwise',
                'uncertain',
              ],
              description:
                '`unread`: it was not read yet. `open`: it waits to be set. `sending`: it is being set. `changed`: it was set. `already`: it was as asked for. `changed-meanwhile`: someone else has changed it, and it stays as it is. `refused`: it surely was not set. `stored-otherwise`: it was set, but the call manager keeps another list. `uncertain`: it may have been set.',
            },
            problem: {
              anyOf: [
                {
                  type: 'object',
                  properties: {
                    code: {
                      type: 'string',
                      enum: [
                        'invalid-request',
                        'unauthenticated',
                        'forbidden',
                        'may-only-propose',
                        'cross-site',
                        'not-found',
                        'method-not-allowed',
                        'payload-too-large',
                        'unsupported-media-type',
                        'too-many-failed-logins',
                        'phone-not-found',
                        'profile-not-found',
                        'entry-not-found',
                        'not-representable',
                        'changed-meanwhile',
                        'history-off',
                        'change-not-found',
                        'change-state',
                        'too-many-changes',
                        'nothing-to-change',
                        'idempotency-key-reused',
                        'other-digest',
                        'own-change',
                        'history-unavailable',
                        'inventory-off',
                        'inventory-incomplete',
                        'finding-not-found',
                        'not-kept',
                        'too-many-buttons',
                        'rejected-by-call-manager',
                        'stored-otherwise',
                        'writing-stopped',
                        'call-manager-refused-credentials',
                        'axl-service-unavailable',
                        'axl-version-unsupported',
                        'call-manager-fault',
                        'call-manager-busy',
                        'call-manager-unavailable',
                        'call-manager-unreachable',
                        'call-manager-timeout',
                        'call-manager-answer-invalid',
                        'outcome-unknown',
                        'overloaded',
                        'internal-error',
                      ],
                    },
                    detail: { type: ['string', 'null'] },
                  },
                  required: ['code', 'detail'],
                },
                { type: 'null' },
              ],
              description: 'Why it is not as asked for.',
            },
            foundLater: {
              description: 'What a later read showed about a list whose answer was lost; left out until then.',
              type: 'object',
              properties: {
                list: {
                  type: 'string',
                  enum: ['after', 'before', 'other'],
                  description:
                    'The list that the device had then: the list to set, the list from before, or another list.',
                },
                time: { type: 'string', format: 'date-time' },
              },
              required: ['list', 'time'],
            },
            ifMatch: { description: 'The `ETag` of the list that the change is based on.', type: ['string', 'null'] },
            before: {
              anyOf: [
                {
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
                      destination: {
                        description: 'For a free-form busy lamp field: a number or address.',
                        type: 'string',
                      },
                      label: { type: 'string', description: 'The text beside the button.' },
                      pickup: { description: 'For a busy lamp field: whether it picks up calls.', type: 'boolean' },
                    },
                    required: ['index', 'label'],
                    description: 'A speed dial or a busy lamp field, as its own list shows it.',
                  },
                },
                { type: 'null' },
              ],
              description: 'The list before; null if it is not known.',
            },
            after: {
              anyOf: [
                {
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
                      destination: {
                        description: 'For a free-form busy lamp field: a number or address.',
                        type: 'string',
                      },
                      label: { type: 'string', description: 'The text beside the button.' },
                      pickup: { description: 'For a busy lamp field: whether it picks up calls.', type: 'boolean' },
                    },
                    required: ['index', 'label'],
                    description: 'A speed dial or a busy lamp field, as its own list shows it.',
                  },
                },
                { type: 'null' },
              ],
              description:
                'The list to set, or the one that the call manager keeps instead; null if the stored list is damaged, or the device was removed elsewhere.',
            },
            difference: {
              anyOf: [
                {
                  type: 'object',
                  properties: {
                    added: {
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
                          destination: {
                            description: 'For a free-form busy lamp field: a number or address.',
                            type: 'string',
                          },
                          label: { type: 'string', description: 'The text beside the button.' },
                          pickup: { description: 'For a busy lamp field: whether it picks up calls.', type: 'boolean' },
                        },
                        required: ['index', 'label'],
                        description: 'A speed dial or a busy lamp field, as its own list shows it.',
                      },
                    },
                    removed: {
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
                          destination: {
                            description: 'For a free-form busy lamp field: a number or address.',
                            type: 'string',
                          },
                          label: { type: 'string', description: 'The text beside the button.' },
                          pickup: { description: 'For a busy lamp field: whether it picks up calls.', type: 'boolean' },
                        },
                        required: ['index', 'label'],
                        description: 'A speed dial or a busy lamp field, as its own list shows it.',
                      },
                    },
                    changed: {
                      type: 'array',
                      items: {
                        type: 'object',
                        properties: {
                          before: {
                            type: 'object',
                            properties: {
                              index: { type: 'string', description: 'The position on the device.' },
                              dirn: { description: 'The number that it dials or watches.', type: 'string' },
                              partition: {
                                description: 'For a busy lamp field: the partition of the number; empty: none.',
                                type: 'string',
                              },
                              destination: {
                                description: 'For a free-form busy lamp field: a number or address.',
                                type: 'string',
                              },
                              label: { type: 'string', description: 'The text beside the button.' },
                              pickup: {
                                description: 'For a busy lamp field: whether it picks up calls.',
                                type: 'boolean',
                              },
                            },
                            required: ['index', 'label'],
                            description: 'A speed dial or a busy lamp field, as its own list shows it.',
                          },
                          after: {
                            type: 'object',
                            properties: {
                              index: { type: 'string', description: 'The position on the device.' },
                              dirn: { description: 'The number that it dials or watches.', type: 'string' },
                              partition: {
                                description: 'For a busy lamp field: the partition of the number; empty: none.',
                                type: 'string',
                              },
                              destination: {
                                description: 'For a free-form busy lamp field: a number or address.',
                                type: 'string',
                              },
                              label: { type: 'string', description: 'The text beside the button.' },
                              pickup: {
                                description: 'For a busy lamp field: whether it picks up calls.',
                                type: 'boolean',
                              },
                            },
                            required: ['index', 'label'],
                            description: 'A speed dial or a busy lamp field, as its own list shows it.',
                          },
                        },
                        required: ['before', 'after'],
                      },
                    },
                  },
                  required: ['added', 'removed', 'changed'],
                },
                { type: 'null' },
              ],
            },
            changedSince: {
              description: 'The newest change that may have set the list since it was read; not this one.',
              type: ['string', 'null'],
            },
            undoneBy: { description: 'The newest change that has undone it.', type: ['string', 'null'] },
            undoable: { type: 'boolean', description: 'False if it can never be undone.' },
            sent: {
              anyOf: [
                {
                  type: 'object',
                  properties: {
                    time: { type: 'string', format: 'date-time' },
                    user: { type: ['string', 'null'] },
                    requestId: { description: 'Its id in log and audit.', type: ['string', 'null'] },
                    seenAfter: {
                      anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
                      description: 'For a change made elsewhere: it was made between this and `time`.',
                    },
                  },
                  required: ['time', 'user', 'requestId', 'seenAfter'],
                },
                { type: 'null' },
              ],
              description: 'When it was sent, and for whom; null if it was not sent.',
            },
          },
          required: [
            'device',
            'deviceKind',
            'uuid',
            'kind',
            'position',
            'state',
            'problem',
            'ifMatch',
            'before',
            'after',
            'difference',
            'changedSince',
            'undoneBy',
            'undoable',
            'sent',
          ],
          description: 'A list of a change.',
        },
      },
    },
    required: [
      'id',
      'state',
      'closedBecause',
      'why',
      'undone',
      'source',
      'title',
      'reason',
      'user',
      'time',
      'expires',
      'notBefore',
      'digest',
      'undoes',
      'notes',
      'counts',
      'approval',
      'rejection',
      'application',
      'waitsFor',
      'may',
      'lists',
    ],
    description: 'A change, with some of its lists.',
  },
} as const;
