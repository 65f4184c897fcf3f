import { useEffect, useId, useRef } from 'preact/hooks';
import { buttonKinds, type ButtonKind } from '../../../../src/domain/button-kinds.js';
import { canonicalIndex } from '../../../../src/domain/buttons.js';
import { type ButtonList, readLists } from '../../../calls/lists.js';
import { Act } from '../../../components/act.js';
import { Dialog } from '../../../components/dialog.js';
import { EntryWords } from '../../../components/entries.js';
import { useFocus } from '../../../components/focus.js';
import { Text } from '../../../components/text.js';
import { LateText } from '../../../components/late-text.js';
import { descriptionOf } from '../../../state/known-devices.js';
import { Shown } from '../../../components/shown.js';
import { type ListRead, rowsWanted } from '../../../editing/draft.js';
import { copyFrom, type Copying, settle } from '../../../editing/steps.js';
import { announce } from '../../../state/announcer.js';
import { copying } from '../../../state/copying.js';
import { editTogether, type OpenList } from '../../../state/drafts.js';
import { useKept } from '../../../state/kept.js';
import { useLoaded, valueOf } from '../../../state/loaded.js';
import { type DeviceRoute, hashOf } from '../../../state/route.js';
import { client } from '../../../state/session.js';
import { texts } from '../../../texts/texts.js';
import { DeviceChoice } from './device-choice.js';

interface CopyDialogProps {
  /** The device that gets the buttons, in words. */
  readonly called: string;
  readonly to: DeviceRoute;
  /** The device whose buttons are shown; undefined until it is chosen. */
  readonly from: DeviceRoute | undefined;
  /** The lists that get the buttons, as far as they are read. */
  readonly opens: readonly OpenList[];
  readonly onCopied: () => void;
}

const words = texts.device.copy;

/**
 * Shows the lists of another device side by side, and copies them in one step. The user then reviews and saves them.
 */
export function CopyDialog({ called, to, from, opens, onCopied }: CopyDialogProps) {
  const [left, setLeft] = useKept<ReadonlySet<string>>('copy left', none);
  const source = useLoaded(
    (signal) => (from ? readLists(client(), from, { signal }) : Promise.resolve(undefined)),
    [from && hashOf(from)],
  );
  const lists = valueOf(source.loaded) ?? [];
  const chosen = lists
    .map(({ kind, entries }) => ({ kind, entries: entries.filter(({ index }) => !left.has(idOf(kind, index))) }))
    .filter(({ entries }) => entries.length > 0);
  const count = chosen.reduce((sum, { entries }) => sum + entries.length, 0);
  const isEmpty = chosen.every(({ kind }) => indexesIn(opens, kind).size === 0);
  // Wait until the present lists are known.
  const isReady = count > 0 && opens.length === buttonKinds.length;
  const id = useId();
  const focus = useFocus();
  // The copy button gets the focus, so that Enter copies at once, unless the user is typing the name of another device.
  const mayFocus = useRef(true);
  useEffect(() => {
    if (isReady && mayFocus.current) focus(() => document.getElementById(id));
  }, [source.loaded.phase, from && hashOf(from), opens.length]);
  const close = (): void => {
    copying.value = undefined;
  };
  const copy = (how: Copying): void => {
    if (from === undefined) return;
    close();
    const listOf = (kind: ButtonKind): ButtonList => ({ device: { kind: to.kind, name: to.name }, kind });
    editTogether(
      chosen.map(({ kind, entries }) => ({
        list: listOf(kind),
        change: (draft) => copyFrom(settle(draft), entries, how),
      })),
    );
    announce(texts.device.said.copied(from.name));
    onCopied();
  };
  return (
    <Dialog
      title={words.title(called)}
      lead={words.lead}
      isWide
      onClose={close}
      actions={
        <>
          {isReady && !isEmpty && <p class="quiet small copying__note">{words.replaceNote}</p>}
          <Act onClick={close}>{texts.cancel}</Act>
          {isReady && !isEmpty && (
            <Act
              onClick={() => {
                copy('replace');
              }}
            >
              {words.replace}
            </Act>
          )}
          {from && (
            <Act
              id={id}
              look="main"
              isOff={!isReady}
              onClick={() => {
                copy('fill');
              }}
            >
              {isEmpty ? words.copy(count) : words.fill}
            </Act>
          )}
        </>
      }
    >
      <DeviceChoice
        but={to}
        submit={words.read}
        onType={() => {
          mayFocus.current = false;
        }}
        onChosen={(device) => {
          mayFocus.current = true;
          setLeft(none);
          copying.value = { to, from: device };
        }}
      />
      {from && (
        <>
          <h3>
            {texts.deviceKind[from.kind]} <Text text={from.name} />{' '}
            <span class="quiet">
              <LateText of={hashOf(from)} read={() => descriptionOf({ device: from.name, deviceKind: from.kind })} />
            </span>
          </h3>
          <Shown loaded={source.loaded} again={source.again}>
            {(found) => (
              <div class="beside beside--narrow">
                {found?.map((list) => (
                  <ListChoice
                    key={list.kind}
                    list={list}
                    taken={indexesIn(opens, list.kind)}
                    left={left}
                    onChoose={(indexes, isChosen) => {
                      const ids = indexes.map((index) => idOf(list.kind, index));
                      setLeft(new Set([...[...left].filter((one) => !ids.includes(one)), ...(isChosen ? [] : ids)]));
                    }}
                  />
                ))}
              </div>
            )}
          </Shown>
        </>
      )}
    </Dialog>
  );
}

const none: ReadonlySet<string> = new Set();

const idOf = (kind: ButtonKind, index: string): string => `${kind} ${index}`;

/** @returns the indexes that have an entry in a list */
function indexesIn(opens: readonly OpenList[], kind: ButtonKind): ReadonlySet<string> {
  const open = opens.find(({ list }) => list.kind === kind);
  return new Set(open ? rowsWanted(open.draft.value).map(({ entry }) => canonicalIndex(entry.index)) : []);
}

interface ListChoiceProps {
  readonly list: ListRead;
  readonly taken: ReadonlySet<string>;
  readonly left: ReadonlySet<string>;
  readonly onChoose: (indexes: readonly string[], isChosen: boolean) => void;
}

function ListChoice({ list: { kind, entries }, taken, left, onChoose }: ListChoiceProps) {
  const isChosen = (index: string): boolean => !left.has(idOf(kind, index));
  const count = entries.filter(({ index }) => isChosen(index)).length;
  return (
    <section class="stack stack--dense" aria-label={texts.kinds[kind]}>
      <label class="check">
        <input
          type="checkbox"
          disabled={entries.length === 0}
          checked={count > 0 && count === entries.length}
          indeterminate={count > 0 && count < entries.length}
          onChange={({ currentTarget }) => {
            onChoose(
              entries.map(({ index }) => index),
              currentTarget.checked,
            );
          }}
        />
        <strong>
          {texts.kinds[kind]}{' '}
          <span class="quiet">{entries.length === 0 ? words.nothing : texts.chosen(count, entries.length)}</span>
        </strong>
      </label>
      <ul class="copying__entries">
        {entries.map((entry) => (
          <li key={entry.index}>
            <label class="check">
              <input
                type="checkbox"
                checked={isChosen(entry.index)}
                onChange={({ currentTarget }) => {
                  onChoose([entry.index], currentTarget.checked);
                }}
              />
              <span class="entries__index">{entry.index}</span>{' '}
              <span>
                <EntryWords entry={entry} />{' '}
                {taken.has(canonicalIndex(entry.index)) && <span class="quiet small">{words.taken}</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}
