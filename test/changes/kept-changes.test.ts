import { describe, expect, it } from 'vitest';
import { dial } from '../support/changes.js';
import { contradictions, type KeptChange, unkept } from '../support/kept-changes.js';

const [one, two, three] = [[dial(1, '1')], [dial(1, '2')], [dial(1, '3')]];

const change = (id: string, before: KeptChange['before'], after: KeptChange['after'], state = 'changed') => {
  return { id, requestId: `request-${id}`, device: 'SEP00A1B2C30001', before, after, state };
};

describe('the comparison that the tests of the history use', () => {
  it('finds a change that does not begin where the previous one ended, and a list that no change has left', () => {
    expect(contradictions([change('1', one, two), change('2', two, three)], three)).toEqual([]);
    expect(contradictions([change('1', one, two), change('2', one, three)], three)).toHaveLength(1);
    expect(contradictions([change('1', one, two), change('2', two, three)], two)).toHaveLength(1);
    expect(contradictions([change('1', one, two, 'refused')], two)).toHaveLength(1);
    expect(contradictions([change('1', one, two, 'sending')], two)).toEqual(['a list of change 1 is being sent']);
  });

  it('accepts both results of a change whose end is uncertain', () => {
    const open = change('1', one, two, 'uncertain');
    expect([contradictions([open], one), contradictions([open], two)]).toEqual([[], []]);
    expect(contradictions([open], three)).toHaveLength(1);
  });

  it('finds an acknowledged write that is missing or has another end, and a refused one that is stored', () => {
    const told = { requestId: 'request-1', answer: 200 } as const;
    expect(unkept([told], [change('1', one, two)])).toEqual([]);
    expect(unkept([told], [])).toHaveLength(1);
    expect(unkept([told], [change('1', one, two, 'uncertain')])).toHaveLength(1);
    expect(unkept([{ ...told, answer: 'history-unavailable' }], [change('1', one, two)])).toHaveLength(1);
  });
});
