import { expect, it } from 'vitest';
import { documentation } from '../../../../src/http/routes/documentation.js';
import { codesOfAnyRequest } from '../../../../src/http/openapi/problem-responses.js';

/** @returns a function that requests the document once; the document has no routes, and each build of it is counted */
function documentOfNothing(make: () => readonly []) {
  const route = documentation(make).find(({ path }) => path === '/openapi.json');
  const [handler] = route?.handlers(undefined as never) ?? [];
  return async (): Promise<unknown> => {
    const ctx = { set: () => undefined, fresh: false, body: undefined };
    await handler?.(ctx as never, () => Promise.resolve());
    return ctx.body;
  };
}

it('builds the document once for all callers at the same time', async () => {
  let made = 0;
  const ask = documentOfNothing(() => {
    made += 1;
    return [];
  });
  const documents = await Promise.all(Array.from({ length: 100 }, ask));
  expect(made).toBe(1);
  expect(new Set(documents).size).toBe(1);
  expect(documents[0]).toContain(codesOfAnyRequest[0]);
});

it('builds it again after a failure', async () => {
  let isBroken = true;
  const ask = documentOfNothing(() => {
    if (isBroken) throw new Error('out of memory');
    return [];
  });
  await expect(ask()).rejects.toThrow('out of memory');
  isBroken = false;
  expect(await ask()).toContain('"openapi":"3.1.0"');
});
