import type { Change, ChangeWithDifference, Run, RunResult, Undone } from './change-types.js';
import { problemCodes } from './problems.js';
import {
  buttonKinds,
  type BusyLampField,
  callManagerStates,
  type ChangeEntry,
  type Device,
  deviceKinds,
  type Dismissal,
  type FieldProblem,
  type Finding,
  findingKinds,
  type Inventory,
  type Lists,
  type NumberInPartition,
  type Phone,
  type PointingButton,
  type Problem,
  type SpeedDial,
  type Status,
  type Suggestion,
} from './types.js';

/** Whether what came over the wire is what the types say: of each type a table that names every property of it. */

/** @returns whether a value is of that type; more properties than the type has are no fault, a service may be newer */
export type Check<T> = (value: unknown) => value is T;

type Shape<T> = { readonly [Name in keyof T]-?: Check<T[Name]> };

export const isSpeedDial = has<SpeedDial>({ index: isText, dirn: isText, label: isText });

export const isPhone = has<Phone>({
  product: isText,
  description: isText,
  model: isText,
  name: isText,
  uuid: isText,
  dirns: listOf(isText),
  speeddials: listOf(isSpeedDial),
});

type OfANumber = Extract<BusyLampField, { dirn: string }>;
type FreeForm = Extract<BusyLampField, { destination: string }>;

export const isBusyLampField = either(
  has<OfANumber>({ index: isText, dirn: isText, partition: isText, label: isText, pickup: isFlag }),
  has<FreeForm>({ index: isText, destination: isText, label: isText, pickup: isFlag }),
);

export const isLists = has<Lists>({
  speeddials: listOf(isSpeedDial),
  busylampfields: listOf(isBusyLampField),
  etags: has<Lists['etags']>({ speeddials: isText, busylampfields: isText }),
});

export const isPointingButton = has<PointingButton>({
  device: isText,
  deviceKind: oneOf(deviceKinds),
  uuid: isText,
  description: isText,
  kind: oneOf(buttonKinds),
  index: isText,
  dirn: isText,
  partition: isText,
  label: isText,
});

export const isDevice = has<Device>({
  deviceKind: oneOf(deviceKinds),
  name: isText,
  description: isText,
  product: isText,
  model: isText,
  uuid: isText,
});

export const isNumber = has<NumberInPartition>({ dirn: isText, partition: isText, description: isText });

type SuggestedNumber = Extract<Suggestion, { kind: 'number' }>;
type SuggestedDevice = Exclude<Suggestion, SuggestedNumber>;

export const isSuggestion = either(
  has<SuggestedNumber>({ kind: oneOf(['number']), dirn: isText, partition: isText, description: isText }),
  has<SuggestedDevice>({
    kind: oneOf(deviceKinds),
    name: isText,
    description: isText,
    product: isText,
    model: isText,
  }),
);

export const isInventory = has<Inventory>({
  state: oneOf(['filling', 'whole', 'resting']),
  reason: orNull(isText),
  asOf: orNull(isText),
  phones: isCount,
  profiles: isCount,
  numbers: isCount,
  buttons: isCount,
  progress: orNull(has<NonNullable<Inventory['progress']>>({ tables: isCount, of: isCount, rows: isCount })),
});

export const isStatus = has<Status>({
  user: isText,
  readOnly: isFlag,
  callManager: has<Status['callManager']>({ state: oneOf(callManagerStates), release: orNull(isText) }),
  history: isFlag,
  inventory: orLeftOut(orNull(isInventory)),
  version: isText,
});

const isChangeEntry = has<ChangeEntry>({
  index: isText,
  dirn: orLeftOut(isText),
  partition: orLeftOut(isText),
  destination: orLeftOut(isText),
  label: isText,
  pickup: orLeftOut(isFlag),
});

const isDismissal = has<Dismissal>({ reason: isText, user: isText, time: isText });

