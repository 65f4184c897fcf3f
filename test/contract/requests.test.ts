import { describe, expect, it } from 'vitest';
import { loadBuiltInEnvelopes } from '../../src/axl/soap/envelope.js';
import { newestRelease, releases, releaseTraits } from '../../src/axl/soap/releases.js';
import { elementOf } from '../../src/axl/soap/xml.js';
import { requestShapes, requestsIn } from '../../src/axl/soap/requests.js';
import { representative } from '../support/programs.js';
import { areSchemasMissing, publishedReleases, schemaFaults } from '../support/publisher-schemas.js';
import { casesOf, contentOfBody, publishedEnvelopes, readingFaults, requestFaults } from './request-proof.js';

describe('requests compared with the schemas of the publisher', () => {
  it.skipIf(areSchemasMissing).each(publishedReleases)(
    'in AXL %s every request is valid, has the same bytes, and contains its input',
    async (release) => {
      expect(casesOf(release).length).toBeGreaterThan(300);
      expect((await publishedEnvelopes(release)).release).toBe(release);
      expect(await requestFaults(release, await loadBuiltInEnvelopes(release))).toEqual([]);
    },
  );

  it('covers every request', () => {
    const covered = new Set(casesOf(newestRelease).map(({ name }) => name));
    expect([...covered]).toEqual(Object.keys(requestShapes));
  });
});

describe('the named exceptions', () => {
  const number = [elementOf('blfDirn', '2001'), elementOf('routePartition', ''), elementOf('index', '1')];
  const freeForm = [elementOf('blfDest', '2001'), elementOf('index', '2')];
  const names = ['updateBusyLampFields', 'updateBusyLampFieldsOfProfile'] as const;

  it.skipIf(areSchemasMissing).each(representative(publishedReleases, 5))(
    'in AXL %s a number without blfDest is the only violation of the schema',
    async (release) => {
      const envelopes = await loadBuiltInEnvelopes(release);
      const documents = new Map(
        names.map((name) => [name, contentOfBody(envelopes.render(name, { name: 'X' }, [number, freeForm]).body)]),
      );
      const faults = await schemaFaults(release, documents);
      expect(faults.filter((fault) => !fault.startsWith('libxml2: '))).toEqual(
        names.map(
          (name) =>
            `${name}: Schemas validity error : Element 'blfDirn': This element is not expected. Expected is ( blfDest ).`,
        ),
      );
    },
  );

  it.each(releases)('in AXL %s a free-form entry has an empty blfDirn only up to 10.5', async (release) => {
    const envelopes = await loadBuiltInEnvelopes(release);
    const bodies = casesOf(release)
      .filter(({ name }) => names.some((other) => other === name))
      .map(({ name, values, items }) => envelopes.render(name, values, items).body);
    const freeForms = /<busyLampField><blfDest>[^<]*<\/blfDest>(?:<blfDirn>)?/g;
    const entries = bodies.flatMap((body) => body.match(freeForms) ?? []);
    expect(entries.length).toBeGreaterThan(200);
    const withDirn = entries.filter((entry) => entry.endsWith('<blfDirn>')).length;
    expect(withDirn).toBe(releaseTraits[release].lampAlwaysHasDirn ? entries.length : 0);
    expect(releaseTraits[release].lampAlwaysHasDirn).toBe(Number(release) < 11);
    for (const body of bodies) expect(body).not.toMatch(/<blfDest>[^<]*<\/blfDest><blfDirn>[^<]/);
  });
});

describe('requests of every release', () => {
  it.each(releases)(
    'in AXL %s names the release in namespace and SOAPAction, and contains its input',
    async (release) => {
      const envelopes = await loadBuiltInEnvelopes(release);
      expect(envelopes.release).toBe(release);
      const faults = casesOf(release).flatMap((one) => {
        const { soapAction, body } = envelopes.render(one.name, one.values, one.items);
        return readingFaults(release, one, soapAction, body);
      });
      expect(faults).toEqual([]);
    },
  );

  it('has no request that the schema of a release lacks', async () => {
    expect(requestsIn('8.5')).not.toContain('getLine');
    expect(requestsIn('9.1')).not.toContain('getLine');
    expect(requestsIn('9.1')).not.toContain('applyPhone');
    expect(requestsIn('10.0')).toEqual(Object.keys(requestShapes));
    const envelopes = await loadBuiltInEnvelopes('9.1');
    expect(() => envelopes.render('resetPhone', { name: 'SEP1' })).toThrow('AXL 9.1 has no request resetPhone');
  });

  it('refuses a character that XML does not allow, and a missing value', async () => {
    const envelopes = await loadBuiltInEnvelopes(newestRelease);
    for (const unfit of ['\u0000', '\u000B', '\uD800', '\uDC00x', '\uFFFF']) {
      expect(() => envelopes.render('listPhone', { name: unfit })).toThrow(RangeError);
    }
    expect(() => envelopes.render('listPhone', {})).toThrow('lacks its value for name');
    expect(() => envelopes.render('updateSpeedDials', { name: 'SEP1' }, [{ dirn: '1', label: '' }])).toThrow('index');
  });
});
