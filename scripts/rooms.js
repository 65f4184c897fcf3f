/** What every part of the service may use: the domain, and the types of the log and the metrics. */
const domain = ['domain'];
const told = [...domain, 'observability/observations', 'observability/tracing'];

/** What the use cases need from a call manager, and the context of each call. */
const port = [
  'use-cases/call-manager',
  'use-cases/call-context',
  'use-cases/time-limit',
  'use-cases/single-flight',
  'use-cases/room',
];

const http = [
  ...['http', 'http/routes', 'http/routes/buttons', 'http/routes/changes', 'http/routes/inventory'],
  ...['http/middleware', 'http/openapi'],
  'http/console',
];

/**
 * The rooms of src, and what each may import of the others: a room, or one file of it. A room is a folder with all its
 * subfolders that are not rooms themselves. http → use-cases → domain; axl → the use cases' port and the domain; inside
 * axl only one direction: adapter → client → nodes → admission, transport and soap. Only service and the commands join
 * the parts.
 */
export const rooms = {
  // Only list-tag.ts needs a hash. The console uses other files of the domain (`words`, below).
  domain: { imports: [], packages: ['node:crypto'] },
  'use-cases': { imports: told },

  http: { imports: ['use-cases', 'authentication/network-of', ...told, ...http, 'version'] },
  'http/routes': {
    imports: [
      ...['use-cases', 'changes/journal', 'changes/changes', 'inventory/asked-inventory', ...told],
      ...['http', 'http/middleware', 'http/openapi', 'csv', 'version'],
    ],
  },
  'http/routes/changes': {
    imports: [
      ...['use-cases', 'changes', 'changes/store', 'csv', ...told],
      ...['http', 'http/middleware', 'http/openapi', 'http/routes', 'http/routes/buttons'],
    ],
  },
  'http/routes/inventory': {
    imports: [
      ...[...domain, 'inventory', 'inventory/store', 'use-cases/fair-turns'],
      ...['http', 'http/middleware', 'http/openapi', 'http/routes'],
    ],
  },
  'http/routes/buttons': {
    imports: ['use-cases', ...told, 'http', 'http/middleware', 'http/openapi', 'http/routes'],
  },
  'http/openapi': { imports: ['use-cases', ...told, 'http', 'http/middleware', 'version'] },
  'http/console': { imports: [...told, 'http/middleware'] },
  'http/middleware': { imports: ['use-cases', 'authentication/network-of', ...told, 'http'] },

  axl: {
    imports: [
      ...['axl/adapter', 'axl/client', 'axl/nodes', 'axl/admission', 'axl/transport', 'axl/soap'],
      ...[...port, ...told, 'inventory/cluster-pages'],
    ],
  },
  'axl/adapter': {
    imports: [
      ...['axl/client', 'axl/nodes', 'axl/admission', 'axl/transport', 'axl/soap', ...port, ...told],
      ...['inventory/cluster-pages', 'inventory/known-rows', 'inventory/swept-tables'],
    ],
  },
  'axl/client': { imports: ['axl/nodes', 'axl/admission', 'axl/transport', 'axl/soap', ...port, ...told] },
  'axl/nodes': { imports: ['axl/admission', 'axl/transport', 'axl/soap', ...port, ...told] },
  'axl/admission': { imports: ['axl/transport', ...port, ...told] },
  'axl/soap': { imports: ['axl/transport', ...port, ...told] },
  'axl/transport': { imports: [...port, ...told] },

  // One database for all that is kept: its port, both drivers, and the threads of SQLite. Each wing has its own tables.
  store: {
    imports: [
      ...['use-cases/call-context', 'use-cases/time-limit', 'use-cases/fair-turns', ...told],
      ...['store/sqlite', 'store/postgres', 'store/thread'],
    ],
  },
  'store/thread': { imports: ['store'] },
  'store/sqlite': { imports: ['store', 'store/thread'] },
  'store/postgres': { imports: [...domain, 'use-cases/time-limit', 'store', 'files'] },

  // Lists that are set together, what was sent, and the work on them.
  changes: {
    imports: [
      ...[
        'use-cases/call-context',
        'use-cases/time-limit',
        'use-cases/write-journal',
        'use-cases/replace-buttons',
        'use-cases/writing-stop',
        'use-cases/lookups',
        'use-cases/find-buttons',
      ],
      ...['use-cases/call-manager', ...told, 'changes/store', 'store'],
    ],
  },
  'changes/store': {
    imports: [
      ...[
        ...domain,
        'changes/change',
        'changes/difference',
        'changes/intents/intent',
        'changes/intents/list-edits',
        'use-cases/call-context',
        'use-cases/time-limit',
        'use-cases/writing-stop',
        'store',
      ],
    ],
  },

  inventory: {
    imports: [
      ...['use-cases/call-context', 'use-cases/lookups', 'use-cases/time-limit', 'use-cases/write-journal', ...told],
      ...['use-cases/fair-turns', 'use-cases/in-turns', 'use-cases/room'],
      ...['inventory/store', 'inventory/store/sqlite', 'inventory/store/postgres'],
      ...['changes/change', 'store', 'store/postgres'],
    ],
  },
  'inventory/store': { imports: [...domain, 'inventory/swept-tables', 'store'] },
  'inventory/store/sqlite': {
    imports: [...domain, 'inventory/swept-tables', 'inventory/store', 'store', 'store/sqlite', 'store/thread'],
  },
  'inventory/store/postgres': { imports: [...domain, 'inventory/store', 'store', 'store/postgres'] },

  // The file of buttons that the service and the command line read and write.
  csv: { imports: domain, packages: [] },

  authentication: { imports: [...told, 'files', 'use-cases/time-limit'] },
  observability: { imports: domain },
  files: { imports: [] },
  tls: { imports: ['files', 'http', ...told] },
  config: {
    imports: ['authentication', 'axl', 'axl/soap/releases', 'files', 'store/database-url', ...told],
  },
  admin: {
    imports: [
      'use-cases',
      'http',
      'http/middleware',
      'http/routes/route',
      'observability',
      'axl/axl-backend',
      'config/config',
      'version',
      ...domain,
    ],
  },

  // Sends requests to the call manager as the service does, and reports what it sees; it changes nothing in the
  // service.
  doctor: {
    imports: [
      ...['axl', 'axl/adapter', 'axl/client', 'axl/nodes', 'axl/transport', 'axl/soap', 'domain', 'version'],
      ...['use-cases/call-manager', 'use-cases/call-context', 'inventory/cluster-pages', 'inventory/swept-tables'],
    ],
  },

  // For other programs: it uses only the platform.
  client: { imports: [], packages: [] },
  // Shares only wsdl/ and fixtures/ with the rest.
  simulator: { imports: [] },

  version: { imports: [] },
  service: {
    imports: [
      ...['config', 'domain', 'use-cases', 'axl', ...http, 'authentication', 'admin', 'tls', 'files', 'observability'],
      ...['changes', 'changes/store', 'inventory', 'store'],
      'version',
    ],
  },
  commands: {
    imports: [
      ...[
        'service',
        'simulator',
        'doctor',
        'config',
        'domain',
        'use-cases',
        'axl',
        'http',
        'authentication',
        'admin',
        'tls',
      ],
      ...['files', 'observability', 'changes/store/tables', 'store', 'version'],
      'buttons-cli/connection/settings',
    ],
  },
  // A client of the service; of the service itself it uses only the domain and the form of files.
  'buttons-cli': { imports: ['client', 'csv', 'domain', 'files/text-files', 'version'] },
  // Another client of the service, for agents: it shares the connection code, and has no way to write.
  mcp: {
    imports: [
      ...['failures', 'open-client', 'retries', 'settings'].map((name) => `buttons-cli/connection/${name}`),
      ...['client', 'domain/sought', 'domain/suggestion', 'domain/unseen', 'buttons-cli/stop', 'version'],
    ],
  },
  main: { imports: ['commands', 'buttons-cli', 'mcp', 'observability/observations', 'version'] },
};

