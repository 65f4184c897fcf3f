import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

/** @returns whether so many milliseconds have gone by since this was first drawn */
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

/** @returns a value once it has not changed for so many milliseconds; before that, the one that it was */
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
 * Calls a function when this is drawn no longer, or is of something else. It is kept for that at once: an effect that
 * comes after the drawing would be missed by who leaves before.
 * @param of what it is of
 */
export function useLeaving(leave: () => void, of: readonly unknown[]): void {
  useLayoutEffect(() => leave, of);
}
