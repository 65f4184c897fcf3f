import type { Wing } from '../../store/migrations.js';
import type { Dialect } from '../../store/sql.js';

/** The tables of plans, and of their lists. Times are milliseconds since 1970. */
export const planTables: Wing = { name: 'plans', migrations: [firstTables] };

function firstTables({ sequence }: Dialect): string {
  return `
    CREATE TABLE plan (
      sequence ${sequence},
      token text NOT NULL UNIQUE,
      time bigint NOT NULL,
      expires bigint NOT NULL,
      user_name text NOT NULL,
      title text NOT NULL,
      reason text NOT NULL,
      digest text NOT NULL,
      state text NOT NULL,
      bytes bigint NOT NULL,
      approved_by text,
      approved_time bigint,
      rejected_by text,
      rejected_time bigint,
      rejected_reason text,
      applied_by text,
      applied_time bigint,
      ended_time bigint,
      per_hour bigint,
      why text,
      run bigint,
      stopping integer NOT NULL,
      holder text,
      held_until bigint
    );
    CREATE TABLE plan_list (
      plan bigint NOT NULL,
      place integer NOT NULL,
      device_kind text NOT NULL,
      device_name text NOT NULL,
      device_uuid text,
      kind text NOT NULL,
      if_match text NOT NULL,
      list_before text,
      list_after text NOT NULL,
      since bigint,
      state text NOT NULL,
      code text,
      detail text,
      PRIMARY KEY (plan, place)
    );
    CREATE INDEX plan_list_state ON plan_list (plan, state)`;
}
