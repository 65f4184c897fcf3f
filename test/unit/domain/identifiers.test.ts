import { describe, expect, it } from 'vitest';
import {
  dialledFirst,
  dialledForm,
  isNobodysNumber,
  parseUuid,
  pointsAt,
  renumbered,
  storedForms,
  unfitText,
} from '../../../src/domain/identifiers.js';

describe('directory numbers', () => {
  it.each([
    ['\\+14085554019', '+14085554019'],
    ['+14085554019', '+14085554019'],
    ['0100', '0100'],
    ['1\\+2', '1\\+2'],
  ])('shows %s as %s', (stored, dialled) => {
    expect(dialledForm(stored)).toBe(dialled);
  });

  it('looks for a plus number in both forms, and for others unchanged', () => {
    expect(storedForms(dialledForm('\\+1408'))).toEqual(['+1408', '\\+1408']);
    expect(storedForms(dialledForm('*55#'))).toEqual(['*55#']);
    expect(storedForms(dialledForm('1+'))).toEqual(['1+']);
  });

  it.each([
    ['1%', true],
    ['_1', true],
    ['+1*#', false],
  ])('%s cannot exist: %s', (number, isNobodys) => {
    expect(isNobodysNumber(dialledForm(number))).toBe(isNobodys);
  });
});

describe('a button with pauses or codes', () => {
  it.each([
    ['95551234,8787', '95551234', '7000,8787'],
    ['95551234,,1#', '95551234', '7000,,1#'],
    ['95551234', '95551234', '7000'],
    [String.raw`\+1408,1`, '+1408', '7000,1'],
    ['95551234,8787', '95551234,8787', '7000'],
  ])('%s points at %s', (text, number, other) => {
    expect(pointsAt(text, dialledForm(number))).toBe(true);
    expect(renumbered(text, dialledForm(number), '7000')).toBe(other);
  });

  it.each([
    ['95551234,8787', '9555123'],
    ['95551234,8787', '8787'],
    ['955512345', '95551234'],
    ['95551234,87,1', '95551234,87'],
    ['95551234', '95551234,'],
  ])('%s does not point at %s', (text, number) => {
    expect(pointsAt(text, dialledForm(number))).toBe(false);
  });

  it('dials first what precedes the comma', () => {
    expect([String.raw`\+1408,,1`, '1', ',1'].map(dialledFirst)).toEqual(['+1408', '1', '']);
  });
});

describe('uuids', () => {
  it.each([
    '{0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9}',
    '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9',
    ' 0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9 ',
  ])('reads %j', (text) => {
    expect(parseUuid(text)).toBe('0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9');
  });

  it.each([
    '',
    'true',
    '{}',
    '0a1b2c3d-4e5f-6071-8293',
    'x0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9',
    '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9x',
  ])('reads %j as no key', (text) => {
    expect(parseUuid(text)).toBeUndefined();
  });
});

describe('refused text', () => {
  it.each(['\u0000', 'a\tb', '\u0085', '\uD800', '\uFFFD', '\uFFFF'])('refuses %j by its character', (text) => {
    expect(unfitText(text, 10)).toMatch(/found U\+/);
  });

  it('counts characters, not code units', () => {
    expect(unfitText('😀'.repeat(10), 10)).toBeUndefined();
    expect(unfitText('😀'.repeat(11), 10)).toBe('must be at most 10 characters long (this one has 11)');
    expect(unfitText('a'.repeat(10), 10)).toBeUndefined();
    expect(unfitText('a'.repeat(11), 10)).toContain('this one has 11');
  });

  it('names the character by its code point, with at least four digits', () => {
    expect(unfitText('a\u001fb', 10)).toBe('must not contain control characters or broken Unicode (found U+001F)');
  });
});
