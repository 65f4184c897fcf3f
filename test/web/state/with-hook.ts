import { h, render } from 'preact';
import { vi } from 'vitest';

/** Something that is shown, and uses a hook; it shows nothing, so that it needs no page. */
export interface WithHook<Given, Value> {
  /** What the hook returned last. */
  readonly value: () => Value;
  /** Shows it once more, with other things given. */
  readonly show: (given: Given) => void;
  /** Takes it from the page; its effects end soon after. */
  readonly end: () => void;
}

/** Shows something that uses a hook. Its effects run soon after: a test waits for what they do. */
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
