import { findingKinds, findingTexts } from '../../src/domain/finding.js';

/** @returns the rule of each kind of finding, in their order, for the docs */
export function findingRules(): string {
  return findingKinds.map((kind) => `- \`${kind}\`: ${findingTexts[kind].rule}`).join('\n');
}
