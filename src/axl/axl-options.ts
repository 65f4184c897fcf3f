import type { Release } from './soap/releases.js';

/** What the backend needs to know of the call manager. */
export interface AxlOptions {
  /** Publisher first. */
  readonly urls: readonly URL[];
  readonly username: string;
  readonly password: string;
  /** Undefined asks the call manager. */
  readonly release: Release | undefined;
  /** An AXLAPI.wsdl to build the requests from; undefined takes those that are built in. */
  readonly wsdlFile: string | undefined;
  /** How numbers are looked up; undefined is by lines, or by SQL for a release whose lines name no devices. */
  readonly lookup: 'lines' | 'sql' | undefined;
  readonly afterUpdate: 'none' | 'apply' | 'restart' | 'reset';
  /** Certificates (PEM) that the call manager's is verified by; undefined takes those of Node. */
  readonly caFile: string | undefined;
  /** Takes any certificate from the call manager. */
  readonly insecure: boolean;
  /** The longest that one attempt may take, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxConcurrency: number;
  /** How many callers may wait for their turn. */
  readonly maxQueue: number;
  /** How long after a refused login none is tried, in milliseconds. */
  readonly loginPauseMs: number;
  /** In production the simulator is no call manager. */
  readonly refusesSimulator: boolean;
}