export const isFinding = has<Finding>({
  id: isText,
  kind: oneOf(findingKinds),
  device: isText,
  deviceKind: oneOf(deviceKinds),
  description: isText,
  list: oneOf(buttonKinds),
  index: isText,
  dirn: isText,
  partition: isText,
  label: isText,
  since: isText,
  evidence: isText,
  proposal: orNull(either(has<{ remove: true }>({ remove: oneOf([true]) }), has({ set: isChangeEntry }))),
  dismissal: orNull(isDismissal),
});

/** What the service answers when a finding is set aside, or is so no more. */
export const isDismissed = has<Pick<Finding, 'id' | 'dismissal'>>({ id: isText, dismissal: orNull(isDismissal) });

export const isProblemCode = oneOf(problemCodes);

const isOutcome = either(oneOf(['in-progress', 'replaced', 'confirmed-by-reading', 'seen']), isProblemCode);

const change: Shape<Change> = {
  id: isText,
  time: isText,
  user: orNull(isText),
  requestId: orNull(isText),
  device: isText,
  deviceKind: oneOf(deviceKinds),
  uuid: orNull(isText),
  kind: oneOf(buttonKinds),
  before: orNull(listOf(isChangeEntry)),
  after: orNull(listOf(isChangeEntry)),
  outcome: isOutcome,
  foundLater: orLeftOut(
    has<NonNullable<Change['foundLater']>>({ list: oneOf(['after', 'before', 'other']), time: isText }),
  ),
  run: orNull(isText),
  undoes: orNull(isText),
  undoneBy: orNull(isText),
  source: oneOf(['service', 'elsewhere']),
  seenAfter: orNull(isText),
  undoable: isFlag,
};

export const isChange = has(change);

type Difference = NonNullable<ChangeWithDifference['difference']>;

export const isChangeWithDifference = has<ChangeWithDifference>({
  ...change,
  difference: orNull(
    has<Difference>({
      added: listOf(isChangeEntry),
      removed: listOf(isChangeEntry),
      changed: listOf(has<Difference['changed'][number]>({ before: isChangeEntry, after: isChangeEntry })),
    }),
  ),
});

const run: Shape<Run> = { id: isText, title: isText, user: isText, time: isText };

export const isRun = has(run);

export const isRunResult = has<RunResult>({
  ...run,
  outcomes: isCounts,
  undone: isCount,
  undoneBy: listOf(isText),
});

export const isUndone = has<Omit<Undone, 'afterUpdate'>>({ id: orNull(isText), changed: isFlag });

export const isProblem = has<Problem>({
  type: isText,
  title: isText,
  status: isCount,
  detail: isText,
  code: isProblemCode,
  requestId: isText,
  axlCode: orLeftOut(isCount),
  present: orLeftOut(listOf(isChangeEntry)),
  errors: orLeftOut(listOf(has<FieldProblem>({ field: isText, detail: isText }))),
});

/** How many changes of a run ended in which way. */
function isCounts(value: unknown): value is RunResult['outcomes'] {
  return isObject(value) && Object.entries(value).every(([outcome, count]) => isOutcome(outcome) && isCount(count));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isCount(value: unknown): value is number {
  return typeof value === 'number';
}

function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function has<T>(shape: Shape<T>): Check<T> {
  const checks = Object.entries<Check<unknown>>(shape);
  return (value): value is T =>
    isObject(value) && checks.every(([name, isRight]) => isRight(value[name as keyof typeof value]));
}

function oneOf<const T>(words: readonly T[]): Check<T> {
  return (value): value is T => words.includes(value as T);
}

export function listOf<T>(isItem: Check<T>): Check<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(isItem);
}

function either<A, B>(isOne: Check<A>, isOther: Check<B>): Check<A | B> {
  return (value): value is A | B => isOne(value) || isOther(value);
}

function orNull<T>(isRight: Check<T>): Check<T | null> {
  return (value): value is T | null => value === null || isRight(value);
}

function orLeftOut<T>(isRight: Check<T>): Check<T | undefined> {
  return (value): value is T | undefined => value === undefined || isRight(value);
}
