import type { Assumption } from './assumption.js';
import { harmProbes } from './probes/harm.js';
import { heavyProbes } from './probes/heavy.js';
import { nodeProbes } from './probes/nodes.js';
import { objectProbes } from './probes/objects.js';
import { sampleProbes } from './probes/sample.js';
import { statementProbes } from './probes/statements.js';
import { tableProbes } from './probes/tables.js';
import { writingProbes } from './probes/writing.js';

/** Every assumption, in the order of its tests; the first one logs in. */
export const assumptions: readonly Assumption[] = [
  ...nodeProbes,
  ...objectProbes,
  ...tableProbes,
  ...statementProbes,
  ...sampleProbes,
  ...heavyProbes,
  ...writingProbes,
  ...harmProbes,
];
