import { h, render } from 'preact';
import { vi } from 'vitest';

/** A component that uses a hook; it renders nothing, so it needs no page. */
export interface WithHook<Given, Value> {
  /** The last value of the hook. */
  readonly value: () => Value;
  /** Renders it again with other arguments. */
  readonly show: (given: Given) => void;
  /** Unmounts it; its effects end soon after. */
  readonly end: () => void;
}

/** Renders a component that uses a hook. Its effects run soon after: a test waits for them. */
export function withHook<Given, Value>(hook: (given: Given) => Value, first: NoInfer<Given>): WithHook<Given, Value> {
  vi.stubGlobal('document', {});
  const page = {} as Element;
  let last: { readonly value: Value } | undefined;
  const Shown = ({ given }: { readonly given: Given }): null => {
    last = { value: hook(given) };
    return null;
  };
  const show = (given: Given): void => {
    render(h(Shown, { given }), page);
  };
  show(first);
  return {
    value: () => {
      if (last === undefined) throw new Error('nothing was shown');
      return last.value;
    },
    show,
    end: () => {
      render(null, page);
    },
  };
}
