import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserTimeout, lacksBrowser } from '../support/browser.js';
import { asUser, type ConsoleUnderTest, startConsole, users, withLogin } from '../support/console.js';
import { tidy } from '../support/processes.js';

vi.setConfig({ testTimeout: 2 * browserTimeout, hookTimeout: 2 * browserTimeout });

const phone = 'SEP00A1B2C30003';

describe.skipIf(lacksBrowser)('a page of another site, in a browser that remembers the login', () => {
  let console: ConsoleUnderTest;
  let hostile: Server;
  let hostileUrl: string;

  beforeAll(async () => {
    console = await startConsole();
    hostile = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end(hostilePage(console.url()));
    });
    await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
    // Another name is another site.
    hostileUrl = `http://localhost:${(hostile.address() as AddressInfo).port}/`;
  });
  afterAll(async () => {
    hostile.close();
    await console.close();
    await tidy();
  });

  it('can neither change anything, nor read anything, nor frame the console', async () => {
    // One change that the page could undo.
    await asUser(console, users.editor, `speeddials?phone=${phone}`, { method: 'POST', body: '[]' });
    const before = await asUser(console, users.other, 'changes');
    expect(before).toHaveLength(1);
    const context = await console.browser.newContext();
    const page = await context.newPage();
    // The browser now has a login for the service, and uses it automatically.
    await page.goto(withLogin(`${console.url()}/status`, users.editor));
    expect((await page.goto(`${console.url()}/status`))?.status()).toBe(200);
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.request().method() === 'POST') statuses.push(response.status());
    });
    await page.goto(hostileUrl);
    await page.waitForFunction('window.tried !== undefined', undefined, { timeout: browserTimeout });
    await expect
      .poll(() => page.evaluate('window.tried'))
      .toEqual(['post', 'put', 'delete', 'undo', 'read'].map((name) => `${name}: nothing read`));
    for (const form of ['change', 'undo']) {
      await page.goto(hostileUrl);
      await page.evaluate(`document.querySelector('#${form}').submit()`);
      await page.waitForURL(`${console.url()}/**`);
    }
    // The browser sends its login with a form, but not with a script's requests.
    expect(statuses).toContain(403);
    expect(statuses.filter((status) => ![401, 403].includes(status))).toEqual([]);
    await page.goto(hostileUrl);
    await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
    expect(await asUser(console, users.other, 'changes')).toEqual(before);
    expect(await asUser(console, users.other, `speeddials?phone=${phone}`)).toEqual([]);
    await context.close();
  });
});

/** Tries everything that a page can do with the browser's login. */
function hostilePage(service: string): string {
  const list = `${service}/speeddials?phone=${phone}`;
  return `<!doctype html><meta charset="utf-8"><title>hostile</title>
<form id="change" method="post" enctype="text/plain" action="${list}"><input name='[{"index":"1","dirn":"666","label":"' value='"}]'></form>
<form id="undo" method="post" enctype="text/plain" action="${service}/changes/1/undo"></form>
<iframe src="${service}/console/"></iframe>
<script type="module">
const calls = {
  post: ['${list}', { method: 'POST', mode: 'no-cors', body: '[]' }],
  put: ['${service}/speeddials/1?phone=${phone}', { method: 'PUT', body: '{"dirn":"666"}' }],
  delete: ['${service}/speeddials/1?phone=${phone}', { method: 'DELETE' }],
  undo: ['${service}/changes/1/undo', { method: 'POST', mode: 'no-cors' }],
  read: ['${list}', {}],
};
const tried = [];
for (const [name, [url, options]] of Object.entries(calls)) {
  let read = 'nothing read';
  try {
    const text = await (await fetch(url, { credentials: 'include', ...options })).text();
    if (text !== '') read = text;
  } catch {}
  tried.push(name + ': ' + read);
}
window.tried = tried;
</script>`;
}
