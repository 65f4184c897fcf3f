import { expect, it } from 'vitest';
import { OpenParts } from '../../src/service.js';

it('are closed one by one, the last first, and once', async () => {
  const closed: string[] = [];
  const parts = new OpenParts();
  parts.add({ close: () => void closed.push('first') });
  const second = {
    close: async () => {
      await Promise.resolve();
      closed.push('second');
    },
  };
  expect(parts.add(second)).toBe(second);
  await parts.close();
  await parts.close();
  expect(closed).toEqual(['second', 'first']);
});
