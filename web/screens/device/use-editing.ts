import type { RefObject } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { ButtonList } from '../../calls/lists.js';
import { type FocusFinder, useFocus } from '../../components/focus.js';
import { type Draft, positionOf, type Row } from '../../editing/draft.js';
import type { Field, Shape } from '../../editing/entry.js';
import * as steps from '../../editing/steps.js';
import { announce } from '../../state/announcer.js';
import { edit, openList } from '../../state/drafts.js';
import { useKept } from '../../state/kept.js';
import { texts } from '../../texts/texts.js';

/** A question about one row, in front of the list. */
export interface RowQuestion {
  readonly is: 'menu' | 'move';
  readonly key: number;
  /** The element that asked. */
  readonly from: HTMLElement;
}

/** The actions for the rows of a list. One list always has the same object, so that its rows are not drawn again. */
export interface Editing {
  readonly list: ButtonList;
  /** @param isTyping whether more typing may follow */
  readonly set: (key: number, field: Field, value: string | boolean, isTyping: boolean) => void;
  /** The typing in a field has ended. @param next the element with the focus afterwards */
  readonly settle: (next: EventTarget | null) => void;
  readonly move: (key: number, by: 1 | -1) => void;
  /** Gives a row another index, even if another row is there. */
  readonly moveTo: (key: number, index: string, yielding: steps.Yielding) => void;
  readonly remove: (key: number) => void;
  readonly restore: (key: number) => void;
  readonly add: (shape: Shape, index: string) => void;
  /** Adds an entry at the index of another entry, which moves to the next index. */
  readonly insert: (shape: Shape, index: string) => void;
  /** Sets the partition of a typed number, if there is only one. */
  readonly found: (key: number, number: steps.NumberFound) => void;
  /** Opens a question about a row; undefined closes it. */
  readonly ask: (question: RowQuestion | undefined) => void;
}

interface Used {
  readonly editing: Editing;
  readonly root: RefObject<HTMLDivElement | null>;
  readonly question: RowQuestion | undefined;
}

/** Edits a list in place: makes the steps, announces them, and keeps the focus in the right place. */
export function useEditing(list: ButtonList): Used {
  const root = useRef<HTMLDivElement>(null);
  const focus = useFocus();
  const [question, ask] = useKept<RowQuestion | undefined>(`ask ${list.kind}`, undefined);
  const editing = useMemo(
    () => editingOf(list, { focus, ask, find: (selector) => root.current?.querySelector(selector) }),
    [list],
  );
  return { editing, root, question };
}

interface Page extends Pick<Editing, 'ask'> {
  readonly focus: (find: FocusFinder) => void;
  readonly find: (selector: string) => Element | null | undefined;
}

function editingOf(list: ButtonList, { focus, ask, find }: Page): Editing {
  const { said } = texts.device;
  const inRow = (key: number, part: string) => () => find(`[data-key="${key}"] ${part}`);
  const positionIn = (draft: Draft | undefined, key: number): string => {
    const row = draft?.rows.find((one: Row) => one.key === key);
    return row ? positionOf(row) : '';
  };
  const here = () => openList(list)?.draft.peek();
  const adding =
    (how: typeof steps.add): Editing['add'] =>
    (shape, index) => {
      const draft = here();
      const key = draft ? steps.nextKey(draft) : 0;
      edit(list, (before) => how(before, shape, index));
      announce(said.added(index));
      focus(inRow(key, ':is([data-field="dirn"], [data-field="destination"])'));
    };
  return {
    list,
    ask,
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
      if (edit(list, (draft) => steps.move(draft, key, by))) announce(said.moved(positionIn(here(), key)));
      // In a browser without moveBefore, a moved row loses the focus.
      focus(() => activeElement);
    },
    moveTo: (key, index, yielding) => {
      edit(list, steps.settle);
      if (edit(list, (draft) => steps.moveTo(draft, key, index, yielding)))
        announce(said.moved(positionIn(here(), key)));
      focus(inRow(key, '[data-stop="index"]'));
    },
    remove: (key) => {
      announce(said.removed(positionIn(here(), key)));
      edit(list, (draft) => steps.remove(draft, key));
      focus(() => inRow(key, '[data-do="restore"]')() ?? find('[data-do="add"]'));
    },
    restore: (key) => {
      edit(list, (draft) => steps.restore(draft, key));
      announce(said.restored(positionIn(here(), key)));
      focus(inRow(key, '[data-do="remove"]'));
    },
    add: adding(steps.add),
    insert: adding(steps.insertAt),
    found: (key, number) => {
      const isChosen = edit(list, (draft) => steps.choosePartition(draft, key, number));
      if (isChosen) announce(texts.device.onlyPartition(number.partitions.join()));
    },
  };
}
