import { texts } from '../texts/texts.js';

/** A text of the call manager, whatever is in it: shown as text, its direction kept to itself. */
export function Label({ text }: { readonly text: string }) {
  return text === '' ? <span class="quiet">{texts.table.noLabel}</span> : <bdi class="label">{text}</bdi>;
}
