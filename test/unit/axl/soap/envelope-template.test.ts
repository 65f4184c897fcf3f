import { expect, it } from 'vitest';
import { RequestTemplate } from '../../../../src/axl/soap/envelope.js';
import { elementOf } from '../../../../src/axl/soap/xml.js';

const template = () =>
  new RequestTemplate(
    { operation: 'updatePhone', content: {}, repeated: 'busyLampField' },
    {
      soapAction: '"CUCM:DB ver=14.0 updatePhone"',
      xml: '<x><name>{{name}}</name><busyLampField><a>{{a}}</a><b><inner>{{c}}</inner></b><c>{{c}}</c></busyLampField></x>',
    },
  );

const written = (...names: readonly string[]): string => {
  const { body } = template().render({ name: 'n' }, [names.map((name) => elementOf(name, ''))], {});
  return Array.from(body.matchAll(/<(\w+)><\/\1>/g), ([, name]) => name).join(' ');
};

it.each([
  [['a', 'b', 'c'], 'a b c'],
  [['c', 'b', 'a'], 'a b c'],
  [['c', 'a'], 'a c'],
  // A child that the schema does not have stays after its predecessor.
  [['a', 'new', 'b', 'c'], 'a new b c'],
  [['c', 'new', 'newer', 'a', 'b'], 'a b c new newer'],
  [['first', 'c', 'a'], 'first a c'],
  [['a', 'new', 'new'], 'a new new'],
  [['inner', 'b'], 'inner b'],
])('writes the children %j of an entry as %s', (children, order) => {
  expect(written(...children)).toBe(order);
});

it('writes each entry with its own children, escaped, and without attributes', () => {
  const nested = { ...elementOf('b', [elementOf('inner', '</b>&"\r')]), attributes: { uuid: '{"<&}' } };
  const { body } = template().render({ name: '<n>' }, [[nested], [elementOf('a', '{{name}}')], []], {});
  expect(body).toBe(
    '<x><name>&lt;n&gt;</name><busyLampField><b><inner>&lt;/b&gt;&amp;"&#xD;</inner></b></busyLampField>' +
      '<busyLampField><a>{{name}}</a></busyLampField><busyLampField></busyLampField></x>',
  );
});
