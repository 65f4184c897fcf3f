import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

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
export function useOnLeave(leave: () => void, of: readonly unknown[]): void {
  useLayoutEffect(() => leave, of);
}

/** @returns a value that changes often, as it was at most so many milliseconds ago: what is slow to draw is drawn less often */
export function usePaced<Value>(value: Value, ms: number): Value {
  const [shown, setShown] = useState(value);
  const latest = useRef(value);
  latest.current = value;
  const isBehind = shown !== value;
  useEffect(() => {
    if (!isBehind) return undefined;
    const timer = setTimeout(() => {
      setShown(latest.current);
    }, ms);
    return () => {
      clearTimeout(timer);
    };
  }, [isBehind, ms]);
  return shown;
}

/** So long is waited before more is drawn, in milliseconds: what is seen, typed and pressed comes first, most at the start. */
const [firstMs, betweenMs] = [400, 150];

/** @returns how much of something long is to be drawn by now: some at first, and then more, up to all of it */
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
