import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { canonicalIndex, compareIndexes } from '../../../src/domain/buttons.js';
import type { Editing } from './use-editing.js';

/**
 * When a row comes this near to the edge of the window, the window scrolls; and the step for each frame, both in
 * pixels.
 */
const edge = 64;
const scrollStep = 14;

/** The place that a row would get if it were dropped now. */
interface Goal {
  readonly line: HTMLElement;
  readonly side: 'before' | 'after' | 'here';
  readonly index: string;
}

/** Moves a row by its handle with the mouse, a pen or a finger: between two others, or into a gap. */
export function useDrag(root: RefObject<HTMLElement | null>, editing: Editing): void {
  useEffect(() => {
    const { current: grid } = root;
    if (!grid) return undefined;
    const begin = (event: PointerEvent): void => {
      const handle = event.target instanceof Element ? event.target.closest<HTMLElement>('.handle') : null;
      const row = handle?.closest<HTMLElement>('.row');
      if (!handle || !row || event.button !== 0) return;
      event.preventDefault();
      dragRow({ grid, handle, row, pointer: event }, (index) => {
        editing.moveTo(Number(row.dataset['key']), index, 'shift');
      });
    };
    grid.addEventListener('pointerdown', begin);
    return () => {
      grid.removeEventListener('pointerdown', begin);
    };
  }, [editing]);
}

interface Drag {
  readonly grid: HTMLElement;
  readonly handle: HTMLElement;
  readonly row: HTMLElement;
  readonly pointer: PointerEvent;
}

function dragRow({ grid, handle, row, pointer }: Drag, drop: (index: string) => void): void {
  const from = row.dataset['index'] ?? '';
  let y = pointer.clientY;
  let goal: Goal | undefined;
  const show = (next: Goal | undefined): void => {
    goal?.line.removeAttribute('data-drop');
    goal = next;
    goal?.line.setAttribute('data-drop', goal.side);
  };
  const moved = ({ clientY }: PointerEvent): void => {
    y = clientY;
    show(goalAt(grid, row, from, y));
  };
  const scrolling = setInterval(() => {
    const by = y < edge ? -scrollStep : y > window.innerHeight - edge ? scrollStep : 0;
    if (by === 0) return;
    window.scrollBy(0, by);
    show(goalAt(grid, row, from, y));
  }, 16);
  const over = new AbortController();
  const end = (isDropped: boolean): void => {
    over.abort();
    clearInterval(scrolling);
    row.removeAttribute('data-dragged');
    const index = goal?.index;
    show(undefined);
    if (isDropped && index !== undefined) drop(index);
  };
  const { signal } = over;
  row.setAttribute('data-dragged', '');
  handle.setPointerCapture(pointer.pointerId);
  handle.addEventListener('pointermove', moved, { signal });
  handle.addEventListener(
    'pointerup',
    () => {
      end(true);
    },
    { signal },
  );
  handle.addEventListener(
    'pointercancel',
    () => {
      end(false);
    },
    { signal },
  );
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      end(false);
    },
    { signal, capture: true },
  );
}

/** @returns undefined if the row would stay where it is */
function goalAt(grid: HTMLElement, row: HTMLElement, from: string, y: number): Goal | undefined {
  const lines = Array.from(grid.querySelectorAll<HTMLElement>('[data-line]'));
  const line = lines.find((one) => y < one.getBoundingClientRect().bottom) ?? lines.at(-1);
  const index = line?.dataset['index'];
  if (line === undefined || index === undefined || line === row) return undefined;
  if (line.classList.contains('gap')) return { line, side: 'here', index };
  // The rows in between move into the space that the row leaves. So the row gets the position of the line.
  const side = compareIndexes(index, from) < 0 ? 'before' : 'after';
  return canonicalIndex(index) === canonicalIndex(from) ? undefined : { line, side, index };
}