/** What the console uses of the service: the typed client, and those files of the domain that need nothing else. */
const typedClient = ['../src/client/index'];
const words = [
  ...['busy-lamp-field', 'button-kinds', 'buttons', 'device', 'difference', 'grouped', 'identifiers', 'phone'],
  ...['sought', 'unseen'],
];
const service = [...typedClient, ...words.map((name) => `../src/domain/${name}`)];

/** The logic without a page: how lists are loaded, edited, relabelled and compared. */
const logic = ['calls', 'changes', 'editing'];

/** All packages of the page: it has to stay small. */
const preact = ['preact', '@preact/signals'];

/** The rooms of web, from the bottom up: texts and logic, the one place for state, and the screens. */
export const webRooms = {
  style: { imports: [], packages: [] },
  texts: { imports: typedClient, packages: [] },
  editing: { imports: service, packages: [] },
  calls: { imports: [...service, 'editing'], packages: [] },
  changes: { imports: [...service, 'calls', 'editing'], packages: [] },
  state: { imports: [...service, ...logic, 'texts'], packages: preact },
  components: { imports: [...service, ...logic, 'state', 'texts'], packages: preact },
  screens: { imports: [...service, ...logic, 'components', 'state', 'texts'], packages: preact },
  app: { imports: ['components', 'screens', 'state', 'texts'], packages: preact },
  main: { imports: ['app', 'state', 'style'], packages: preact },
  'vite.config': { imports: [], packages: ['vite'] },
};

/** Packages that only one file imports, so that a change of library changes one file; undici has two uses. */
export const soleImporters = {
  soap: ['axl/soap/wsdl'],
  'p-retry': ['axl/client/retry'],
  undici: ['axl/transport/transport', 'axl/transport/undici-pool.d', 'buttons-cli/connection/open-client'],
  commander: ['buttons-cli/program', 'buttons-cli/command-options', 'buttons-cli/buttons'],
  'string-width': ['buttons-cli/output/table'],
  picocolors: ['buttons-cli/output/terminal'],
  '@opentelemetry/api': ['observability/tracing', 'observability/observations'],
  '@modelcontextprotocol/sdk': ['mcp/server'],
  'p-limit': ['mcp/server'],
  libsql: ['store/sqlite/driver'],
  pg: ['store/postgres/driver'],
};
