import path from 'node:path';
import dotenv from 'dotenv';
import { describe, expect, it } from 'vitest';
import { readDotenvFile } from '../../../src/config/config.js';
import { temporaryFile, temporaryFolder } from '../../support/files.js';

const read = (text: string) => readDotenvFile(temporaryFile(text, '.env'));

describe('a .env file', () => {
  it.each([
    ['A=pass#word', 'pass#word'],
    ['A=#word', '#word'],
    ['A=word#', 'word#'],
    ['A=a#b # a comment', 'a#b'],
    ['A=a b#c\t# a comment', 'a b#c'],
    ['A=8080 # a comment', '8080'],
    ['A= # a comment', ''],
    ['A=', ''],
    ['A="a # b"', 'a # b'],
    ['A="a#b" # a comment', 'a#b'],
    ["A='a # b'# a comment", 'a # b'],
    ['A="not closed#b', '"not closed#b'],
    ['A=it"s#5', 'it"s#5'],
    ['export A=a#b', 'a#b'],
    ['A: a#b', 'a#b'],
    ['  A = a#b  ', 'a#b'],
    ['A=a#b\nA=a', 'a'],
    ['A=a\r\nA=a#b\r\nB=c', 'a#b'],
    ['\uFEFFA=a#b', 'a#b'],
    ['# A=x#y\nA=z', 'z'],
  ])('%j sets A to %j', (text, value) => {
    expect(read(text)['A']).toBe(value);
  });

  it('is otherwise read as by dotenv', () => {
    const text = '# c\nA="two\nlines=a#b"\nlines=1\nB=\'$x\'\nC=`q"\'`\nD="a\\nb"\n\nnonsense\nE=a=b\n';
    expect(read(text)).toEqual(dotenv.parse(text));
    expect(read(text)).toMatchObject({ A: 'two\nlines=a#b', lines: '1', D: 'a\nb', E: 'a=b' });
  });

  it('that is absent sets nothing', () => {
    expect(readDotenvFile(path.join(temporaryFolder(), '.env'))).toEqual({});
  });
});
