import { expect, it } from 'vitest';
import { variableNames } from '../../src/config/variables.js';
import { configurationDocument, configurationDocuments } from './variables-table.js';

it(`${configurationDocument} has the table of variables as the source has it (npm run docs writes it)`, async () => {
  const { current, renewed } = await configurationDocuments();
  expect(current).toBe(renewed);
  const rows = [...current.matchAll(/^\| ([A-Z_]+) /gm)].map(([, name]) => name);
  expect(rows).toEqual(variableNames);
});
