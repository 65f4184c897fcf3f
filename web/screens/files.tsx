import { ExportButtons } from '../components/export-buttons.js';
import { ProblemNotice } from '../components/problem-notice.js';
import { mayReview, useReview } from '../state/asking.js';
import { mayEdit } from '../state/session.js';
import { texts } from '../texts/texts.js';

const words = texts.files;

/** The buttons of many devices as a file: to save, to edit in a spreadsheet, and to import again. */
export function Files() {
  const { isBusy, error, reviewFile } = useReview();
  return (
    <section class="card stack" aria-labelledby="files">
      <h2 id="files">{words.title}</h2>
      {mayEdit() && mayReview() && (
        <label class="field">
          <span class="field__name">{words.import}</span>
          <input
            class="input"
            type="file"
            accept=".csv,text/csv"
            disabled={isBusy}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file) void reviewFile(file);
              // So that the same file can be chosen again after it was corrected.
              currentTarget.value = '';
            }}
          />
          <span class="field__note" role="status">
            {isBusy ? texts.many.reviewing : words.lead}
          </span>
        </label>
      )}
      {error && <ProblemNotice error={error} />}
      <p>
        <ExportButtons of={{ all: true }} name="buttons">
          {words.exportAll}
        </ExportButtons>
      </p>
    </section>
  );
}
