import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/domain/errors.js';
import { bytesOf, type NoRoom, ownText, Room, withOwnTexts } from '../../../src/use-cases/room.js';

describe('the room for answers', () => {
  it('says of a request that would fit alone that others leave no room', async () => {
    const refused: NoRoom[] = [];
    const room = new Room({ items: 9, bytes: 1_000 }, (noRoom) => {
      refused.push(noRoom);
      return new ServiceError('overloaded', { detail: 'No room.', effect: 'none' });
    });
    const holding = (bytes: number) =>
      room.read(({ hold }) => {
        hold(bytes);
        return Promise.resolve();
      });
    await Promise.allSettled([holding(1), holding(1_000), holding(1_001)]);
    expect(refused).toEqual([
      { items: 1, isAlone: false },
      { items: 1, isAlone: true },
    ]);
  });

  it('counts two bytes for each character, and some for the object', () => {
    expect(bytesOf([])).toBeGreaterThan(0);
    expect(bytesOf(['SEP1', '', '4019x']) - bytesOf([])).toBe(18);
  });
});

describe('a copy for the memory', () => {
  it.each(['', 'Büro 😀', '"quoted"\n\\'])('of the text %j is equal', (text) => {
    expect(ownText(text)).toBe(text);
  });

  it('of an object is equal, and another object', () => {
    const value = { name: 'SEP1', dirns: ['4019'], speeddials: [{ index: '1', label: '“x”' }] };
    const copy = withOwnTexts(value);
    expect(copy).toEqual(value);
    expect(copy).not.toBe(value);
  });
});
