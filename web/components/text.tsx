import { dialledFirst } from '../../src/domain/identifiers.js';
import { nameOfUnseen, partsBySight } from '../../src/domain/unseen.js';
import { texts } from '../texts/texts.js';

/**
 * A foreign text, shown as plain text. Its direction does not affect other text, and characters that no one sees are
 * shown as their numbers.
 */
export function Text({ text = '', class: name }: { readonly text?: string | undefined; readonly class?: string }) {
  const parts = partsBySight(text);
  return (
    <bdi class={name}>
      {parts.map((part, at) =>
        at % 2 === 1 ? (
          <span key={at} class="control">
            {nameOfUnseen(part)}
          </span>
        ) : (
          part
        ),
      )}
    </bdi>
  );
}

/** Names the characters in a text that no one sees, for a text that is being typed. */
export function UnseenNote({ text, class: name }: { readonly text: string; readonly class: string }) {
  const names = partsBySight(text).filter((_part, at) => at % 2 === 1);
  if (names.length === 0) return null;
  return <span class={name}>{texts.device.unseen(names.map(nameOfUnseen).join(texts.separator))}</span>;
}

/** What a button dials, if pauses or codes follow the number. */
export function Codes({ dirn }: { readonly dirn: string }) {
  if (dialledFirst(dirn) === dirn) return null;
  return (
    <span class="quiet">
      {' '}
      <Text text={dirn} class="code" />
    </span>
  );
}

/** The label of a button; in words if it is empty. */
export function Label({ text }: { readonly text: string }) {
  return text === '' ? <span class="quiet">{texts.table.noLabel}</span> : <Text text={text} class="label" />;
}
