import { isServiceError } from '../../src/domain/errors.js';
import { type DeviceName, dialledForm } from '../../src/domain/identifiers.js';
import { boundless } from '../support/call-context.js';
import type { MisbehaviourRule } from '../../src/simulator/simulator.js';
import { type CallContext, newTally } from '../../src/use-cases/call-context.js';
import type { CallManager } from '../../src/use-cases/call-manager.js';
import { timeLimit } from '../../src/use-cases/time-limit.js';
import { buttonCases } from './button-cases.js';
import { wireCases } from './wire-cases.js';

/** An answer that was not recorded, but written after observed answers of call managers. */
export interface WrittenAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Buffer;
  readonly retryAfter?: string;
}

/** A behavior of AXL: the request to the call manager's side, the exchanges, and the result. */
export interface ExchangeCase {
  /** The second half of the folders' names: `<operation>__<name>`; the second one of an operation ends with `-2`. */
  readonly name: string;
  /** The AXL operations that it needs; repeated ones in their order. */
  readonly operations: readonly string[];
  readonly lookup?: 'sql';
  readonly afterUpdate?: 'apply';
  /** The simulator's misbehavior during the recording. */
  readonly misbehaviour?: MisbehaviourRule;
  /** Observed answers of call managers that differ from the simulator's, by operation. */
  readonly answers?: Readonly<Record<string, WrittenAnswer>>;
  /** The company, if the usual one lacks what the case needs. */
  readonly seed?: unknown;
  /** A replacement in the recorded response, if the simulator has no rule for it. */
  readonly altered?: { readonly operation: string; readonly from: string; readonly to: string };
  readonly act: (callManager: CallManager, context: CallContext) => Promise<unknown>;
  /** The result; for a failure its code and axlCode. */
  readonly outcome: unknown;
}

const zoe = 'SEP00A1B2C30003' as DeviceName;
const nobody = 'SEP00A1B2C3FFFF' as DeviceName;
const zoesKey = 'c862421a-dbf1-4dae-a93f-0cc56d405fb8';
const zoesPhone = {
  product: 'Cisco 7841',
  description: 'Büro Zoë Müller – Buchhaltung',
  model: 'Cisco 7841',
  name: zoe,
  uuid: zoesKey,
  dirns: ['2003'],
  speeddials: [
    { index: '1', dirn: '2001', label: 'Büro Lindqvist' },
    { index: '2', dirn: '+46812345678', label: 'Café Håkan' },
    { index: '3', dirn: '2004', label: 'naïve façade ✓' },
    { index: '4', dirn: '2050', label: '日本事務所' },
  ],
};

const find = (number: string) => (callManager: CallManager, context: CallContext) =>
  callManager.findPhones(dialledForm(number), context, boundless);
const replace =
  (phone: DeviceName, ...dials: { index: string; dirn: string; label: string }[]) =>
  (callManager: CallManager, context: CallContext) =>
    callManager.buttons.speeddial.replace({ kind: 'phone', name: phone }, dials, undefined, context);
const reception = { index: '1', dirn: '0100', label: "<R&D> & 'x'" };

function refusal(name: string, rule: MisbehaviourRule, code: string, axlCode?: number): ExchangeCase {
  return {
    name,
    operations: ['updatePhone'],
    misbehaviour: rule,
    act: replace(zoe, reception),
    outcome: { code, axlCode },
  };
}

const lineNotFound: MisbehaviourRule = {
  kind: 'fault',
  operation: 'getLine',
  axlcode: 5007,
  message: 'Item not valid: The specified Line was not found',
};

/** One number on a phone, on a template of phones, and on a device in the class of phones that is a template. */
const companyWithTemplates = {
  company: 'Ferrari & Nowak',
  routePartitions: [],
  devicePools: [{ uuid: '11111111-0000-4000-8000-000000000001', name: 'DP-Torino' }],
  callingSearchSpaces: [],
  products: [
    { enum: 1, name: 'Cisco 7841' },
    { enum: 2, name: 'Universal Device Template' },
  ],
  models: [
    { enum: 622, name: 'Cisco 7841' },
    { enum: 645, name: 'Universal Device Template' },
  ],
  lines: [{ uuid: '11111111-0000-4000-8000-000000000002', pattern: '3100', routePartition: null }],
  devices: [
    { uuid: '11111111-0000-4000-8000-000000000003', name: 'SEP00F1E2D30001', product: 'Cisco 7841' },
    {
      uuid: '11111111-0000-4000-8000-000000000004',
      name: 'Hall_phones',
      class: 'Phone Template',
      product: 'Cisco 7841',
    },
    { uuid: '11111111-0000-4000-8000-000000000005', name: 'Torino_Template', product: 'Universal Device Template' },
  ].map((device) => ({
    ...device,
    model: device.product,
    protocol: 'SIP',
    devicePool: 'DP-Torino',
    lines: [{ pattern: '3100', routePartition: null }],
  })),
};
const hallPhone = {
  product: 'Cisco 7841',
  description: '',
  model: 'Cisco 7841',
  name: 'SEP00F1E2D30001',
  uuid: '11111111-0000-4000-8000-000000000003',
  dirns: ['3100'],
  speeddials: [],
};

