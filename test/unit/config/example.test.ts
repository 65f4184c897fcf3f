import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.js';
import { variableGroups } from '../../../src/config/variables.js';
import { root } from '../../support/project.js';

const text = readFileSync(`${root}.env.example`, 'utf8');
const rows = [...text.matchAll(/^#?([A-Z_]+)=(.+)$/gm)].map(([, name = '', value = '']) => [name, value] as const);

describe('.env.example', () => {
  it('sets existing variables', () => {
    const names = variableGroups.flatMap(({ variables }) => Object.keys(variables));
    expect(rows.length).toBeGreaterThan(10);
    for (const [name] of rows) expect(names).toContain(name);
  });

  it('is valid unchanged, except for the files that are still to be made', () => {
    const environment = Object.fromEntries(rows);
    let said = '';
    try {
      readConfig(environment, 'no.env');
    } catch (thrown) {
      said = (thrown as Error).message;
    }
    expect(said).toContain('AXL_PASSWORD_FILE');
    const isFile = (name: string): boolean => name.endsWith('_FILE') && name !== 'AUDIT_LOG_FILE';
    const wrong = rows.filter(([name]) => !isFile(name) && new RegExp(`^\\W*${name}\\b`, 'm').test(said));
    expect(wrong, said).toEqual([]);
  });
});
