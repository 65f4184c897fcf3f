import type { ComponentChildren } from 'preact';

/** An input with its label. */
export function Field({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <label class="field">
      <span class="field__name">{name}</span>
      {children}
    </label>
  );
}
