import { nameOf, partsByDirection } from '../texts/direction.js';
import { texts } from '../texts/texts.js';

/**
 * A text from elsewhere, whatever is in it: shown as text, its direction kept to itself, and what would change that
 * named in its place.
 */
export function Text({ text = '', class: name }: { readonly text?: string | undefined; readonly class?: string }) {
  const parts = partsByDirection(text);
  return (
    <bdi class={name}>
      {parts.map((part, at) =>
        at % 2 === 1 ? (
          <span key={at} class="control">
            {nameOf(part)}
          </span>
        ) : (
          part
        ),
      )}
    </bdi>
  );
}

/** The label of a button; in words where there is none. */
export function Label({ text }: { readonly text: string }) {
  return text === '' ? <span class="quiet">{texts.table.noLabel}</span> : <Text text={text} class="label" />;
}
