/** What every part of the service may know: the domain, and what can be told to the log and the metrics. */
const domain = ['domain'];
const told = [...domain, 'observability/observations', 'observability/tracing'];

/** What the use cases ask of a call manager, and what they give with each call. */
const port = [
  'use-cases/call-manager',
  'use-cases/call-context',
  'use-cases/time-limit',
  'use-cases/single-flight',
  'use-cases/room',
];

const http = [
  ...['http', 'http/routes', 'http/routes/buttons', 'http/routes/changes', 'http/routes/inventory'],
  'http/routes/plans',
  ...['http/middleware', 'http/openapi'],
  'http/console',
];

/** What each store of changes is made of: the port, and what both have in common. */
const changes = [
  ...['history/change', 'history/difference', 'history/store/change-store'],
  ...[
    'history/run',
    'history/store/change-filter',
    'history/store/change-search',
    'history/store/run-search',
    'history/store/dismissals',
    'history/store/clock',
    'history/store/history-url',
    'history/store/history-problems',
    'history/store/rows',
    'plans/store',
  ],
];

/**
 * The rooms of src, and what each may import of the others: a room, or one file of it. A room is a folder with all below
 * it that is not a room of its own. http → use-cases → domain; axl → the use cases' port and the domain; inside axl one
 * direction: adapter → client → nodes → admission, transport and soap. service and the commands alone join the wings.
 */
