import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/**
 * The walls between the modules: files matched by `files` may not import what matches `banned`.
 * http → use-cases → domain; axl → the use cases' port and the domain; only main, app and cli join the wings.
 */
function wall(files, banned, message, packages = []) {
  return {
    files,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [{ regex: banned, message }],
          paths: packages.map((name) => ({
            name,
            message: `${name} has one importer; see "How the source is laid out" in README.md`,
          })),
        },
      ],
    },
  };
}

/** Packages that one file alone imports, so that a change of library is a change of one file. */
const soleImporters = { soap: 'wsdl', 'p-retry': 'retry', undici: 'transport' };

export default defineConfig(
  globalIgnores(['dist/', 'coverage/', 'test/bench/build/']),
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['vitest.config.ts'] },
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
  wall(
    ['src/domain/**'],
    String.raw`/(use-cases|axl|http|authentication|observability|simulator)/`,
    'the domain imports nothing of the project',
    Object.keys(soleImporters),
  ),
  wall(
    ['src/use-cases/**'],
    String.raw`/(axl|http|observability/(?!observations)|simulator|authentication)/`,
    'use cases see the domain, their port and the observations only',
    Object.keys(soleImporters),
  ),
  wall(
    ['src/http/**'],
    String.raw`/(axl|authentication|observability/(?!observations)|simulator)/`,
    'http talks to the use cases, never to axl or the simulator',
    Object.keys(soleImporters),
  ),
  ...['wsdl', 'retry', 'transport', '!(wsdl|retry|transport)'].map((name) =>
    wall(
      [`src/axl/**/${name}.ts`],
      String.raw`/(http|authentication|observability/(?!observations)|simulator)/`,
      'axl implements the port; it knows no route and no simulator',
      Object.keys(soleImporters).filter((pkg) => soleImporters[pkg] !== name),
    ),
  ),
  wall(['src/client/**'], String.raw`^(?!\./)`, 'the client is for other programs: it stands on the platform alone'),
  wall(
    ['src/simulator/**'],
    String.raw`^\.\./(?!simulator)`,
    'the simulator shares only wsdl/ and fixtures/ with the rest',
    Object.keys(soleImporters),
  ),
);
