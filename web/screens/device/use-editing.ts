import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Draft, placeOf, type Row } from '../../editing/draft.js';
import type { Field, Shape } from '../../editing/entry.js';
import * as steps from '../../editing/steps.js';
import { edit, openList, wasEditedLast } from '../../state/drafts.js';
import type { ButtonList } from '../../calls/lists.js';
import { texts } from '../../texts/texts.js';

/** What can be done with the rows of a list; always the same object for one list, so that rows need not be redrawn. */
export interface Editing {
  readonly list: ButtonList;
  /** @param isTyping whether more of it may follow */
  readonly set: (key: number, field: Field, value: string | boolean, isTyping: boolean) => void;
  /** The typing in a field has ended. @param next what has the focus afterwards */
  readonly settle: (next: EventTarget | null) => void;
  readonly move: (key: number, by: 1 | -1) => void;
  readonly remove: (key: number) => void;
  readonly restore: (key: number) => void;
  readonly add: (shape: Shape, index: string) => void;
  /** Takes over the partition of a number that was typed, where there is only one. */
  readonly found: (key: number, number: steps.NumberFound) => void;
  readonly undo: () => void;
  readonly discard: () => void;
  /** Gives the focus to something once the page is drawn. */
  readonly focus: (find: () => EventTarget | null | undefined) => void;
  /** Says something to who cannot see it. */
  readonly say: (what: string) => void;
}

const nothing = (): undefined => undefined;

interface Used {
  readonly editing: Editing;
  readonly root: RefObject<HTMLDivElement | null>;
  readonly said: string;
}

/** Edits a list in place: makes the steps, says what happened, and keeps the focus where it belongs. */
export function useEditing(list: ButtonList): Used {
  const root = useRef<HTMLDivElement>(null);
  const wish = useRef<() => EventTarget | null | undefined>(nothing);
  const [said, setSaid] = useState('');
  const [, setWishes] = useState(0);
  useLayoutEffect(() => {
    const target = wish.current();
    wish.current = nothing;
    if (target instanceof HTMLElement && document.activeElement !== target) target.focus();
  });
  const editing = useMemo(() => {
    const focus: Editing['focus'] = (find) => {
      wish.current = find;
      setWishes((before) => before + 1);
    };
    // What is said twice in a row is heard twice only where the second time is another text.
    const say: Editing['say'] = (what) => {
      setSaid((before) => (before === what ? `${what}\u00a0` : what));
    };
    return editingOf(list, { focus, say, find: (selector) => root.current?.querySelector(selector) });
  }, [list]);
  useUndoKey(list, root, editing);
  return { editing, root, said };
}

interface Page extends Pick<Editing, 'focus' | 'say'> {
  readonly find: (selector: string) => Element | null | undefined;
}

function editingOf(list: ButtonList, { focus, say, find }: Page): Editing {
  const { said } = texts.device;
  const inRow = (key: number, part: string) => () => find(`[data-key="${key}"] ${part}`);
  const placeIn = (draft: Draft | undefined, key: number): string => {
    const row = draft?.rows.find((one: Row) => one.key === key);
    return row ? placeOf(row) : '';
  };
  const here = () => openList(list)?.draft.peek();
  // What had the focus may be gone afterwards.
  const keepFocus = () => (document.activeElement === document.body ? find('.edit__rows') : undefined);
  return {
    list,
    focus,
    say,
    set: (key, field, value, isTyping) => {
      edit(list, (draft) => steps.setField(draft, key, field, value, isTyping));
    },
    settle: (next) => {
      focus(() => next);
      edit(list, steps.settle);
    },
    move: (key, by) => {
      const { activeElement } = document;
      edit(list, steps.settle);
      if (edit(list, (draft) => steps.move(draft, key, by))) say(said.moved(placeIn(here(), key)));
      // Where a browser has no moveBefore, a row that is moved loses the focus.
      focus(() => activeElement);
    },
    remove: (key) => {
      say(said.removed(placeIn(here(), key)));
      edit(list, (draft) => steps.remove(draft, key));
      focus(() => inRow(key, '[data-do="restore"]')() ?? find('[data-do="add"]'));
    },
    restore: (key) => {
      edit(list, (draft) => steps.restore(draft, key));
      say(said.restored(placeIn(here(), key)));
      focus(inRow(key, '[data-do="remove"]'));
    },
    add: (shape, index) => {
      const draft = here();
      const key = draft ? steps.nextKey(draft) : 0;
      edit(list, (before) => steps.add(before, shape, index));
      say(said.added(index));
      focus(inRow(key, ':is([data-field="dirn"], [data-field="destination"])'));
    },
    found: (key, number) => {
      const isChosen = edit(list, (draft) => steps.choosePartition(draft, key, number));
      if (isChosen) say(texts.device.onlyPartition(number.partitions.join()));
    },
    undo: () => {
      if (edit(list, steps.undo)) say(said.undone);
      focus(keepFocus);
    },
    discard: () => {
      edit(list, steps.discard);
      say(said.discarded);
      focus(keepFocus);
    },
  };
}

/** Ctrl+Z, and Cmd+Z on a Mac: in a text field the browser's own, everywhere else the last step of the list. */
function useUndoKey(list: ButtonList, root: RefObject<HTMLDivElement | null>, editing: Editing): void {
  useEffect(() => {
    const undo = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      const { activeElement: active } = document;
      if (isTextField(active) || document.querySelector('dialog[open]')) return;
      const isInAnother = active?.closest('.edit') != null && root.current?.contains(active) !== true;
      const isMeant = root.current?.contains(active) === true || (!isInAnother && wasEditedLast(list));
      if (!isMeant || (openList(list)?.draft.peek().past.length ?? 0) === 0) return;
      event.preventDefault();
      editing.undo();
    };
    document.addEventListener('keydown', undo);
    return () => {
      document.removeEventListener('keydown', undo);
    };
  }, [list, editing]);
}

function isTextField(element: Element | null): boolean {
  return element instanceof HTMLInputElement && element.type !== 'checkbox';
}
