import { useId, useLayoutEffect, useState } from 'preact/hooks';
import { status } from '../../state/health.js';
import { useKept } from '../../state/kept.js';
import { recent } from '../../state/recent.js';
import { goTo, hashOf, type Route, routeMeant } from '../../state/route.js';
import { withUnseenNamed } from '../../../src/domain/unseen.js';
import { pageActions } from '../../state/shortcuts.js';
import { findingCounts } from '../../state/findings.js';
import { inventory } from '../../state/inventory.js';
import { texts } from '../../texts/texts.js';
import { useModal } from '../dialog.js';

const words = texts.keyboard.palette;

interface Item {
  readonly id: string;
  readonly group: keyof typeof words.groups;
  readonly name: string;
  readonly act: () => void;
}

/** From a few typed letters, finds things to look up, pages to open, and actions on the present page. */
export function Palette({ close }: { readonly close: () => void }) {
  const dialog = useModal();
  const [text, setText] = useKept('palette', '');
  const [at, setAt] = useState(0);
  const id = useId();
  const items = itemsFor(text);
  const chosen = items[Math.min(at, items.length - 1)];
  const optionId = (item: Item): string => `${id}-${item.id}`;
  useLayoutEffect(() => {
    if (chosen) document.getElementById(optionId(chosen))?.scrollIntoView({ block: 'nearest' });
  }, [chosen?.id]);
  const take = (item: Item | undefined): void => {
    if (item === undefined) return;
    // Close the dialog first, because the action may need the focus where it was before.
    dialog.current?.close();
    close();
    item.act();
  };
  const pressed = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0) setAt((Math.min(at, items.length - 1) + by + items.length) % Math.max(items.length, 1));
    else if (event.key === 'Enter') take(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      class="dialog palette"
      aria-label={words.title}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <input
        class="palette__field"
        type="text"
        role="combobox"
        aria-label={words.title}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={chosen && optionId(chosen)}
        aria-autocomplete="list"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        autofocus
        placeholder={words.placeholder}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={pressed}
      />
      <div id={id} class="palette__items" role="listbox" aria-label={texts.search.offers}>
        {items.map((item, position) => (
          <div
            key={item.id}
            id={optionId(item)}
            class="palette__item"
            role="option"
            aria-selected={item === chosen}
            onPointerMove={() => {
              setAt(position);
            }}
            onClick={() => {
              take(item);
            }}
          >
            <bdi>{item.name}</bdi> <span class="quiet small">{words.groups[item.group]}</span>
          </div>
        ))}
      </div>
      {items.length === 0 && (
        <p class="quiet palette__nothing" role="status">
          {words.nothing}
        </p>
      )}
    </dialog>
  );
}

function itemsFor(text: string): readonly Item[] {
  const asked = text.trim().toLowerCase();
  const named = [...actions(), ...pages(), ...visited()].filter(({ name }) => name.toLowerCase().includes(asked));
  const meant = routeMeant(text);
  if (meant === undefined) return named;
  const lookUp = linkTo(meant, 'lookUp', words.lookUp(text.trim()));
  // A number or a device name has only one meaning. A word may also be part of an action's name.
  return meant.at === 'search' ? [...named, lookUp] : [lookUp, ...named];
}

function actions(): readonly Item[] {
  return pageActions.value.map(({ name, act }) => ({ id: `do ${name}`, group: 'actions', name, act }));
}

function pages(): readonly Item[] {
  const { home, changes, state } = texts.keyboard.pages;
  return [
    linkTo({ at: 'home' }, 'pages', home),
    ...(status.value?.history === true ? [linkTo({ at: 'changes', filter: {} }, 'pages', changes)] : []),
    ...(inventory.value ? [linkTo({ at: 'findings', filter: {} }, 'pages', toFix())] : []),
    linkTo({ at: 'state' }, 'pages', state),
  ];
}

function toFix(): string {
  const counts = findingCounts.value;
  const { findings: name } = texts.header;
  return counts === undefined ? name : `${name} (${counts.all})`;
}

function visited(): readonly Item[] {
  return recent.value.map(({ to, called }) =>
    linkTo(to, 'recent', withUnseenNamed([called, nameOf(to)].filter(Boolean).join(texts.separator))),
  );
}

function nameOf(to: Route): string {
  if (to.at === 'number') return `${texts.home.kinds.number} ${to.dirn}`;
  if (to.at === 'device') return `${texts.deviceKind[to.kind]} ${to.name}`;
  return to.at === 'search' ? `${texts.home.kinds.search} ${to.text}` : hashOf(to);
}

function linkTo(to: Route, group: Item['group'], name: string): Item {
  return {
    id: `${group} ${hashOf(to)}`,
    ...{ group, name },
    act: () => {
      goTo(to);
    },
  };
}
