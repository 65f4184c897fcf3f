import { useMemo, useRef } from 'preact/hooks';

/** @returns always the same function, which does what the one of the last drawing does: what is given it is not drawn anew */
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
