import { parseArgs } from 'node:util';
import type { Assumption, Occasion } from '../doctor/assumption.js';
import { assumptions } from '../doctor/assumptions.js';
import type { DeviceKey } from '../domain/device.js';
import { type DeviceName, longestDeviceName, unfitText } from '../domain/identifiers.js';
import { Failure } from './terminal.js';

/** The options of the command doctor. */
export interface DoctorOptions {
  readonly list: boolean;
  readonly json: boolean;
  readonly record: string | undefined;
  readonly sample: number;
  readonly isReal: boolean;
  /** The device that may be written to. */
  readonly writeTo: DeviceKey | undefined;
  readonly yes: boolean;
  /** The file of the phone to restore. */
  readonly restore: string | undefined;
  /** The service's own file of variables, as systemd reads it. */
  readonly environment: string | undefined;
  readonly probes: readonly Assumption[];
}

const mostCompared = 1_000;

/** @throws Failure if the options are wrong */
export function doctorOptions(given: readonly string[]): DoctorOptions {
  const values = valuesIn(given);
  const isReal = values['real-names'] === true;
  const sample = Number(values.sample ?? '50');
  if (!Number.isInteger(sample) || sample < 1 || sample > mostCompared) {
    throw new Failure(`--sample must be a whole number from 1 to ${mostCompared}`);
  }
  if (isReal && values.json === true) {
    throw new Failure('--real-names is only for your terminal: leave out --real-names or --json');
  }
  const writeTo = deviceIn(values['write-to']);
  if (values.yes === true && writeTo === undefined) throw new Failure('--yes needs --write-to NAME');
  const only = values.only ?? [];
  return {
    list: values.list === true,
    json: values.json === true,
    record: values.record,
    sample,
    isReal,
    writeTo,
    yes: values.yes === true,
    restore: values.restore,
    environment: values.environment,
    probes: probesOf(only, { heavy: values.heavy === true, writing: writeTo !== undefined }),
  };
}

/** @returns the device of `--write-to`: a name, or `profile:` and a name */
function deviceIn(text: string | undefined): DeviceKey | undefined {
  if (text === undefined) return undefined;
  const [, profile, name = ''] = /^(profile:)?(.*)$/s.exec(text) ?? [];
  const kind = profile === undefined ? 'phone' : 'profile';
  const isName = kind === 'phone' ? /^[\w.-]{1,128}$/.test(name) : unfitText(name, longestDeviceName) === undefined;
  if (!isName || name.trim() === '') {
    throw new Failure('--write-to must be the name of a phone, or profile: and the name of a device profile');
  }
  return { kind, name: name as DeviceName };
}

function valuesIn(given: readonly string[]) {
  const options = {
    json: { type: 'boolean' },
    list: { type: 'boolean' },
    only: { type: 'string', multiple: true },
    heavy: { type: 'boolean' },
    sample: { type: 'string' },
    record: { type: 'string' },
    'real-names': { type: 'boolean' },
    'write-to': { type: 'string' },
    yes: { type: 'boolean' },
    restore: { type: 'string' },
    environment: { type: 'string' },
  } as const;
  try {
    return parseArgs({ args: [...given], options }).values;
  } catch (thrown) {
    const words = thrown instanceof Error ? thrown.message : 'unknown option';
    throw new Failure(`${words}; see axl-phone-proxy doctor --help`);
  }
}

const needs: Readonly<Record<Exclude<Occasion, 'reading'>, string>> = {
  heavy: 'loads the call manager: add --heavy',
  writing: 'writes to a device: add --write-to NAME',
};

function probesOf(only: readonly string[], allowed: Readonly<Record<Exclude<Occasion, 'reading'>, boolean>>) {
  const unknown = only.find((name) => !assumptions.some((one) => one.name === name));
  if (unknown !== undefined) throw new Failure(`there is no probe ${unknown}; axl-phone-proxy doctor --list shows all`);
  const isAllowed = ({ occasion }: Assumption) => occasion === 'reading' || allowed[occasion];
  if (only.length === 0) return assumptions.filter(isAllowed);
  const probes = assumptions.filter(({ name }) => only.includes(name));
  for (const { name, occasion } of probes) {
    if (occasion !== 'reading' && !allowed[occasion]) throw new Failure(`${name} ${needs[occasion]}`);
  }
  return probes;
}
