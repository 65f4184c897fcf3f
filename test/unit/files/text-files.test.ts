import { describe, expect, it } from 'vitest';
import { readSecret } from '../../../src/files/text-files.js';
import { temporaryFile } from '../../support/files.js';

describe('secrets', () => {
  it('are the unchanged first line of their file', () => {
    expect(readSecret(temporaryFile(' päss "x"#1 \r\n'))).toBe(' päss "x"#1 ');
    expect(readSecret(temporaryFile('no line end'))).toBe('no line end');
    expect(readSecret(temporaryFile('\uFEFFafter a byte order mark\r\n'))).toBe('after a byte order mark');
  });
});
