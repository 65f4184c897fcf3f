import { useMemo, useRef } from 'preact/hooks';

/** @returns always the same function, which calls the latest given one: components that get it are not drawn again */
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
