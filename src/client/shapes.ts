import type { Change, ChangeWithDifference, Undone } from './change-types.js';
import {
  type BusyLampField,
  callManagerStates,
  type ChangeEntry,
  type Device,
  type NumberInPartition,
  type Phone,
  type PointingButton,
  type Problem,
  type ProblemCode,
  problemCodes,
  type SpeedDial,
  type Status,
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

export function isPointingButton(value: unknown): value is PointingButton {
  return (
    hasTexts(value, 'device', 'deviceKind', 'uuid', 'description', 'kind', 'index', 'dirn', 'partition', 'label') &&
    isOneOf(value['deviceKind'], ['phone', 'profile']) &&
    isOneOf(value['kind'], ['speeddial', 'busylampfield'])
  );
}

export function isDevice(value: unknown): value is Device {
  return (
    hasTexts(value, 'deviceKind', 'name', 'description', 'product', 'model', 'uuid') &&
    isOneOf(value['deviceKind'], ['phone', 'profile'])
  );
}

export function isNumber(value: unknown): value is NumberInPartition {
  return hasTexts(value, 'dirn', 'partition', 'description');
}

export function isStatus(value: unknown): value is Status {
  if (!hasTexts(value, 'user', 'version')) return false;
  const { callManager, readOnly, history } = value;
  return (
    typeof readOnly === 'boolean' &&
    typeof history === 'boolean' &&
    hasTexts(callManager, 'state') &&
    isOneOf(callManager['state'], callManagerStates) &&
    (callManager['release'] === null || typeof callManager['release'] === 'string')
  );
}

export function isChange(value: unknown): value is Change {
  if (!hasTexts(value, 'id', 'time', 'user', 'requestId', 'device', 'deviceKind', 'kind', 'outcome')) return false;
  const { deviceKind, kind, before, after, outcome } = value;
  return (
    isOneOf(deviceKind, ['phone', 'profile']) &&
    isOneOf(kind, ['speeddial', 'busylampfield']) &&
    (before === null || isListOf(before, isChangeEntry)) &&
    isListOf(after, isChangeEntry) &&
    (isOneOf(outcome, ['in-progress', 'replaced', 'confirmed-by-reading']) || isProblemCode(outcome))
  );
}

export function isChangeWithDifference(value: unknown): value is ChangeWithDifference {
  if (!isChange(value)) return false;
  const { difference } = value as { difference?: unknown };
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
