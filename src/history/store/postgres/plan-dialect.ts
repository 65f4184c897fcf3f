import type { PlanDialect } from '../../../plans/store/sql-plans.js';
import { lockNumber } from './advisory-lock.js';

export const planDialect: PlanDialect = {
  schema: 'axl_phone_proxy.',
  clock: '(extract(epoch FROM clock_timestamp()) * 1000)::bigint',
  lock: `SELECT pg_advisory_xact_lock(${lockNumber('plans')})`,
  elements: 'json_array_elements(?::json) AS element (value)',
  isAlone: false,
};
