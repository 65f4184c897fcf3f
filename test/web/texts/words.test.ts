import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { root } from '../../support/project.js';

/** Attributes whose value users see or hear. */
const spoken = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'label',
  'placeholder',
  'title',
]);

/** @returns the texts in the markup of a file */
function wordsIn(name: string, text: string): string[] {
  const words: string[] = [];
  const take = (node: ts.Node): void => {
    if (ts.isJsxText(node)) words.push(node.text.trim());
    const isShown = ts.isJsxExpression(node) && (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent));
    if (isShown && node.expression && ts.isStringLiteralLike(node.expression)) words.push(node.expression.text);
    if (ts.isJsxAttribute(node) && spoken.has(node.name.getText()) && node.initializer) {
      const { initializer } = node;
      const value = ts.isJsxExpression(initializer) ? initializer.expression : initializer;
      if (value && ts.isStringLiteralLike(value)) words.push(value.text);
    }
    ts.forEachChild(node, take);
  };
  take(ts.createSourceFile(name, text, ts.ScriptTarget.ES2023, true, ts.ScriptKind.TSX));
  return words.filter((each) => /\p{L}/u.test(each));
}

describe('the words of the console', () => {
  it('are only in texts/, so that another language is one more file', () => {
    const files = readdirSync(`${root}web`, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.tsx'),
    );
    expect(files.length).toBeGreaterThan(10);
    const found = files.flatMap((file) =>
      wordsIn(file, readFileSync(path.join(root, 'web', file), 'utf8')).map((word) => `${file}: ${word}`),
    );
    expect(found).toEqual([]);
  });

  it('would be found elsewhere', () => {
    const text = `const x = <p title="a" class="b">c {'d'} {e} <i aria-label={'f'}>1 – 2</i><>{\`g\`}</></p>;`;
    expect(wordsIn('x.tsx', text)).toEqual(['a', 'c', 'd', 'f', 'g']);
  });
});
