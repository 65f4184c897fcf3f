import { describe, expect, it } from 'vitest';
import { startSimulator } from '../../src/simulator/simulator.js';
import { call, inside, speedDials, texts } from '../support/axl-caller.js';
import { simulator, useSimulator } from '../support/use-simulator.js';

const attendant = 'SEP00A1B2C3000A';

useSimulator();

describe('updatePhone', () => {
  const get = async (name: string) => (await call(simulator, 'getPhone', `<name>${name}</name>`)).body;
  const update = (content: string, name = attendant) =>
    call(simulator, 'updatePhone', `<name>${name}</name>${content}`);

  it('replaces the list, is visible in the next get, and keeps lines and busy lamp fields', async () => {
    const before = await get('SEP00A1B2C30001');
    const { status, body } = await update(
      speedDials(['5', '+49,1#', '&lt;![CDATA[x]]&gt; &amp;amp;'], ['2', '', ' é 👩‍🍳 ']),
      'SEP00A1B2C30001',
    );
    expect(status).toBe(200);
    expect(inside(body, 'return')).toMatch(/^\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$/);
    const after = await get('SEP00A1B2C30001');
    expect(inside(after, 'speeddials')).toBe(
      '<speeddial><dirn>+49,1#</dirn><label>&lt;![CDATA[x]]&gt; &amp;amp;</label><index>5</index></speeddial>' +
        '<speeddial><dirn/><label> é 👩‍🍳 </label><index>2</index></speeddial>',
    );
    for (const part of ['lines', 'busyLampFields', 'description'])
      expect(inside(after, part)).toBe(inside(before, part));
    expect(simulator.stats().updatesApplied).toBe(1);
  });

  it('reads CDATA as text', async () => {
    await update(speedDials(['1', '1', '<![CDATA[<b>&amp;</b>]]>']));
    expect(simulator.state().find(({ name }) => name === attendant)?.speedDials).toEqual([
      { index: 1, dirn: '1', label: '<b>&amp;</b>' },
    ]);
  });

  it('clears with an empty list, and keeps a list that is absent', async () => {
    await update('<description>New &amp; nice</description>');
    expect(texts(await get(attendant), 'label')).toHaveLength(101);
    expect(inside(await get(attendant), 'description')).toBe('New &amp; nice');
    await update('<speeddials/>');
    expect(await get(attendant)).toContain('<speeddials/>');
  });

  it('accepts a key instead of a name, and a new name', async () => {
    const uuid = simulator.state().find(({ name }) => name === attendant)?.uuid ?? '';
    const { body } = await call(simulator, 'updatePhone', `<uuid>${uuid}</uuid><newName>SEP00000000000A</newName>`);
    expect(inside(body, 'return')).toBe(`{${uuid.toUpperCase()}}`);
    expect(inside(await get(attendant), 'axlcode')).toBe('5007');
    expect(texts(await get('SEP00000000000A'), 'label')).toHaveLength(101);
  });

  const refused: readonly (readonly [what: string, content: string, axlCode: string])[] = [
    ['an index twice', speedDials(['1', '1', 'a'], ['01', '2', 'b']), '-239'],
    ['a letter in the number', speedDials(['1', '12a', 'a']), '5003'],
    ['a number of 51 characters', speedDials(['1', '1'.repeat(51), 'a']), '5003'],
    ['a label of 31 characters', speedDials(['1', '1', 'é'.repeat(31)]), '5003'],
    ['a label with a double quote', speedDials(['1', '1', 'a "b"']), '5003'],
    ['an index of 0', speedDials(['0', '1', 'a']), '5003'],
    ['an index of 200', speedDials(['200', '1', 'a']), '5003'],
    ['an empty index', speedDials(['', '1', 'a']), '5003'],
    ['an entry without content', '<speeddials><speeddial/></speeddials>', '5003'],
    ['the name of another device', '<newName>RP_SUPPORT</newName>', '-239'],
    ['a name with a space', '<newName>SEP 1</newName>', '5003'],
  ];
  it.each(refused)('refuses %s and changes nothing', async (_what, content, axlCode) => {
    const before = simulator.state();
    const { status, body } = await update(content);
    expect(status).toBe(500);
    expect(inside(body, 'axlcode')).toBe(axlCode);
    expect(simulator.state()).toEqual(before);
  });

  it('answers an unknown phone, or a device that is not a phone, with 5007', async () => {
    for (const name of ['SEP000000000000', 'UDP_ASTRID']) {
      expect(inside((await update('<speeddials/>', name)).body, 'axlcode')).toBe('5007');
    }
  });

  it('uses other rules by option', async () => {
    const lax = await startSimulator({ speedDialRules: { labelForbidden: /^$./, highestIndex: 999 } });
    const { status } = await call(
      lax,
      'updatePhone',
      `<name>${attendant}</name>${speedDials(['500', '1', '&quot;x&quot;'])}`,
    );
    await lax.close();
    expect(status).toBe(200);
  });
});

describe('applyPhone, restartPhone, resetPhone', () => {
  it('are counted for each phone', async () => {
    for (const operation of ['applyPhone', 'restartPhone', 'resetPhone', 'resetPhone']) {
      expect((await call(simulator, operation, `<name>${attendant}</name>`)).status).toBe(200);
    }
    expect(simulator.stats().pushes).toEqual({ [attendant]: { applyPhone: 1, restartPhone: 1, resetPhone: 2 } });
    expect(inside((await call(simulator, 'applyPhone', '<name>none</name>')).body, 'axlcode')).toBe('5007');
  });
});
