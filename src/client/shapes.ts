import type { Change, ChangeWithDifference, Run, RunResult, Undone } from './change-types.js';
import { type ProblemCode, problemCodes } from './problems.js';
import {
  buttonKinds,
  type BusyLampField,
  callManagerStates,
  type ChangeEntry,
  type Device,
  deviceKinds,
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

/** Whether what came over the wire is what the types say. */

export function isPhone(value: unknown): value is Phone {
  return (
    hasTexts(value, 'product', 'description', 'model', 'name', 'uuid') &&
    isListOf(value['dirns'], (dirn) => typeof dirn === 'string') &&
    isListOf(value['speeddials'], isSpeedDial)
  );
}

export function isSpeedDial(value: unknown): value is SpeedDial {
  return hasTexts(value, 'index', 'dirn', 'label');
}

export function isBusyLampField(value: unknown): value is BusyLampField {
  const isEither =
    hasTexts(value, 'index', 'dirn', 'partition', 'label') || hasTexts(value, 'index', 'destination', 'label');
  return isEither && typeof (value as { pickup?: unknown }).pickup === 'boolean';
}

export function isLists(value: unknown): value is Lists {
  return (
    isObject(value) &&
    isListOf(value['speeddials'], isSpeedDial) &&
    isListOf(value['busylampfields'], isBusyLampField) &&
    hasTexts(value['etags'], 'speeddials', 'busylampfields')
  );
}

export function isPointingButton(value: unknown): value is PointingButton {
  return (
    hasTexts(value, 'device', 'deviceKind', 'uuid', 'description', 'kind', 'index', 'dirn', 'partition', 'label') &&
    isOneOf(value['deviceKind'], deviceKinds) &&
    isOneOf(value['kind'], buttonKinds)
  );
}

export function isDevice(value: unknown): value is Device {
  return (
    hasTexts(value, 'deviceKind', 'name', 'description', 'product', 'model', 'uuid') &&
    isOneOf(value['deviceKind'], deviceKinds)
  );
}

export function isNumber(value: unknown): value is NumberInPartition {
  return hasTexts(value, 'dirn', 'partition', 'description');
}

export function isSuggestion(value: unknown): value is Suggestion {
  if (!hasTexts(value, 'kind')) return false;
  if (value['kind'] === 'number') return isNumber(value);
  return isOneOf(value['kind'], deviceKinds) && hasTexts(value, 'name', 'description', 'product', 'model');
}

export function isStatus(value: unknown): value is Status {
  if (!hasTexts(value, 'user', 'version')) return false;
  const { callManager, readOnly, history, inventory } = value;
  return (
    (inventory === undefined || inventory === null || isInventory(inventory)) &&
    typeof readOnly === 'boolean' &&
    typeof history === 'boolean' &&
    hasTexts(callManager, 'state') &&
    isOneOf(callManager['state'], callManagerStates) &&
    (callManager['release'] === null || typeof callManager['release'] === 'string')
  );
}

export function isInventory(value: unknown): value is Inventory {
  if (!hasTexts(value, 'state')) return false;
  const { state, reason, asOf, phones, profiles, numbers, buttons, progress } = value;
  return (
    isOneOf(state, ['filling', 'whole', 'resting']) &&
    [reason, asOf].every((text) => text === null || typeof text === 'string') &&
    [phones, profiles, numbers, buttons].every((count) => typeof count === 'number') &&
    (progress === null || hasCounts(progress, 'tables', 'of', 'rows'))
  );
}

export function isFinding(value: unknown): value is Finding {
  return (
    hasTexts(value, 'id', 'kind', 'device', 'deviceKind', 'description', 'list', 'index', 'dirn', 'partition') &&
    hasTexts(value, 'label', 'since', 'evidence') &&
    isOneOf(value['kind'], findingKinds) &&
    isOneOf(value['deviceKind'], ['phone', 'profile']) &&
    isOneOf(value['list'], ['speeddial', 'busylampfield']) &&
    isProposal(value['proposal']) &&
    isDismissal(value['dismissal'])
  );
}

/** @returns whether it is what the service answers when a finding is set aside, or is so no more */
export function isDismissed(value: unknown): value is Pick<Finding, 'id' | 'dismissal'> {
  return hasTexts(value, 'id') && isDismissal(value['dismissal']);
}

function isDismissal(value: unknown): boolean {
  return value === null || hasTexts(value, 'reason', 'user', 'time');
}

function isProposal(value: unknown): boolean {
  if (value === null) return true;
  return isObject(value) && (value['remove'] === true || isChangeEntry(value['set']));
}

export function isChange(value: unknown): value is Change {
  if (!hasTexts(value, 'id', 'time', 'device', 'deviceKind', 'kind', 'outcome', 'source')) return false;
  const { deviceKind, kind, before, after, outcome, foundLater } = value;
  return (
    isOneOf(deviceKind, deviceKinds) &&
    isOneOf(kind, buttonKinds) &&
    (before === null || isListOf(before, isChangeEntry)) &&
    (after === null || isListOf(after, isChangeEntry)) &&
    isOutcome(outcome) &&
    (foundLater === undefined || isFoundLater(foundLater)) &&
    isOneOf(value['source'], ['service', 'elsewhere']) &&
    ['user', 'requestId', 'run', 'undoes', 'undoneBy', 'seenAfter'].every(
      (name) => value[name] === null || typeof value[name] === 'string',
    )
  );
}

function isFoundLater(value: unknown): boolean {
  return hasTexts(value, 'list', 'time') && isOneOf(value['list'], ['after', 'before', 'other']);
}

export function isRun(value: unknown): value is Run {
  return hasTexts(value, 'id', 'title', 'user', 'time');
}

export function isRunResult(value: unknown): value is RunResult {
  if (!isRun(value)) return false;
  const { outcomes, undone, undoneBy } = value as { outcomes?: unknown; undone?: unknown; undoneBy?: unknown };
  return (
    isObject(outcomes) &&
    Object.entries(outcomes).every(([outcome, count]) => isOutcome(outcome) && typeof count === 'number') &&
    typeof undone === 'number' &&
    isListOf(undoneBy, (run) => typeof run === 'string')
  );
}

function isOutcome(value: unknown): value is Change['outcome'] {
  return isOneOf(value, ['in-progress', 'replaced', 'confirmed-by-reading', 'seen']) || isProblemCode(value);
}

export function isChangeWithDifference(value: unknown): value is ChangeWithDifference {
  if (!isChange(value)) return false;
  const { difference } = value as { difference?: unknown };
  if (difference === null) return true;
  if (!isObject(difference)) return false;
  const { added, removed, changed } = difference;
  return isListOf(added, isChangeEntry) && isListOf(removed, isChangeEntry) && isListOf(changed, isChangedEntry);
}

export function isUndone(value: unknown): value is Omit<Undone, 'afterUpdate'> {
  if (!isObject(value)) return false;
  const { id, changed } = value;
  return (id === null || typeof id === 'string') && typeof changed === 'boolean';
}

function isChangeEntry(value: unknown): value is ChangeEntry {
  if (!hasTexts(value, 'index', 'label')) return false;
  const { pickup } = value;
  const texts = [value['dirn'], value['partition'], value['destination']];
  return (
    texts.every((text) => text === undefined || typeof text === 'string') &&
    (pickup === undefined || typeof pickup === 'boolean')
  );
}

function isChangedEntry(value: unknown): boolean {
  return isObject(value) && isChangeEntry(value['before']) && isChangeEntry(value['after']);
}

export function isProblem(value: unknown): value is Problem {
  if (!hasTexts(value, 'type', 'title', 'detail', 'requestId')) return false;
  const { status, code, axlCode, present, errors } = value;
  return (
    typeof status === 'number' &&
    isProblemCode(code) &&
    (axlCode === undefined || typeof axlCode === 'number') &&
    (present === undefined || isListOf(present, isChangeEntry)) &&
    (errors === undefined || isListOf(errors, (problem) => hasTexts(problem, 'field', 'detail')))
  );
}

export function isProblemCode(value: unknown): value is ProblemCode {
  return isOneOf(value, problemCodes);
}

export function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isOneOf(value: unknown, words: readonly unknown[]): boolean {
  return words.includes(value);
}

function hasTexts(value: unknown, ...names: string[]): value is Record<string, unknown> {
  return isObject(value) && names.every((name) => typeof value[name] === 'string');
}

function hasCounts(value: unknown, ...names: string[]): boolean {
  return isObject(value) && names.every((name) => typeof value[name] === 'number');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
