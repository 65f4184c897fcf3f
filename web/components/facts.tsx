import type { ComponentChildren } from 'preact';

/** A name and its value. */
export type Fact = readonly [name: string, value: ComponentChildren];

/** Facts about something, one line each. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name} class="facts__fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
