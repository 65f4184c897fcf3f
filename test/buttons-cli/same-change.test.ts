import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClient, type Intent } from '../../src/client/index.js';
import { runButtons } from '../support/button-command.js';
import { usersFile } from '../support/change-users.js';
import { withHistory } from '../support/office.js';
import { phoneName, watched } from './office.js';
import { office, useOffice } from './use-office.js';

/** The jobs of an operator, by the command line and by one call: each is the same change. */

useOffice(() => ({ ...withHistory(), ...usersFile().settings }));

const env = () => ({ PHONE_PROXY_URL: office.proxy.url, PHONE_PROXY_USERNAME: 'boss', PHONE_PROXY_PASSWORD: 'boss' });
const [first, second, third] = [phoneName(0), phoneName(1), phoneName(2)];

interface Job {
  readonly what: string;
  readonly command: readonly string[];
  readonly intent: Intent;
  /** What a file of the command has; its name follows the option. */
  readonly file?: string;
}

const jobs: readonly Job[] = [
  {
    what: 'a new label for a number',
    command: ['relabel', watched, 'Petra Sandström'],
    intent: { relabel: { dirn: watched, label: 'Petra Sandström' } },
  },
  {
    what: 'a new label for some of its buttons',
    command: [...['relabel', watched, 'Petra', '--kind', 'speeddial', '--old-label', 'Stale 1']],
    intent: { relabel: { dirn: watched, label: 'Petra', kinds: ['speeddial'], oldLabel: 'Stale 1' } },
  },
  {
    what: 'new labels from a file',
    command: ['relabel', '--from'],
    file: `${watched},Petra\n0100,Bell\n`,
    intent: {
      relabel: [
        { dirn: watched, label: 'Petra' },
        { dirn: '0100', label: 'Bell' },
      ],
    },
  },
  {
    what: 'another number',
    command: ['replace', watched, '2001', '--device', first, '--device', second],
    intent: { replace: { dirn: watched, to: '2001', devices: [first, second] } },
  },
  {
    what: 'two numbers that are exchanged',
    command: ['replace', '--from'],
    file: `${watched},0100\n0100,${watched}\n`,
    intent: {
      replace: [
        { dirn: watched, to: '0100' },
        { dirn: '0100', to: watched },
      ],
    },
  },
  {
    what: 'a number without buttons',
    command: ['remove', watched, '0100', '--search', 'Desk 1'],
    intent: { remove: { dirns: [watched, '0100'], search: 'Desk 1' } },
  },
  {
    what: 'one more speed dial',
    command: ['add', first, second, '--kind', 'speeddial', '--dirn', '2001', '--label', 'Astrid'],
    intent: { add: { devices: [first, second], kind: 'speeddial', entry: { dirn: '2001', label: 'Astrid' } } },
  },
  {
    what: 'one more busy lamp field at an index',
    command: [
      ...['add', first, '--kind', 'busylampfield', '--dirn', watched, '--label', 'Petra', '--pickup', '--index', '9'],
    ],
    intent: {
      add: {
        ...{ devices: [first], kind: 'busylampfield', index: '9' },
        entry: { dirn: watched, label: 'Petra', pickup: true },
      },
    },
  },
  {
    what: 'the buttons of another phone',
    command: ['copy', first, second, third],
    intent: { copy: { from: first, to: [second, third] } },
  },
];

describe('the command line and one call', () => {
  const client = () => createClient({ baseUrl: office.proxy.url, username: 'boss', password: 'boss' });

  /** @returns what a change would do */
  async function does(id: string) {
    const { change } = await client().readChange(id, { limit: 500 });
    const { title, notes, counts } = change;
    const lists = change.lists.map(({ device, deviceKind, kind, state, before, after }) => ({
      ...{ device, deviceKind, kind, state, before, after },
    }));
    return { title, notes, counts, lists };
  }

  /** @returns the change that a command proposes */
  async function proposed(command: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await runButtons([...command, '--propose', '--quiet'], {
      ...{ env: env(), cwd: office.folder },
    });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+$/)]);
    expect(stderr).toBe('');
    return stdout;
  }

  async function asked(intent: Intent): Promise<string> {
    const { id } = await client().askForChange(intent);
    await expect.poll(async () => (await client().readChange(id)).change.state).toBe('proposed');
    return id;
  }

  it.each(jobs)('ask for the same change: $what', async ({ command, intent, file }) => {
    const input = join(office.folder, 'jobs.csv');
    if (file !== undefined) writeFileSync(input, file);
    const byCommand = await does(await proposed(file === undefined ? command : [...command, input]));
    const byCall = await does(await asked(intent));
    // A title may name the file.
    expect({ ...byCommand, title: '' }).toEqual({ ...byCall, title: '' });
    expect(byCall.counts.open).toBeGreaterThan(0);
  });

  it('ask for the same change: a file of buttons', async () => {
    const exported = await runButtons(['export', first, second], { env: env(), cwd: office.folder });
    const file = join(office.folder, 'buttons.csv');
    writeFileSync(file, `${exported.stdout.replaceAll('Night bell', 'Day bell')}\n`);
    const byCommand = await does(await proposed(['import', file]));
    const { id } = await client().importCsv(readFileSync(file, 'utf8'));
    await expect.poll(async () => (await client().readChange(id)).change.state).toBe('proposed');
    expect({ ...byCommand, title: '' }).toEqual({ ...(await does(id)), title: '' });
  });

  it('ask for the same change: an undo', async () => {
    const done = await client().askForChange({ relabel: { dirn: watched, label: 'Petra' }, apply: true });
    await expect.poll(async () => (await client().readChange(done.id)).change.state).toBe('done');
    const byCall = await does(await asked({ undo: { change: done.id } }));
    const byCommand = await does(await proposed(['undo', done.id]));
    expect(byCommand).toEqual(byCall);
  });
});
