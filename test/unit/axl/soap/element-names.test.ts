import { describe, expect, it } from 'vitest';
import { ElementNames } from '../../../../src/axl/soap/element-names.js';
import { renamesIn } from '../../../../src/axl/soap/releases.js';
import type { Content } from '../../../../src/axl/soap/requests.js';
import { elementOf } from '../../../../src/axl/soap/xml.js';

const names = new ElementNames({
  'busyLampField/label': 'caption',
  'phone/busyLampFields': 'lamps',
  'listPhone/searchCriteria': 'criteria',
});
const none = new ElementNames({});

const ours = elementOf('phone', [
  elementOf('label', 'of the phone'),
  elementOf('busyLampFields', [
    elementOf('busyLampField', [elementOf('label', 'Anna & Bo'), elementOf('index', '1')]),
    elementOf('busyLampField', [elementOf('caption', 'another'), elementOf('index', '2')]),
  ]),
]);
const theirs = elementOf('phone', [
  elementOf('label', 'of the phone'),
  elementOf('lamps', [
    elementOf('busyLampField', [elementOf('caption', 'Anna & Bo'), elementOf('index', '1')]),
    elementOf('busyLampField', [elementOf('caption', 'another'), elementOf('index', '2')]),
  ]),
]);

describe('the element names of a release with other names', () => {
  it('are written at each depth, only below the given parent', () => {
    expect(names.written(ours)).toEqual(theirs);
  });

  it('are read as those of the service; texts and attributes are unchanged', () => {
    const read = names.read({ ...theirs, attributes: { uuid: '{1}' } });
    expect(read.attributes).toEqual({ uuid: '{1}' });
    const [label, lamps] = read.children;
    expect(label).toEqual(elementOf('label', 'of the phone'));
    expect(lamps).toEqual(
      elementOf('busyLampFields', [
        elementOf('busyLampField', [elementOf('label', 'Anna & Bo'), elementOf('index', '1')]),
        elementOf('busyLampField', [elementOf('label', 'another'), elementOf('index', '2')]),
      ]),
    );
  });

  it('are used in the content of a request, in lists and in their entries', () => {
    const content: Content = {
      searchCriteria: { name: '{{name}}' },
      phone: { label: '', busyLampFields: { busyLampField: [{ label: '{{label}}', index: '{{index}}' }] } },
    };
    expect(names.contentOf('listPhone', content)).toEqual({
      criteria: { name: '{{name}}' },
      phone: { label: '', lamps: { busyLampField: [{ caption: '{{label}}', index: '{{index}}' }] } },
    });
    expect(names.contentOf('getPhone', content)).toHaveProperty('searchCriteria');
  });

  it('are used in the text of a request, only in tags, with prefixes, attributes and empty elements', () => {
    const xml =
      '<soap:Body><ns:listPhone><searchCriteria a="1"/><phone><label/><busyLampFields><busyLampField b="2">' +
      '<label>label</label></busyLampField></busyLampFields><label>x</label></phone></ns:listPhone></soap:Body>';
    expect(names.textOf(xml)).toBe(
      '<soap:Body><ns:listPhone><criteria a="1"/><phone><label/><lamps><busyLampField b="2">' +
        '<caption>label</caption></busyLampField></lamps><label>x</label></phone></ns:listPhone></soap:Body>',
    );
  });
});

it('change nothing if no element has another name', () => {
  expect(none.written(ours)).toBe(ours);
  expect(none.read(theirs)).toBe(theirs);
  expect(none.textOf('<a><label/></a>')).toBe('<a><label/></a>');
  expect(none.contentOf('phone', { label: '{{label}}' })).toEqual({ label: '{{label}}' });
  expect(renamesIn('8.5')).toEqual({});
});
