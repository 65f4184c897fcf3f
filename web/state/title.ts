import { computed, signal } from '@preact/signals';
import { withUnseenNamed } from '../../src/domain/unseen.js';
import { texts } from '../texts/texts.js';
import { progressOf, buttonRun } from './button-run.js';

/** The title of the shown page. */
export const pageTitle = signal('');

const title = computed(() => {
  const run = buttonRun.value;
  const parts = [withUnseenNamed(pageTitle.value), texts.name].join(' – ');
  if (run === undefined || (!run.isRunning && run.isEndSeen)) return parts;
  const { done, of } = progressOf(run);
  return `${run.isRunning ? texts.runs.strip.short(done, of) : texts.runs.strip.ended} · ${parts}`;
});

/** Shows the page's title in the tab, after the progress of a run. */
export function showTitle(): void {
  title.subscribe((now) => {
    document.title = now;
  });
}
