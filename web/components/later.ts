import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

/** @returns whether this many milliseconds have passed since the first drawing */
export function useLater(ms: number): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setLater(true);
    }, ms);
    return () => {
      clearTimeout(timer);
    };
  }, [ms]);
  return isLater;
}

/** @returns a value after it has not changed for this many milliseconds; before that, the previous value */
export function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(value);
    }, ms);
    return () => {
      clearTimeout(timer);
    };
  }, [value, ms]);
  return settled;
}

/**
 * Calls a function when the component disappears, or shows something else. It is registered at once. An effect runs
 * only after the drawing, which would be too late if the user leaves before.
 * @param of what the component shows
 */
export function useOnLeave(leave: () => void, of: readonly unknown[]): void {
  useLayoutEffect(() => leave, of);
}

/**
 * The pauses before more is drawn, in milliseconds. The first one is longer. In the pauses, visible parts are drawn and
 * input is handled.
 */
const [firstMs, betweenMs] = [400, 150];

/** @returns how many items of a long list to draw now: first some, and then more, until all are drawn */
export function useGrowing(first: number, more: number, all: number): number {
  const [count, setCount] = useState(first);
  const isWhole = count >= all;
  useEffect(() => {
    if (isWhole) return undefined;
    const timer = setTimeout(
      () => {
        setCount(count + more);
      },
      count === first ? firstMs : betweenMs,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [count, first, isWhole, more]);
  return count;
}
