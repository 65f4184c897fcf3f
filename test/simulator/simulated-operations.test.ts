import { describe, expect, it } from 'vitest';
import { hasOperation, simulatedOperations } from '../../src/simulator/operations/simulated-operations.js';
import { interfaceLoader } from '../../src/simulator/schema/axl-interface.js';

describe('the operations of the simulator', () => {
  const namesIn = (version: string, has: typeof hasOperation) => [...interfaceLoader(has)(version).operations.keys()];

  it('are exactly those of the WSDL', () => {
    expect(Object.keys(simulatedOperations).sort()).toEqual(namesIn('14.0', () => true).sort());
  });

  it('exist from the schema version that introduced them', () => {
    const later = ['applyPhone', 'restartPhone', 'resetPhone'];
    const inOld = namesIn('9.1', hasOperation);
    expect(later.filter((name) => inOld.includes(name))).toEqual([]);
    expect([...inOld, ...later].sort()).toEqual(namesIn('10.0', hasOperation).sort());
    expect(hasOperation('constructor', '14.0')).toBe(false);
  });
});
