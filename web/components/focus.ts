import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** Finds what is to get the focus; nothing where it stays where it is. */
export type FocusFinder = () => EventTarget | null | undefined;

const nothing = (): undefined => undefined;

/** Gives the focus to the heading, where what had it goes away; what is seen stays where it is. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('#content h1')?.focus({ preventScroll: true });
}

/** @returns what gives the focus to something once the page is drawn; always the same function */
export function useFocus(): (find: FocusFinder) => void {
  const wish = useRef<FocusFinder>(nothing);
  const [, setWishes] = useState(0);
  useLayoutEffect(() => {
    const target = wish.current();
    wish.current = nothing;
    if (target instanceof HTMLElement && document.activeElement !== target) target.focus();
  });
  return useMemo(
    () => (find) => {
      wish.current = find;
      setWishes((before) => before + 1);
    },
    [],
  );
}
