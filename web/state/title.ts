import { computed, signal } from '@preact/signals';
import { withUnseenNamed } from '../../src/domain/unseen.js';
import { texts } from '../texts/texts.js';

/** The title of the shown page. */
export const pageTitle = signal('');

const title = computed(() => [withUnseenNamed(pageTitle.value), texts.name].join(' – '));

/** Shows the page's title in the tab. */
export function showTitle(): void {
  title.subscribe((now) => {
    document.title = now;
  });
}
