import { useLayoutEffect, useRef } from 'preact/hooks';
import { canonicalIndex } from '../../../src/domain/buttons.js';
import { Dialog } from '../../components/dialog.js';
import { EntryWords } from '../../components/entries.js';
import type { Draft, Row } from '../../editing/draft.js';
import { isDigits, shapesOf, targetOf } from '../../editing/entry.js';
import { canMove, type Yielding } from '../../editing/steps.js';
import { useKept } from '../../state/kept.js';
import { texts } from '../../texts/texts.js';
import type { Editing, RowQuestion } from './use-editing.js';
import { Act } from '../../components/act.js';
import { Field } from '../../components/field.js';

interface RowQuestionsProps {
  readonly question: RowQuestion;
  readonly draft: Draft;
  readonly editing: Editing;
}

/** The question about a row: what to do with it, or where to move it. */
export function RowQuestions({ question, draft, editing }: RowQuestionsProps) {
  const row = draft.rows.find(({ key, isRemoved }) => key === question.key && !isRemoved);
  // A menu is shown beside a button. If the button is gone, for example after signing in again, the menu is not shown.
  if (row === undefined || (question.is === 'menu' && !question.from.isConnected)) return null;
  const props = { row, draft, editing, question };
  return question.is === 'menu' ? <RowMenu {...props} /> : <MoveDialog {...props} />;
}

interface QuestionProps extends RowQuestionsProps {
  readonly row: Row;
}

interface MenuItem {
  readonly name: string;
  readonly key?: string;
  readonly isOff?: boolean;
  readonly act: () => void;
}

/** The actions for a row, beside the button that opens them. */
function RowMenu({ row: { key, entry }, row, question: { from }, editing }: QuestionProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = menu;
    if (!current) return;
    const { right, bottom, top } = from.getBoundingClientRect();
    current.showPopover();
    const { offsetWidth, offsetHeight } = current;
    const isBelow = bottom + offsetHeight < window.innerHeight;
    current.style.left = `${Math.max(8, right - offsetWidth)}px`;
    current.style.top = `${Math.max(8, isBelow ? bottom : top - offsetHeight)}px`;
    current.querySelector<HTMLElement>('button')?.focus();
  }, []);
  const words = texts.device.rowMenu;
  const [shape] = shapesOf[editing.list.kind];
  const items: readonly MenuItem[] = [
    {
      name: words.up,
      key: 'Alt+↑',
      isOff: !canMove(row, -1),
      act: () => {
        editing.move(key, -1);
      },
    },
    {
      name: words.down,
      key: 'Alt+↓',
      isOff: !canMove(row, 1),
      act: () => {
        editing.move(key, 1);
      },
    },
    {
      name: words.moveTo,
      key: 'm',
      act: () => {
        editing.ask({ is: 'move', key, from });
      },
    },
    {
      name: words.insert,
      key: 'i',
      isOff: !isDigits(entry.index),
      act: () => {
        editing.insert(shape, entry.index);
      },
    },
    {
      name: words.remove,
      key: 'Del',
      act: () => {
        editing.remove(key);
      },
    },
  ];
  const close = (): void => {
    editing.ask(undefined);
  };
  const go = (event: KeyboardEvent): void => {
    const all = Array.from(menu.current?.querySelectorAll('button') ?? []);
    const at = all.findIndex((item) => item === document.activeElement);
    const goals: Readonly<Record<string, number>> = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    };
    const goal = goals[event.key];
    // Keys that are pressed in the menu are not for the list behind it.
    event.stopPropagation();
    if (event.key === 'Tab') close();
    if (goal === undefined) return;
    event.preventDefault();
    all[goal]?.focus();
  };
  return (
    <div
      ref={menu}
      class="menu"
      role="menu"
      popover="auto"
      aria-label={words.name(entry.index)}
      onKeyDown={go}
      onToggle={({ newState }) => {
        if (newState === 'closed') close();
      }}
    >
      {items.map(({ name, key: shortcut, isOff = false, act }) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          class="menu__item"
          tabIndex={-1}
          aria-disabled={isOff}
          onClick={() => {
            if (isOff) return;
            from.focus();
            close();
            act();
          }}
        >
          <span>{name}</span>
          {shortcut && (
            <kbd class="quiet" aria-hidden="true">
              {shortcut}
            </kbd>
          )}
        </button>
      ))}
    </div>
  );
}

/** Asks for an index, and shows which entry is there. */
function MoveDialog({ row: { key, entry }, draft, editing }: QuestionProps) {
  const words = texts.device.moveTo;
  const [index, setIndex] = useKept(`move ${editing.list.kind}`, '');
  const goal = canonicalIndex(index);
  const isIndex = isDigits(index) && goal !== '0';
  const other = draft.rows.find((row) => row.key !== key && !row.isRemoved && canonicalIndex(row.entry.index) === goal);
  const close = (): void => {
    editing.ask(undefined);
  };
  const move = (yielding: Yielding): void => {
    if (!isIndex) return;
    close();
    editing.moveTo(key, goal, yielding);
  };
  return (
    <Dialog
      title={words.title(entry.index, [targetOf(entry), entry.label].filter(Boolean).join(texts.separator))}
      onClose={close}
      actions={
        <>
          <Act onClick={close}>{texts.cancel}</Act>
          {other && (
            <Act
              onClick={() => {
                move('swap');
              }}
            >
              {words.swap}
            </Act>
          )}
          <Act
            look="main"
            isOff={!isIndex}
            onClick={() => {
              move('shift');
            }}
          >
            {other ? words.shift : words.move}
          </Act>
        </>
      }
    >
      <Field name={words.index}>
        <input
          class="input input--index"
          type="text"
          inputMode="numeric"
          autocomplete="off"
          autofocus
          value={index}
          onInput={({ currentTarget }) => {
            setIndex(currentTarget.value);
          }}
        />
      </Field>
      <p class="quiet" role="status">
        {isIndex && (other ? words.taken : words.free)} {isIndex && other && <EntryWords entry={other.entry} />}
      </p>
    </Dialog>
  );
}
