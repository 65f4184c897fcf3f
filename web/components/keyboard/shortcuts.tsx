import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { goTo, type Route } from '../../state/route.js';
import { clearWithUser, session } from '../../state/session.js';
import { allowSingleKeys, type PageAction, pageActions, pageHelp, singleKeys } from '../../state/shortcuts.js';
import { texts } from '../../texts/texts.js';
import { copyFocused } from '../copy.js';
import { Dialog } from '../dialog.js';
import { useOnLeave } from '../later.js';
import { Palette } from './palette.js';
import { Act } from '../act.js';

const words = texts.keyboard;

/** What is in front of the page. */
const shown = signal<'palette' | 'help' | undefined>(undefined);

const show = (what: 'palette' | 'help' | undefined): void => {
  shown.value = what;
};

const close = (): void => {
  show(undefined);
};

clearWithUser(close);

/** The keys that work on every page. */
export function Shortcuts() {
  useEffect(() => {
    document.addEventListener('keydown', pressed);
    document.addEventListener('copy', copyFocused);
    return () => {
      document.removeEventListener('keydown', pressed);
      document.removeEventListener('copy', copyFocused);
    };
  }, []);
  if (shown.value === 'palette') return <Palette close={close} />;
  return shown.value === 'help' ? <KeysHelp /> : null;
}

/** Registers the actions of a page for Ctrl+K, and its help for `?`. */
export function usePageActions(actions: readonly PageAction[], help: readonly string[] = []): void {
  useEffect(() => {
    pageActions.value = actions;
    pageHelp.value = help;
  });
  useOnLeave(() => {
    pageActions.value = [];
    pageHelp.value = [];
  }, []);
}

/** @returns an action that opens another page; none if there is no such page */
export function leadingTo(name: string, to: Route | undefined): readonly PageAction[] {
  if (to === undefined) return [];
  const act = (): void => {
    goTo(to);
  };
  return [{ name, act }];
}

/** Opens the help for keys with the mouse. */
export function KeysButton() {
  return (
    <Act
      look="icon"
      aria-label={words.help.open}
      title={words.help.open}
      onClick={() => {
        show('help');
      }}
    >
      <span aria-hidden="true">?</span>
    </Act>
  );
}

function pressed(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (session.peek() === undefined || event.defaultPrevented) return;
  if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey) {
    if (isDialogOpen() && shown.peek() !== 'palette') return;
    event.preventDefault();
    show(shown.peek() === 'palette' ? undefined : 'palette');
    return;
  }
  if (ctrlKey || metaKey || altKey || isDialogOpen() || isField(target) || !singleKeys.peek()) return;
  if (key === '/') {
    const field = document.querySelector<HTMLInputElement>('.search input');
    field?.focus();
    field?.select();
  } else if (key === '?') show('help');
  else return;
  event.preventDefault();
}

function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}

/** In a text field, single letters are text. */
function isField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

const keys = {
  everywhere: [
    ['/', 'search'],
    ['Ctrl+K', 'palette'],
    ['?', 'help'],
    ['Ctrl+Enter', 'review'],
    ['Ctrl+Z', 'undo'],
  ],
  lists: [
    ['← ↑ → ↓', 'arrows'],
    ['Home, End', 'ends'],
    ['Enter, F2', 'edit'],
    ['n', 'add'],
    ['i', 'insert'],
    ['m', 'move'],
    ['Alt+↑, Alt+↓', 'step'],
    ['Delete', 'remove'],
    ['Ctrl+C', 'copy'],
  ],
  typing: [
    ['Tab', 'next'],
    ['Enter, Esc', 'done'],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [string, keyof typeof words.keys])[]>>;

function KeysHelp() {
  return (
    <Dialog
      title={pageHelp.value.length > 0 ? words.help.titleWithHelp : words.help.title}
      onClose={close}
      actions={
        <Act look="main" onClick={close}>
          {texts.close}
        </Act>
      }
    >
      {pageHelp.value.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {Object.entries(keys).map(([group, all]) => (
        <section key={group} class="stack stack--dense">
          <h3>{words.help.groups[group as keyof typeof keys]}</h3>
          <dl class="shortcuts">
            {all.map(([key, name]) => (
              <div key={key} class="shortcuts__row">
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{words.keys[name]}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <label class="check">
        <input
          type="checkbox"
          checked={singleKeys.value}
          aria-describedby="single-keys"
          onChange={({ currentTarget }) => {
            allowSingleKeys(currentTarget.checked);
          }}
        />
        <span>{words.help.single}</span>
      </label>
      <p class="quiet small" id="single-keys">
        {words.help.singleLead}
      </p>
    </Dialog>
  );
}
