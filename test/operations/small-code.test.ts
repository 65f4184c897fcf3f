import { describe, expect, it } from 'vitest';
import { root } from '../support/project.js';

const { flattened } = (await import(`${root}scripts/small-code.js`)) as {
  flattened: (code: string, name: string) => string;
};

/** The large constant, written as a bundler writes it. */
const texts = `
var kinds = { dial: 'Dial', lamp: 'Lamp' };
var group = { bar: { title: 'Title', told: (count) => count + ' told' }, kinds };
var english = { name: 'Name', 'other-name': 'Other', ...group };
const texts = english;
`;

/** @returns what a function's body returns with the constant before it, and the code once the constant is many */
function run(body: string): { readonly before: unknown; readonly after: unknown; readonly code: string } {
  const module = `${texts}\nfunction made(key) {\n${body}\n}`;
  const code = flattened(module, 'texts');
  const valueOf = (source: string): unknown =>
    // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
    new Function(`${source}\nreturn made('lamp');`)();
  return { before: valueOf(module), after: valueOf(code), code: code.slice(code.indexOf('function made')) };
}

describe('a large constant made of many small ones', () => {
  it.each([
    ['is named part by part', `return texts.bar.title + texts.name;`],
    ['is called', `return texts.bar.told(2);`],
    ['is followed through a constant', `const words = texts.bar; return words.title;`],
    ['is followed through a pattern', `const { title, told: said } = texts.bar; return said(title.length);`],
    ['is known as the value of a shorthand property', `const { title } = texts.bar; return { title };`],
  ])('%s', (_what, body) => {
    const { before, after, code } = run(body);
    expect(after).toEqual(before);
    expect(code).not.toMatch(/\b(texts|english|words|bar)\./);
  });

  it.each([
    ['is asked by a computed key', `return texts.kinds[key] + texts['other-name'];`],
    ['is handed on whole', `return [texts.bar, texts.bar.title].map((each) => each.title ?? each);`],
    ['has a name that a parameter hides', `return ((texts) => texts.name)({ name: 'hidden' });`],
    ['has a name that a block hides', `{ const texts = { name: 'hidden' }; return texts.name + texts.length; }`],
    [
      'has a part whose name a pattern hides',
      `const words = texts.bar; return [{ words: { title: 1 } }].map(({ words }) => words.title);`,
    ],
    ['has a name that a loop hides', `for (const texts of ['hidden']) return texts.length;`],
    ['has a name that a function hides', `{ function texts() {} return texts.name + texts.length; }`],
    [
      'has a name that a case hides',
      `const words = texts.bar; switch (key) { case 'lamp': const words = key; return words.length; }`,
    ],
    ['has a name that is a key elsewhere', `return { texts: { name: 1 } }.texts.name;`],
    ['has members that are asked for more', `return texts.name.length + texts.bar.title.at(0);`],
  ])('%s, and means the same', (_what, body) => {
    const { before, after } = run(body);
    expect(before).toBeDefined();
    expect(after).toEqual(before);
  });

  it('is left alone where it is not known before the code runs', () => {
    const code = `const texts = Math.random() > 2 ? {} : { name: 'Name' };`;
    expect(flattened(code, 'texts')).toBe(code);
  });
});
