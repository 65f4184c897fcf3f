import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningService } from '../../src/service.js';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { ask, codeOf, type SpeedDial } from '../support/caller.js';
import { startServiceWithShortTimes } from '../support/test-service.js';

interface ShownPhone {
  readonly name: string;
  readonly uuid: string;
  readonly dirns: string[];
  readonly speeddials: SpeedDial[];
}

/** The simulator accepts any text, so that values are tested and not its own rules. */
const anyText = { dirn: /^/, labelLength: 1000, labelForbidden: /(?!)/ };

describe.each(['lines', 'sql'])('values, looked up by %s over real sockets', (lookup) => {
  let simulator: RunningSimulator;
  let service: RunningService;

  beforeAll(async () => {
    simulator = await startSimulator({
      strictRequests: true,
      username: 'axl',
      password: 'axl-demo',
      speedDialRules: anyText,
    });
    service = await startServiceWithShortTimes(simulator.url, {
      AXL_LOOKUP: lookup,
      AXL_VERSION: 'auto',
      AXL_TIMEOUT_MS: '4000',
    });
  });

  afterAll(async () => {
    await service.stop('end');
    await simulator.close();
  });

  async function phones(number: string): Promise<ShownPhone[]> {
    const reply = await ask(`${service.url}/phone/?dirn=${encodeURIComponent(number)}`);
    expect(reply.status).toBe(200);
    return JSON.parse(reply.body) as ShownPhone[];
  }

  /** The names of the phones in the simulator that carry a number, from its state. */
  function carriers(number: string): string[] {
    const forms = [number, `\\${number}`];
    return simulator
      .state()
      .filter(({ lines }) => lines.some(({ pattern }) => forms.includes(pattern)))
      .map(({ name }) => name)
      .sort();
  }

  it('finds for every number of the company the phones that carry it, and no other device', async () => {
    const numbers = new Set(
      simulator.state().flatMap(({ lines }) => lines.map(({ pattern }) => pattern.replace(/^\\\+/, '+'))),
    );
    expect(numbers.size).toBeGreaterThan(30);
    for (const number of numbers) {
      expect(
        (await phones(number)).map(({ name }) => name),
        number,
      ).toEqual(carriers(number));
    }
  });

  it('shows each phone as the call manager has it', async () => {
    for (const state of simulator.state().filter(({ lines }) => lines.length > 0)) {
      const number = (state.lines[0]?.pattern ?? '').replace(/^\\\+/, '+');
      const shown = (await phones(number)).find(({ name }) => name === state.name);
      expect(shown).toEqual({
        product: state.product,
        description: state.description,
        model: state.model,
        name: state.name,
        uuid: state.uuid,
        dirns: [...new Set(state.lines.map(({ pattern }) => pattern.replace(/^\\\+/, '+')))],
        speeddials: [...state.speedDials]
          .sort((a, b) => a.index - b.index)
          .map(({ index, dirn, label }) => ({ index: String(index), dirn: dirn.replace(/^\\\+/, '+'), label })),
      });
    }
  });

  it.each(['%', '2%', '200_', '____', "2003' OR '1'='1", '<x>', '&amp;', '\\', '\\\\+14085554019'])(
    'accepts %j as a number, although it does not exist',
    async (number) => {
      expect(await phones(number)).toEqual([]);
    },
  );

  it('finds a plus number also in its stored form, and with a raw plus', async () => {
    const names = carriers('+14085554019');
    expect(names.length).toBeGreaterThan(1);
    for (const query of ['%2B14085554019', '+14085554019', '%5C%2B14085554019']) {
      const reply = await ask(`${service.url}/phone?dirn=${query}`);
      expect((JSON.parse(reply.body) as ShownPhone[]).map(({ name }) => name)).toEqual(names);
    }
  });

  it('stores and shows text as it was written, in any form', async () => {
    const texts = [
      '<![CDATA[x]]>',
      '&amp;',
      ']]>',
      '<R&D> "x"',
      'Büro',
      '😀👩‍👩‍👧',
      '  spaces inside  and around  ',
      "it's",
      '</label></speeddial><speeddial><dirn>666</dirn>',
      '{{name}}',
      '$& $1',
      'x'.repeat(255),
      '',
    ];
    const dials = texts.map((label, place) => ({ index: String(place + 1), dirn: '0100', label }));
    const before = simulator.state().find(({ name }) => name === 'SEP00A1B2C30003');
    const reply = await ask(`${service.url}/speeddials?phone=SEP00A1B2C30003`, dials);
    expect(reply).toMatchObject({ status: 200, body: before?.uuid });
    const after = simulator.state().find(({ name }) => name === 'SEP00A1B2C30003');
    expect(after).toEqual({
      ...before,
      speedDials: dials.map((dial) => ({ ...dial, index: expect.anything() as unknown })),
    });
    expect((await phones('2003'))[0]?.speeddials).toEqual(dials);
  });

  it.each(['0100', '1e5', '007', 'true', '+4989123456', '*55#', '0x10', '1.0', '-0'])(
    'keeps the number %s unchanged',
    async (dirn) => {
      const dials = [{ index: '7', dirn, label: dirn }];
      expect((await ask(`${service.url}/speeddials?phone=SEP00A1B2C30003`, dials)).status).toBe(200);
      expect((await phones('2003'))[0]?.speeddials).toEqual(dials);
    },
  );

  it('shows speed dials in numeric order of index, and clears them with an empty list', async () => {
    const dials = ['10', '9', '1', '100'].map((index) => ({ index, dirn: '1', label: '' }));
    await ask(`${service.url}/speeddials?phone=SEP00A1B2C30003`, dials);
    expect((await phones('2003'))[0]?.speeddials.map(({ index }) => index)).toEqual(['1', '9', '10', '100']);
    expect((await ask(`${service.url}/speeddials?phone=SEP00A1B2C30003`, [])).status).toBe(200);
    expect((await phones('2003'))[0]?.speeddials).toEqual([]);
  });

  it.each(['SEPNOSUCHPHONE0', 'SEP%', 'RP_RECEPTION', '</name><name>SEP00A1B2C30003', "'"])(
    'answers with 404 for %s, which is not a phone',
    async (phone) => {
      const before = simulator.state();
      const reply = await ask(`${service.url}/speeddials?phone=${encodeURIComponent(phone)}`, []);
      expect([reply.status, codeOf(reply)]).toEqual([404, 'phone-not-found']);
      expect(simulator.state()).toEqual(before);
    },
  );
});

describe('what only the call manager can judge', () => {
  it('is refused with its own words, and nothing is changed', async () => {
    const simulator = await startSimulator({ strictRequests: true, username: 'axl', password: 'axl-demo' });
    const service = await startServiceWithShortTimes(simulator.url);
    try {
      const before = simulator.state();
      const dials = [
        { index: '1', dirn: '0100', label: 'fine' },
        { index: '2', dirn: '0100', label: 'a label that is longer than thirty characters' },
      ];
      const reply = await ask(`${service.url}/speeddials?phone=SEP00A1B2C30003`, dials);
      expect(reply.status).toBe(422);
      expect(JSON.parse(reply.body)).toMatchObject({ code: 'rejected-by-call-manager', axlCode: 5003 });
      expect(simulator.state()).toEqual(before);
    } finally {
      await service.stop('end');
      await simulator.close();
    }
  });
});
