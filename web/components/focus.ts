import type { TargetedMouseEvent } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** Finds the element that gets the focus; undefined keeps the focus where it is. */
export type FocusFinder = () => EventTarget | null | undefined;

const nothing = (): undefined => undefined;

/** Moves the focus to the heading, because the focused element disappears. The page does not scroll. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('#content h1')?.focus({ preventScroll: true });
}

let hadFocus = false;

/** For a search field: the click that gives it the focus selects what is in it, so that one can type something else. */
export const selectAtFirstClick = {
  onMouseDown: ({ currentTarget }: TargetedMouseEvent<HTMLInputElement>): void => {
    hadFocus = document.activeElement === currentTarget;
  },
  onClick: ({ currentTarget: field }: TargetedMouseEvent<HTMLInputElement>): void => {
    if (!hadFocus && field.selectionStart === field.selectionEnd) field.select();
  },
};

/** @returns a function that moves the focus after the page is drawn; always the same function */
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
