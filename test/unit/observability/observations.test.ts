import { expect, it } from 'vitest';
import { type Observation, Observers } from '../../../src/observability/observations.js';

it('pass each observation to all listeners that exist at that time, in order', () => {
  const heard: string[] = [];
  const hears = (who: string) => (observation: Observation) => void heard.push(`${who}: ${observation.kind}`);
  const observers = new Observers(hears('log'));
  const { observe } = observers;
  observe({ kind: 'stopping', reason: 'test' });
  observers.add(hears('metrics'));
  observe({ kind: 'stopped', unfinished: 0 });
  expect(heard).toEqual(['log: stopping', 'log: stopped', 'metrics: stopped']);
});
