import { expect, it } from 'vitest';
import { exitCodes, messageOf, Stop } from '../../../src/buttons-cli/stop.js';

it.each([
  ['It says no.', true, true, 'It says no. Nothing was changed.'],
  ['there is no phone A', true, true, 'there is no phone A; nothing was changed'],
  ['there is no phone A', true, false, 'there is no phone A'],
  ['the file is empty', false, true, 'the file is empty'],
] as const)(
  'a command reports "nothing was changed" if it would have changed something: %s',
  (message, isUntouched, isChanging, said) => {
    expect(messageOf(new Stop(message, exitCodes.error, isUntouched), isChanging)).toBe(said);
  },
);
