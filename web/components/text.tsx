import { nameOf, partsByDirection } from '../texts/direction.js';
import { texts } from '../texts/texts.js';

/**
 * A foreign text, shown as plain text. Its direction does not affect other text, and invisible direction characters are
 * replaced by their names.
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

/** The label of a button; in words if it is empty. */
export function Label({ text }: { readonly text: string }) {
  return text === '' ? <span class="quiet">{texts.table.noLabel}</span> : <Text text={text} class="label" />;
}
