import { ProblemError } from '../../client/index.js';
import { shown } from '../output/shown.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import { type CarryOutOptions, carryOutDraft } from './carry-out.js';
import type { Context } from './context.js';
import { draftBy } from './drafts.js';
import { bytesOf, inputName, problemsIn } from './inputs.js';

/** Sets the lists that a file describes. The service reads it, and says what is wrong in it. */
export async function importCsv(context: Context, file: string, options: CarryOutOptions): Promise<ExitCode> {
  const bytes = new Blob([new Uint8Array(bytesOf(file))]);
  return carryOutDraft(
    context,
    (reason) =>
      draftBy(context, (call) =>
        context.client.importCsv(bytes, { ...call, reason, draft: true }).catch((thrown: unknown) => {
          throw faultsIn(file, thrown);
        }),
      ),
    options,
  );
}

/** @returns a Stop that names each fault of a file with its line; any other error as it is */
function faultsIn(file: string, thrown: unknown): unknown {
  if (!(thrown instanceof ProblemError) || thrown.code !== 'invalid-request') return thrown;
  const faults = thrown.errors.map(({ field, detail: problem }) => ({
    line: Number(/^line (\d+)$/.exec(field)?.[1]),
    problem,
  }));
  const [first] = faults;
  if (!first) return thrown;
  if (Number.isNaN(first.line)) return new Stop(`${inputName(file)} ${shown(first.problem)}`, exitCodes.error, true);
  return problemsIn(file, faults);
}
