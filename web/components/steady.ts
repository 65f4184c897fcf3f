import { useMemo, useRef } from 'preact/hooks';

/**
 * @returns a function that never changes, and calls the function that was given last. So components that get it are not
 * drawn again
 */
export function useSteady<Given extends readonly unknown[]>(act: (...given: Given) => void): (...given: Given) => void {
  const latest = useRef(act);
  latest.current = act;
  return useMemo(
    () =>
      (...given) => {
        latest.current(...given);
      },
    [],
  );
}
