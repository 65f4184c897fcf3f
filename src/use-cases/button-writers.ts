import { type BusyLampField, busyLampFieldRules } from '../domain/busy-lamp-field.js';
import { type SpeedDial, speedDialRules } from '../domain/phone.js';
import type { Observe } from '../observability/observations.js';
import type { CallManager } from './call-manager.js';
import { ReplaceButtons } from './replace-buttons.js';
import type { WriteJournal } from './write-journal.js';
import { WriteTurns } from './write-turns.js';

/** Who replaces buttons, a writer for each kind. */
export interface ButtonWriters {
  readonly speedDials: ReplaceButtons<SpeedDial>;
  readonly busyLampFields: ReplaceButtons<BusyLampField>;
  /** Resolves when no write is under way or waiting, whether or not its caller still listens. */
  idle(): Promise<void>;
}

export interface ButtonWritersOptions {
  readonly callManager: CallManager;
  /** Whether a phone is made to load the change after each write. */
  readonly loadsChange: boolean;
  /** Where each write is kept, if anywhere. */
  readonly journal?: WriteJournal | undefined;
  readonly observe: Observe;
  /** Told when a write is over, before its caller is. */
  readonly changed?: () => void;
}

export function createButtonWriters(options: ButtonWritersOptions): ButtonWriters {
  const { callManager, journal, changed = () => undefined } = options;
  const turns = new WriteTurns();
  const common = { ...options, journal, changed, turns };
  return {
    speedDials: new ReplaceButtons({ ...common, rules: speedDialRules, buttons: callManager.speedDials }),
    busyLampFields: new ReplaceButtons({ ...common, rules: busyLampFieldRules, buttons: callManager.busyLampFields }),
    idle: () => turns.idle(),
  };
}
