import { describe, expect, it } from 'vitest';
import {
  carried,
  isTemplate,
  linesOf,
  speedDialsOf,
  summaryOf,
  textsIn,
  textsOf,
} from '../../../../src/axl/adapter/mapping.js';
import { DocumentParser } from '../../../../src/axl/soap/xml-reader.js';
import type { XmlElement } from '../../../../src/axl/soap/xml.js';
import { dial } from '../../../support/fake-port.js';
import { aDevice, deviceTextsWith } from '../../../support/made.js';

function xml(text: string): XmlElement {
  const parser = new DocumentParser();
  parser.write(text);
  return parser.end();
}

const line = (index: string, pattern: string) =>
  `<line><index>${index}</index><dirn><pattern>${pattern}</pattern></dirn></line>`;

describe('the description of a device', () => {
  it('is unchanged text, empty if the call manager has none', () => {
    for (const read of [textsOf, textsIn]) {
      expect(read(xml('<phone/>'))).toEqual(deviceTextsWith());
      expect(read(xml('<phone><name/><description></description></phone>'))).toEqual(deviceTextsWith());
      const row = '<description> &lt;R&amp;D&gt; </description><product>007</product><name>S</name><model>true</model>';
      const texts = { name: 'S', description: ' <R&D> ', product: '007', model: 'true' };
      expect(read(xml(`<phone>${row}</phone>`))).toEqual(deviceTextsWith(texts));
    }
  });
});

describe('a phone', () => {
  it('has its key in one spelling, empty if it is invalid', () => {
    const key = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9';
    expect(carried(`{${key.toUpperCase()}}`, [], [])).toEqual({ uuid: key, dirns: [], speeddials: [] });
    expect(carried('no key', [], []).uuid).toBe('');
  });

  it('has its numbers in line order, none twice, in the dialled form', () => {
    const phone = xml(
      `<phone><lines>${line('10', '0100')}${line('2', '\\+14085554019')}${line('1', '*55#')}${line('3', '0100')}${line('4', '')}</lines></phone>`,
    );
    expect(carried('', linesOf(phone), []).dirns).toEqual(['*55#', '+14085554019', '0100']);
  });

  it('has its speed dials in numeric order of index', () => {
    const dials = ['10', '9', '1', '02', '100', '3'].map((index) => dial(index));
    const { speeddials } = carried('', [], dials);
    expect(speeddials.map(({ index }) => index)).toEqual(['1', '02', '3', '9', '10', '100']);
  });

  it('has the numbers of its speed dials in the dialled form', () => {
    const { speeddials } = carried('', [], [dial('1', '\\+1408', '\\+'), dial('2', '0\\+1')]);
    expect(speeddials).toEqual([dial('1', '+1408', '\\+'), dial('2', '0\\+1')]);
  });
});

describe('a device that was found', () => {
  it('is shown with all its properties', () => {
    const uuid = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9';
    const row = `<a><model>m</model><product>p</product><name>n</name><description>d</description></a>`;
    const shown = aDevice({ name: 'n', description: 'd', product: 'p', model: 'm', uuid });
    expect(summaryOf(xml(row), `{${uuid.toUpperCase()}}`, 'phone')).toEqual(shown);
    expect(summaryOf(xml('<a/>'), '42', 'profile')).toEqual(aDevice({ deviceKind: 'profile' }));
  });

  it.each([
    ['<class>Phone Template</class>', true],
    ['<product>Universal Device Template</product>', true],
    ['<model>template \n</model>', true],
    ['<model>Template Reader</model>', false],
    ['<class>Contemplate</class>', false],
    ['<class>xTemplate</class>', false],
    ['<name>Phone Template</name>', false],
  ])('is a template by the last word of its class, product or model: %s', (content, itIs) => {
    expect(isTemplate(xml(`<phone>${content}</phone>`))).toBe(itIs);
  });
});

describe('lists', () => {
  it.each([
    '<phone/>',
    '<phone><lines/><speeddials/></phone>',
    '<phone><lines> </lines><speeddials>\n</speeddials></phone>',
  ])('are empty in %s', (text) => {
    expect(linesOf(xml(text))).toEqual([]);
    expect(speedDialsOf(xml(text))).toEqual([]);
  });

  it('with one entry and with many have the same form, for any order of their elements', () => {
    const one = xml(`<phone><lines>${line('1', '0100')}</lines></phone>`);
    expect(linesOf(one)).toEqual([{ index: '1', pattern: '0100' }]);
    const dials = xml(
      '<phone><speeddials><speeddial><label> a </label><index>1</index><dirn>1e5</dirn></speeddial><speeddial uuid="{X}"><dirn>\\+1</dirn><index>2</index></speeddial></speeddials></phone>',
    );
    expect(speedDialsOf(dials)).toEqual([dial('1', '1e5', ' a '), dial('2', '\\+1', '')]);
  });
});
