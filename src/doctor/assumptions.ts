import type { Assumption } from './assumption.js';
import { heavyProbes } from './probes/heavy.js';
import { nodeProbes } from './probes/nodes.js';
import { objectProbes } from './probes/objects.js';
import { sampleProbes } from './probes/sample.js';
import { statementProbes } from './probes/statements.js';
import { tableProbes } from './probes/tables.js';
import { writingProbes } from './probes/writing.js';

/** Every assumption that is tried, in the order in which it is tried; the first one logs in. */
export const assumptions: readonly Assumption[] = [
  ...nodeProbes,
  ...objectProbes,
  ...tableProbes,
  ...statementProbes,
  ...sampleProbes,
  ...heavyProbes,
  ...writingProbes,
];
