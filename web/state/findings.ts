import { computed } from '@preact/signals';
import { findingKinds } from '../../src/client/index.js';
import { inventory } from './inventory.js';

/** How many buttons are to be fixed, in all and by what is wrong with them; undefined as long as that is not known. */
export const findingCounts = computed(() => {
  const counts = inventory.value?.findings;
  if (!counts) return undefined;
  const byKind = findingKinds.map((kind) => [kind, counts[kind]] as const).filter(([, count]) => count > 0);
  return { all: byKind.reduce((sum, [, count]) => sum + count, 0), byKind };
});
