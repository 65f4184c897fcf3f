import { computed } from '@preact/signals';
import { findingKinds } from '../../src/client/index.js';
import { inventory } from './inventory.js';

/** How many buttons must be fixed, in all and by kind of finding; undefined until the counts are known. */
export const findingCounts = computed(() => {
  const counts = inventory.value?.findings;
  if (!counts) return undefined;
  const byKind = findingKinds.map((kind) => [kind, counts[kind]] as const).filter(([, count]) => count > 0);
  return { all: byKind.reduce((sum, [, count]) => sum + count, 0), byKind };
});
