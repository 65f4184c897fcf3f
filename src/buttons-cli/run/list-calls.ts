import type { Calls, Pace as EnginePace, Result } from '../../client/engine/ports.js';
import { type Failure, failureOf } from '../connection/failures.js';
import { givenUp } from '../connection/retries.js';
import type { Proxy } from '../connection/proxy.js';
import { deviceKeyOf, sameLists } from '../lists.js';
import type { Interruption, Pace } from './pace.js';
import type { Settled, Work } from './states.js';

export interface ListParts {
  readonly proxy: Proxy;
  /** The run in the service's history; undefined if it keeps no history. */
  readonly run: string | undefined;
  readonly pace: Pace;
  readonly interruption: Interruption;
}

export type ListResult = Result<undefined, Failure>;

const cutOff: Failure = { ...givenUp, detail: 'the run was interrupted before the answer came' };

/**
 * How the lists of a plan are read and changed. Each change is based on what was planned; a list in doubt is read
 * first.
 */
export function listCalls<Item extends Work>({
  proxy,
  run,
  interruption: { urgent },
}: ListParts): Calls<Item, string, undefined, Failure> {
  return {
    deviceOf: ({ planned }) => deviceKeyOf(planned),
    doubtOf: ({ inDoubt }) => (inDoubt ? cutOff : undefined),
    basisOf: ({ planned }) => planned.etag,
    look: async ({ planned }) => {
      const { entries } = await proxy.readList(planned, urgent);
      if (sameLists(planned.kind, entries, planned.after)) return { is: 'as-wanted' };
      if (!sameLists(planned.kind, entries, planned.before)) return { is: 'other' };
      return { is: 'as-before', basis: planned.etag };
    },
    send: async ({ planned }, etag) => {
      const sent = await proxy.replaceList(planned, planned.after, etag, { run, signal: urgent });
      return { isNew: sent === 'changed', after: undefined };
    },
    failureOf: (thrown) => (urgent.aborted ? givenUp : failureOf(thrown, proxy.url)),
    reasonOf: ({ planned }, { reason }) => (reason === undefined ? undefined : `${planned.kind} ${reason}`),
  };
}

/** @returns the pace of a run for the engine, with the reasons of its pauses in a few words */
export function enginePace(pace: Pace): EnginePace<Failure> {
  return {
    rest: (isUnderWay) => pace.rest(isUnderWay),
    turn: (isUnderWay) => pace.turn(isUnderWay),
    pause: (seconds, { brief }) => {
      pace.pause(seconds, brief);
    },
  };
}

/** @returns what is stored and shown of a result */
export function settledOf(result: ListResult): Settled {
  switch (result.state) {
    case 'changed':
    case 'not-reached':
      return { state: result.state };
    case 'already':
    case 'left':
      return { state: 'already-ok' };
    case 'changed-meanwhile': {
      const { detail = 'The list is neither as it was nor as planned.' } = result.failure ?? {};
      return { state: 'changed-meanwhile', detail };
    }
    case 'refused':
      return { state: 'refused', detail: result.failure.detail };
    case 'uncertain':
      return { state: 'uncertain', detail: doubtText(result) };
  }
}

function doubtText({ doubt, last, read }: Extract<ListResult, { state: 'uncertain' }>): string {
  const then = last === undefined || last.detail === doubt.detail ? [] : [`then: ${last.detail}`];
  if (read === undefined) return [doubt.detail, ...then].join('; ');
  const seen = read === 'as-before' ? 'a read showed the list as before' : `it could not be read: ${read.detail}`;
  return [doubt.detail, ...then, seen].join('; ');
}
