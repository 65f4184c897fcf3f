import path from 'node:path';
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import walls from './scripts/eslint-walls.js';

/** What every part of the service may know: the domain, and what can be told to the log and the metrics. */
const domain = ['domain'];
const told = [...domain, 'observability/observations'];

/** What the use cases ask of a call manager, and what they give with each call. */
const port = ['use-cases/call-manager', 'use-cases/call-context', 'use-cases/time-limit', 'use-cases/single-flight'];

const http = ['http', 'http/routes', 'http/middleware', 'http/openapi'];

/**
 * The rooms of src, and what each may import of the others: a room, or one file of it. A room is a folder with all below
 * it that is not a room of its own. http → use-cases → domain; axl → the use cases' port and the domain; inside axl one
 * direction: adapter → client → nodes → admission, transport and soap. service and the commands alone join the wings.
 */
const rooms = {
  domain: { imports: [], packages: false },
  'use-cases': { imports: told },

  http: { imports: ['use-cases', ...told, ...http, 'version'] },
  'http/routes': { imports: ['use-cases', ...told, 'http', 'http/middleware', 'http/openapi'] },
  'http/openapi': { imports: ['use-cases', ...told, 'http', 'http/middleware', 'version'] },
  'http/middleware': { imports: ['use-cases', ...told, 'http'] },

  axl: {
    imports: [
      ...['axl/adapter', 'axl/client', 'axl/nodes', 'axl/admission', 'axl/transport', 'axl/soap'],
      ...[...port, ...told],
    ],
  },
  'axl/adapter': {
    imports: ['axl/client', 'axl/nodes', 'axl/admission', 'axl/transport', 'axl/soap', ...port, ...told],
  },
  'axl/client': { imports: ['axl/nodes', 'axl/admission', 'axl/transport', 'axl/soap', ...port, ...told] },
  'axl/nodes': { imports: ['axl/admission', 'axl/transport', 'axl/soap', ...port, ...told] },
  'axl/admission': { imports: ['axl/transport', ...port, ...told] },
  'axl/soap': { imports: ['axl/transport', ...port, ...told] },
  'axl/transport': { imports: [...port, ...told] },

  authentication: { imports: [...told, 'files'] },
  observability: { imports: domain },
  files: { imports: [] },
  tls: { imports: ['files', 'http', ...told] },
  config: { imports: ['authentication', 'axl', 'axl/soap/releases', 'files', ...told] },
  admin: {
    imports: [
      'use-cases',
      'http',
      'http/middleware',
      'observability',
      'axl/axl-backend',
      'config/config',
      'version',
      ...domain,
    ],
  },

  // For other programs: it stands on the platform alone.
  client: { imports: [], packages: false },
  // Shares only wsdl/ and fixtures/ with the rest.
  simulator: { imports: [] },

  version: { imports: [] },
  service: {
    imports: [
      ...['config', 'domain', 'use-cases', 'axl', ...http, 'authentication', 'admin', 'tls', 'files', 'observability'],
      'version',
    ],
  },
  commands: {
    imports: [
      ...['service', 'simulator', 'config', 'domain', 'use-cases', 'axl', 'http', 'authentication', 'admin', 'tls'],
      ...['files', 'observability', 'version'],
    ],
  },
  main: { imports: ['commands', 'observability/observations', 'version'] },
};

/** Packages that one file alone imports, so that a change of library is a change of one file. */
const soleImporters = { soap: 'axl/soap/wsdl', 'p-retry': 'axl/client/retry', undici: 'axl/transport/transport' };

export default defineConfig(
  globalIgnores(['dist/', 'coverage/', '.stryker/', 'test/bench/build/']),
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['vitest.config.ts', 'vitest.mutate.config.ts'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
  {
    files: ['src/**/*.ts'],
    plugins: { walls },
    rules: { 'walls/rooms': ['error', { root: path.join(import.meta.dirname, 'src'), rooms, soleImporters }] },
  },
  {
    files: ['test/**/*.ts'],
    plugins: { walls },
    rules: { 'walls/tests': ['error', { root: path.join(import.meta.dirname, 'test'), shared: 'support' }] },
  },
);
