import { expect, it } from 'vitest';
import { generated, renewed } from './generated.js';

it.each(generated)('$file agrees with the tables in the code (npm run docs writes it)', async (each) => {
  const { current, renewed: made } = await renewed(each);
  expect(current).toBe(made);
});
