import type { ComponentChildren } from 'preact';

/** Something to be typed or chosen, and what it is called. */
export function Field({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <label class="field">
      <span class="field__name">{name}</span>
      {children}
    </label>
  );
}
