import { type Assumption, asAssumed, differs, type Judged, noOccasion } from '../assumption.js';
import { type Told, told } from '../told.js';
import type { Visit } from '../visit.js';
import type { Harm } from '../writing/written-device.js';

const stops =
  'The service stops all writing with 503 writing-stopped after such a write. Do not change buttons by this service at this call manager, and send a report. What the device had is in the file of the doctor.';

function judgeHarm(visit: Visit, kind: keyof Harm): Promise<Judged> {
  const { trial } = visit;
  if (!trial || trial.writes === 0) return Promise.resolve(noOccasion(told`nothing was written`));
  const found: readonly Told[] = trial.harm[kind];
  return Promise.resolve(
    found.length > 0 ? differs(told`${found}`) : asAssumed(told`${trial.writes} updates, no change`),
  );
}

/** What no update of a list may do. These probes send nothing: they judge what all other probes that write have seen. */
export const harmProbes: readonly Assumption[] = [
  {
    name: 'write-other-list',
    assumed: 'A new list does not change the other list.',
    backs: { page: 'docs/interface.md', sentence: 'Lines and busy lamp fields stay as they are.' },
    requests: ['updatePhone', 'getPhone'],
    occasion: 'writing',
    judge: (visit) => judgeHarm(visit, 'otherList'),
    follows: stops,
  },
  {
    name: 'write-nothing-else',
    assumed:
      'A new list changes no line, no label or display of a line, and no description, device pool or other setting.',
    backs: { page: 'docs/interface.md', sentence: 'Lines and busy lamp fields stay as they are.' },
    requests: ['updatePhone', 'getPhone'],
    occasion: 'writing',
    judge: (visit) => judgeHarm(visit, 'beside'),
    follows: stops,
  },
];

export function isAboutHarm(probe: Assumption): boolean {
  return harmProbes.includes(probe);
}