export const rooms = {
  domain: { imports: [], packages: [] },
  'use-cases': { imports: told },

  http: { imports: ['use-cases', 'authentication/network-of', ...told, ...http, 'version'] },
  'http/routes': {
    imports: [
      ...['use-cases', 'history/history', 'inventory/asked-inventory', 'plans/plans', ...told],
      ...['http', 'http/middleware', 'http/openapi', 'version'],
    ],
  },
  'http/routes/changes': {
    imports: [
      'use-cases',
      'history',
      'history/store',
      ...told,
      'http',
      'http/middleware',
      'http/openapi',
      'http/routes',
      'http/routes/buttons/entity-tags',
    ],
  },
  'http/routes/plans': {
    imports: [
      ...['use-cases', 'plans', 'plans/store', ...told],
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

  history: {
    imports: [
      ...['use-cases/call-context', 'use-cases/time-limit', 'use-cases/write-journal', 'use-cases/replace-buttons'],
      ...['use-cases/fair-turns', ...told, 'history/store', 'history/store/sqlite', 'history/store/postgres'],
      'plans/store/plan-store',
    ],
  },
  'history/store': { imports: [...domain, 'history/change', 'history/run', 'history/difference', 'plans/store'] },
  'history/store/sqlite': { imports: [...domain, ...changes] },
  'history/store/postgres': { imports: [...domain, 'use-cases/time-limit', ...changes, 'files'] },

  // Plans that somebody else approves. Its engine is that of all who change many lists.
  plans: {
    imports: [
      ...['use-cases/call-context', 'use-cases/time-limit', 'use-cases/replace-buttons', 'use-cases/call-manager'],
      ...['client/engine', 'history/history', 'history/run', 'plans/store', ...told],
    ],
  },
  'plans/store': {
    imports: [
      ...domain,
      'plans/plan',
      ...['change-filter', 'change-search', 'rows'].map((name) => `history/store/${name}`),
    ],
  },

  inventory: {
    imports: [
      ...['use-cases/call-context', 'use-cases/lookups', 'use-cases/time-limit', 'use-cases/write-journal', ...told],
      ...['use-cases/fair-turns', 'use-cases/in-turns'],
      ...['inventory/store', 'inventory/store/sqlite', 'inventory/store/postgres'],
      ...['history/change', 'history/store/history-url', 'history/store/postgres/driver'],
    ],
  },
  'inventory/store': { imports: [...domain, 'inventory/swept-tables'] },
  'inventory/store/sqlite': {
    imports: [
      ...[...domain, 'inventory/swept-tables', 'inventory/store'],
      ...['history/store/sqlite/driver', 'history/store/sqlite/thread-call'],
    ],
  },
  'inventory/store/postgres': { imports: [...domain, 'inventory/store', 'history/store/postgres/driver'] },

  authentication: { imports: [...told, 'files', 'use-cases/time-limit'] },
  observability: { imports: domain },
  files: { imports: [] },
  tls: { imports: ['files', 'http', ...told] },
  config: {
    imports: ['authentication', 'axl', 'axl/soap/releases', 'files', 'history/store/history-url', ...told],
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

  // Asks the call manager as the service does, and tells what it has seen; it changes nothing of the service.
  doctor: {
    imports: [
      ...['axl', 'axl/adapter', 'axl/client', 'axl/nodes', 'axl/transport', 'axl/soap', 'domain', 'version'],
      ...['use-cases/call-manager', 'use-cases/call-context', 'inventory/cluster-pages', 'inventory/swept-tables'],
    ],
  },

  // For other programs: it stands on the platform alone.
  client: { imports: ['client/engine'], packages: [] },
  // Changes many lists, whoever sends the calls: it knows neither the network, nor Node, nor a page.
  'client/engine': { imports: [], packages: [] },
  // Shares only wsdl/ and fixtures/ with the rest.
  simulator: { imports: [] },

  version: { imports: [] },
  service: {
    imports: [
      ...['config', 'domain', 'use-cases', 'axl', ...http, 'authentication', 'admin', 'tls', 'files', 'observability'],
      ...['history', 'history/store', 'inventory', 'plans'],
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
      ...['files', 'observability', 'history/open-history', 'history/store', 'version'],
      'buttons-cli/connection/settings',
    ],
  },
  // A client of the service: of what serves it knows the words of the domain alone.
  'buttons-cli': { imports: ['client', 'client/engine', 'domain', 'files/text-files', 'version'] },
  // A client of the service too, for agents: it shares how one connects, and no way to write.
  mcp: {
    imports: [
      ...['failures', 'open-client', 'retries', 'settings'].map((name) => `buttons-cli/connection/${name}`),
      ...['client', 'buttons-cli/output/shown', 'buttons-cli/stop', 'version'],
    ],
  },
  main: { imports: ['commands', 'buttons-cli', 'mcp', 'observability/observations', 'version'] },
};

/** What the console knows of the service: the typed client, and those words of the domain that need nothing else. */
const typedClient = ['../src/client/index'];
const words = ['busy-lamp-field', 'button-kinds', 'buttons', 'device', 'difference', 'grouped', 'identifiers', 'phone'];
const service = [...typedClient, ...words.map((name) => `../src/domain/${name}`)];

/** What changes many lists. */
const engine = ['change-many', 'retries', 'ports'].map((name) => `../src/client/engine/${name}`);

/** What is worked out without a page: how lists are asked for, edited, relabelled and compared. */
const logic = ['calls', 'changes', 'editing', 'plans', 'runs'];

/** All that the page brings along of others: it has to stay small. */
const preact = ['preact', '@preact/signals'];

/** The rooms of web, from the bottom up: texts and logic, the one place for state, what is shown. */
export const webRooms = {
  style: { imports: [], packages: [] },
  texts: { imports: typedClient, packages: [] },
  changes: { imports: service, packages: [] },
  editing: { imports: service, packages: [] },
  calls: { imports: [...service, 'editing'], packages: [] },
  runs: { imports: [...service, ...engine, 'calls', 'editing'], packages: [] },
  // Of the client, the calls of plans come with the screens of plans.
  plans: { imports: [...service, ...engine, '../src/client/plans', 'calls', 'editing', 'runs'], packages: [] },
  state: {
    imports: [...service, ...engine, ...logic, 'texts', '../src/client/exchange', '../src/client/plans'],
    packages: preact,
  },
  components: { imports: [...service, ...logic, 'state', 'texts'], packages: preact },
  screens: { imports: [...service, ...logic, 'components', 'state', 'texts'], packages: preact },
  app: { imports: ['components', 'screens', 'state', 'texts'], packages: preact },
  main: { imports: ['app', 'state', 'style'], packages: preact },
  'vite.config': { imports: [], packages: ['vite'] },
};

/** Packages that one file alone imports, so that a change of library is a change of one file; undici serves both ways. */
export const soleImporters = {
  soap: ['axl/soap/wsdl'],
  'p-retry': ['axl/client/retry'],
  undici: ['axl/transport/transport', 'axl/transport/undici-pool.d', 'buttons-cli/connection/open-client'],
  'csv-parse': ['buttons-cli/csv/read-records'],
  'csv-stringify': ['buttons-cli/csv/write-csv'],
  commander: ['buttons-cli/program', 'buttons-cli/command-options', 'buttons-cli/plan-commands', 'buttons-cli/buttons'],
  'string-width': ['buttons-cli/output/table'],
  picocolors: ['buttons-cli/output/terminal'],
  '@opentelemetry/api': ['observability/tracing', 'observability/observations'],
  '@modelcontextprotocol/sdk': ['mcp/server'],
  'p-limit': ['mcp/server'],
  libsql: ['history/store/sqlite/driver'],
  pg: ['history/store/postgres/driver'],
};