export const exchangeCases: readonly ExchangeCase[] = [
  {
    name: 'one-phone',
    operations: ['listLine', 'getLine', 'listPhone', 'getPhone'],
    act: find('2003'),
    outcome: [zoesPhone],
  },
  { name: 'nobody', operations: ['listLine'], act: find('9999'), outcome: [] },
  { name: 'one-phone', operations: ['executeSQLQuery'], lookup: 'sql', act: find('2003'), outcome: [zoesPhone] },
  {
    name: 'not-by-key',
    operations: ['listLine', 'getLine', 'getLine', 'listPhone', 'getPhone'],
    misbehaviour: { ...lineNotFound, times: 1 },
    act: find('2003'),
    outcome: [zoesPhone],
  },
  {
    name: 'gone',
    operations: ['listLine', 'getLine', 'getLine'],
    misbehaviour: lineNotFound,
    act: find('2003'),
    outcome: [],
  },
  {
    name: 'of-a-user',
    operations: ['listLine', 'getLine', 'getLine'],
    misbehaviour: { ...lineNotFound, message: 'Item not valid: The specified User was not found' },
    act: find('2003'),
    outcome: { code: 'call-manager-fault', axlCode: 5007 },
  },
  {
    name: 'templates',
    operations: ['listLine', 'getLine', 'listPhone', 'getPhone', 'listPhone', 'getPhone', 'listPhone', 'getPhone'],
    seed: companyWithTemplates,
    act: find('3100'),
    outcome: [hallPhone],
  },
  {
    name: 'templates',
    operations: ['executeSQLQuery'],
    lookup: 'sql',
    seed: companyWithTemplates,
    act: find('3100'),
    outcome: [hallPhone],
  },
  {
    name: 'without-columns',
    operations: ['executeSQLQuery'],
    lookup: 'sql',
    altered: { operation: 'executeSQLQuery', from: '<kind>line</kind>', to: '' },
    act: find('2003'),
    outcome: { code: 'call-manager-answer-invalid' },
  },
  {
    name: 'not-found',
    operations: ['getPhone'],
    act: (callManager, context) =>
      callManager.buttons.speeddial.readForChange({ kind: 'phone', name: nobody }, context),
    outcome: { code: 'phone-not-found', axlCode: 5007 },
  },
  { name: 'one-dial', operations: ['updatePhone'], act: replace(zoe, reception), outcome: zoesKey },
  { name: 'cleared', operations: ['updatePhone'], act: replace(zoe), outcome: zoesKey },
  {
    name: 'not-found',
    operations: ['updatePhone'],
    act: replace(nobody),
    outcome: { code: 'phone-not-found', axlCode: 5007 },
  },
  {
    name: 'invalid-number',
    operations: ['updatePhone'],
    act: replace(zoe, { ...reception, dirn: 'letters' }),
    outcome: { code: 'rejected-by-call-manager', axlCode: 5003 },
  },
  {
    name: 'index-twice',
    operations: ['updatePhone'],
    act: replace(zoe, reception, reception),
    outcome: { code: 'rejected-by-call-manager', axlCode: -239 },
  },
  refusal('wrong-credentials', { kind: '401' }, 'call-manager-refused-credentials'),
  refusal('no-axl-role', { kind: '403' }, 'call-manager-refused-credentials'),
  refusal('no-axl-service', { kind: '404' }, 'axl-service-unavailable'),
  refusal('release-refused', { kind: '599' }, 'axl-version-unsupported'),
  refusal('html', { kind: 'html', point: 'before' }, 'call-manager-answer-invalid'),
  refusal('empty', { kind: 'empty', point: 'before' }, 'call-manager-answer-invalid'),
  refusal('missing-return', { kind: 'missing-return', point: 'before' }, 'call-manager-answer-invalid'),
  {
    name: 'applied',
    operations: ['applyPhone'],
    afterUpdate: 'apply',
    act: (callManager, context) => callManager.loadChange(zoe, context),
    outcome: undefined,
  },
  ...wireCases,
  ...buttonCases,
];

/** @returns the folders of a case's exchanges, one for each of its operations; a repeated one has a number */
export function foldersOf({ name, operations }: ExchangeCase): string[] {
  return operations.map((operation, place) => {
    const before = operations.slice(0, place).filter((other) => other === operation).length;
    return `${operation}__${name}${before === 0 ? '' : `-${before + 1}`}`;
  });
}

/** Runs a case. @returns its result, or the code and axlCode of its failure */
export async function outcomeOf(one: ExchangeCase, callManager: CallManager): Promise<unknown> {
  const { signal, release } = timeLimit(60_000);
  const context: CallContext = {
    requestId: 'contract',
    arrival: 0,
    user: 'caller',
    deadline: () => Infinity,
    signal,
    tally: newTally(),
    oneAttempt: false,
    undoes: undefined,
    of: undefined,
  };
  try {
    return await one.act(callManager, context);
  } catch (thrown) {
    if (!isServiceError(thrown)) throw thrown;
    return { code: thrown.code, axlCode: thrown.facts.axlCode };
  } finally {
    release();
  }
}
