import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { singleKeys } from '../../state/shortcuts.js';

/**
 * A list that is one stop of the Tab key, and in which arrow keys move. Each element that can be reached has
 * `data-stop`, with the name of its column. The element is a button, a checkbox, or a cell whose field is edited after
 * Enter.
 */
interface Grid {
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocusIn: (event: FocusEvent) => void;
  readonly onCopy: (event: ClipboardEvent) => void;
}

/** What single keys do with the focused row. */
export type RowKeys = Readonly<Record<string, (line: HTMLElement, stop: HTMLElement) => void>>;

/** How many rows Page Up and Page Down move. */
const pageOfRows = 10;

const textField = 'input:not([type="checkbox"]), select';
const anyField = 'input, select';

/** @param rowKeys the keys for rows; single letters do nothing if the user has switched them off */
export function useGrid(root: RefObject<HTMLDivElement | null>, rowKeys: RowKeys): Grid {
  const current = useRef<HTMLElement>(undefined);
  const column = useRef('');
  const keys = useRef(rowKeys);
  keys.current = rowKeys;
  const choose = (stop: HTMLElement): void => {
    if (current.current && current.current !== stop) current.current.tabIndex = -1;
    current.current = stop;
    stop.tabIndex = 0;
  };
  useLayoutEffect(() => {
    // The element that Tab would reach may be gone, together with its row.
    const first = root.current?.querySelector<HTMLElement>('[data-stop]');
    if (first && !root.current?.contains(current.current ?? null)) choose(first);
  });
  return useMemo(
    () => ({
      onFocusIn: ({ target }) => {
        const stop = stopOf(target);
        if (stop === undefined) return;
        choose(stop);
        column.current = stop.dataset['stop'] ?? '';
      },
      onKeyDown: (event) => {
        const { target } = event;
        const stop = stopOf(target);
        if (!(target instanceof HTMLElement) || stop === undefined || event.defaultPrevented) return;
        const isTyping = target !== stop && target.matches(textField);
        const done = isTyping
          ? whileTyping(event, target, stop, column.current)
          : elsewhere(event, stop, column.current, keys.current);
        if (done) event.preventDefault();
      },
      onCopy: (event) => {
        const { target } = event;
        if (!(target instanceof HTMLElement) || target.dataset['stop'] === undefined) return;
        const field = target.querySelector<HTMLInputElement | HTMLSelectElement>(textField);
        if (!field || !document.getSelection()?.isCollapsed) return;
        event.clipboardData?.setData('text/plain', field.value);
        event.preventDefault();
      },
    }),
    [],
  );
}

/** Begins to edit a cell. */
function typeIn(field: Element | null | undefined): boolean {
  if (!(field instanceof HTMLElement)) return false;
  field.focus();
  if (field instanceof HTMLInputElement) field.select();
  return true;
}

/** @returns whether the key did something */
function whileTyping(event: KeyboardEvent, field: HTMLElement, stop: HTMLElement, column: string): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (altKey || ctrlKey || metaKey) return false;
  if (key === 'Tab') return typeIn(beside(fieldsOf(stop), field, shiftKey ? -1 : 1));
  if (key === 'Enter' || key === 'Escape') return goTo(stop);
  if (field instanceof HTMLSelectElement || shiftKey) return false;
  if (key === 'ArrowDown') return goTo(inLine(lineBeside(stop, 1), column) ?? stop);
  return key === 'ArrowUp' && goTo(inLine(lineBeside(stop, -1), column) ?? stop);
}

function elsewhere(event: KeyboardEvent, stop: HTMLElement, column: string, rowKeys: RowKeys): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (altKey || metaKey || shiftKey) return false;
  const lines = linesOf(stop);
  const toLine = (line: HTMLElement | undefined): boolean => goTo(inLine(line, column));
  if (ctrlKey) {
    if (key === 'Home') return toLine(lines[0]);
    return key === 'End' && toLine(lines.at(-1));
  }
  const line = lineOf(stop);
  switch (key) {
    case 'ArrowDown':
      return toLine(lineBeside(stop, 1));
    case 'ArrowUp':
      return toLine(lineBeside(stop, -1));
    case 'PageDown':
      return toLine(lineBeside(stop, pageOfRows) ?? lines.at(-1));
    case 'PageUp':
      return toLine(lineBeside(stop, -pageOfRows) ?? lines[0]);
    case 'ArrowRight':
      return goTo(beside(stopsOf(line), stop, 1));
    case 'ArrowLeft':
      return goTo(beside(stopsOf(line), stop, -1));
    case 'Home':
      return goTo(stopsOf(line)[0]);
    case 'End':
      return goTo(stopsOf(line).at(-1));
    case 'Enter':
    case 'F2':
      return !stop.matches('button, input') && typeIn(stop.querySelector(anyField));
  }
  const act = rowKeys[key];
  if (act === undefined || (key.length === 1 && !singleKeys.peek())) return false;
  act(line, stop);
  return true;
}

function stopOf(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-stop]') ?? undefined) : undefined;
}

/** A row, or the gap between two. */
function lineOf(stop: HTMLElement): HTMLElement {
  return stop.closest<HTMLElement>('[data-line]') ?? stop;
}

function linesOf(stop: HTMLElement): HTMLElement[] {
  return Array.from(stop.closest('[role="grid"]')?.querySelectorAll<HTMLElement>('[data-line]') ?? []);
}

function lineBeside(stop: HTMLElement, by: number): HTMLElement | undefined {
  return beside(linesOf(stop), lineOf(stop), by);
}

function stopsOf(line: HTMLElement): HTMLElement[] {
  return Array.from(line.querySelectorAll<HTMLElement>('[data-stop]'));
}

function fieldsOf(stop: HTMLElement): HTMLElement[] {
  return Array.from(lineOf(stop).querySelectorAll<HTMLElement>(anyField));
}

/** The stop in a column, or the first one if the line has none there. */
function inLine(line: HTMLElement | undefined, column: string): HTMLElement | undefined {
  const stops = line ? stopsOf(line) : [];
  return stops.find(({ dataset }) => dataset['stop'] === column) ?? stops[0];
}

function beside<Some>(all: readonly Some[], one: Some, by: number): Some | undefined {
  return all[all.indexOf(one) + by];
}

function goTo(stop: HTMLElement | undefined): boolean {
  stop?.focus();
  return true;
}
