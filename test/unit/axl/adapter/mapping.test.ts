import { describe, expect, it } from 'vitest';
import { isTemplate, linesOf, phoneOf, speedDialsOf, summaryOf } from '../../../../src/axl/adapter/mapping.js';
import { DocumentParser } from '../../../../src/axl/soap/xml-reader.js';
import type { XmlElement } from '../../../../src/axl/soap/xml.js';
import { dial } from '../../../support/fake-port.js';

function xml(text: string): XmlElement {
  const parser = new DocumentParser();
  parser.write(text);
  return parser.end();
}

const line = (index: string, pattern: string) =>
  `<line><index>${index}</index><dirn><pattern>${pattern}</pattern></dirn></line>`;

describe('a phone', () => {
  it('has every property as text, empty where the call manager has none', () => {
    const empty = { product: '', description: '', model: '', name: '', uuid: '', dirns: [], speeddials: [] };
    expect(phoneOf(xml('<phone/>'), '', [], [])).toEqual(empty);
    expect(phoneOf(xml('<phone><name/><description></description></phone>'), 'no key', [], [])).toEqual(empty);
  });

  it('keeps its texts as they are', () => {
    const row = xml(
      '<phone uuid="{X}"><description> &lt;R&amp;D&gt; </description><product>007</product><name>SEP1</name><model>true</model></phone>',
    );
    expect(phoneOf(row, '{0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9}', [], [])).toMatchObject({
      description: ' <R&D> ',
      product: '007',
      model: 'true',
      name: 'SEP1',
      uuid: '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9',
    });
  });

  it('has its numbers in line order, none twice, in the form that is dialled', () => {
    const phone = xml(
      `<phone><lines>${line('10', '0100')}${line('2', '\\+14085554019')}${line('1', '*55#')}${line('3', '0100')}${line('4', '')}</lines></phone>`,
    );
    expect(phoneOf(phone, '', linesOf(phone), []).dirns).toEqual(['*55#', '+14085554019', '0100']);
  });

  it('has its speed dials in numeric order of index', () => {
    const dials = ['10', '9', '1', '02', '100', '3'].map((index) => dial(index));
    const { speeddials } = phoneOf(xml('<phone/>'), '', [], dials);
    expect(speeddials.map(({ index }) => index)).toEqual(['1', '02', '3', '9', '10', '100']);
  });

  it('has the numbers of its speed dials in the form that is dialled', () => {
    const { speeddials } = phoneOf(xml('<phone/>'), '', [], [dial('1', '\\+1408', '\\+'), dial('2', '0\\+1')]);
    expect(speeddials).toEqual([dial('1', '+1408', '\\+'), dial('2', '0\\+1')]);
  });
});

describe('a device that was found', () => {
  it('is shown with all its properties', () => {
    const key = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9';
    const row = `<a><model>m</model><product>p</product><name>n</name><description>d</description></a>`;
    const shown = { name: 'n', description: 'd', product: 'p', model: 'm', uuid: key };
    expect(summaryOf(xml(row), `{${key.toUpperCase()}}`, 'phone')).toEqual({ deviceKind: 'phone', ...shown });
  });

  it.each(['<a/>', '<a><name/></a>'])('has empty texts where the call manager has none: %s', (row) => {
    const empty = { name: '', description: '', product: '', model: '', uuid: '' };
    expect(summaryOf(xml(row), '42', 'profile')).toEqual({ deviceKind: 'profile', ...empty });
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

  it('of one and of many look alike, in whatever order their elements are', () => {
    const one = xml(`<phone><lines>${line('1', '0100')}</lines></phone>`);
    expect(linesOf(one)).toEqual([{ index: '1', pattern: '0100' }]);
    const dials = xml(
      '<phone><speeddials><speeddial><label> a </label><index>1</index><dirn>1e5</dirn></speeddial><speeddial uuid="{X}"><dirn>\\+1</dirn><index>2</index></speeddial></speeddials></phone>',
    );
    expect(speedDialsOf(dials)).toEqual([dial('1', '1e5', ' a '), dial('2', '\\+1', '')]);
  });
});
