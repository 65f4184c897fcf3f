import { groupsOf } from '../../../../src/domain/grouped.js';
import { useEffect, useRef, useState } from 'preact/hooks';
import { countLists, type ListToAsk } from '../../../../src/client/index.js';
import type { ButtonList } from '../../../calls/lists.js';
import { lazy } from '../../../components/lazy.js';
import { Confirmation } from '../../../components/confirmation.js';
import { DifferenceList } from '../../../components/difference-list.js';
import { changesIn, countStates, type Draft, isChanged, startDraft, wanted } from '../../../editing/draft.js';
import { mergedOnto } from '../../../editing/merge.js';
import { useKeys } from '../../../state/asking.js';
import { dropChanges, type OpenList } from '../../../state/drafts.js';
import { goTo } from '../../../state/route.js';
import { client, mayChange, mayPropose } from '../../../state/session.js';
import { texts } from '../../../texts/texts.js';
import { ConflictDialog } from './conflict-dialog.js';
import { type DoneList, type DoneLists, DoneNotice, namesOf } from './done-notice.js';
import { barId, listsToSave, type Saving } from './use-saving.js';
import { Act } from '../../../components/act.js';

interface SaveBarProps {
  readonly device: ButtonList['device'];
  /** The device in words: whose it is, and its name. */
  readonly called: string;
  readonly opens: readonly OpenList[];
  readonly saving: Saving;
}

const words = texts.device.bar;

const ProposeDialog = lazy(async () => (await import('../../seldom.js')).ProposeDialog);

/** The end of a device's page: unsaved changes, and every step until they are saved or proposed. */
export function SaveBar({ device, called, opens, saving }: SaveBarProps) {
  const { dialog } = saving;
  return (
    <>
      <Bar opens={opens} saving={saving} />
      {dialog === 'review' && <ReviewDialog device={device} called={called} opens={opens} saving={saving} />}
      {typeof dialog === 'object' && <Conflict open={dialog} saving={saving} />}
    </>
  );
}

/** @returns the words for the button that opens the review: for saving, or for proposing */
export function reviewWords(): string {
  return mayChange() ? words.review : words.reviewToPropose;
}

function Bar({ opens, saving }: Omit<SaveBarProps, 'device' | 'called'>) {
  const { undo, discard, review } = saving;
  const canUndo = opens.some(({ draft }) => draft.value.past.length > 0);
  const changed = opens.filter(({ draft }) => isChanged(draft.value));
  const faults = opens.reduce((sum, { faultCount }) => sum + faultCount.value, 0);
  const saved = savedTogether(opens);
  const isUnsaved = canUndo || changed.length > 0;
  const isShown = isUnsaved || saved.length > 0;
  useEffect(() => {
    // The bar appears while the user types. It must not cover the field.
    if (isShown) document.activeElement?.closest('.row')?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  useListKeys(undo, review);
  if (!isShown) return null;
  return (
    <div class="bar stack stack--dense" id={barId} tabIndex={-1}>
      {saved.map((lists) => (
        <div key={namesOf(lists)} role="group" aria-label={words.saved(namesOf(lists))}>
          <DoneNotice lists={lists} saving={saving} />
        </div>
      ))}
      {isUnsaved && (
        <div class="actions" role="group" aria-label={words.name}>
          <p class="bar__summary" role="status">
            {changed.length === 0 && words.none}
            {changed.map(({ list: { kind }, draft }) => (
              <span key={kind}>{words.list(texts.kinds[kind], summaryOf(draft.value))} </span>
            ))}
            {faults > 0 && <span class="bar__faults">{words.faults(faults)}</span>}
          </p>
          <span class="bar__actions actions">
            <Act isOff={!canUndo} onClick={undo}>
              {words.undo}
            </Act>
            {changed.length > 0 && (
              <>
                <Act onClick={discard}>{words.discard}</Act>
                <Act look="main" aria-keyshortcuts="Control+Enter" onClick={review}>
                  {reviewWords()}
                </Act>
              </>
            )}
          </span>
        </div>
      )}
    </div>
  );
}

/** @returns lists that are saved, or whose save was undone. Lists that were saved together are together */
function savedTogether(opens: readonly OpenList[]): readonly DoneLists[] {
  const done = opens.flatMap((open): readonly DoneList[] => {
    const { value: outcome } = open.outcome;
    return outcome?.is === 'set' || outcome?.is === 'undone' ? [{ open, outcome }] : [];
  });
  return groupsOf(done, ({ outcome: { is } }) => is);
}

function summaryOf(draft: Draft): string {
  const { added, changed, moved, removed } = countStates(draft);
  return texts.difference.summary({ added, changed, removed, moved });
}

/**
 * Ctrl+Z (Cmd+Z on a Mac) undoes the last step in the lists, except in a text field, which has the browser's own undo.
 * Ctrl+Enter opens the review from everywhere.
 */
function useListKeys(undo: () => void, review: () => void): void {
  const latest = useRef({ undo, review });
  latest.current = { undo, review };
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (!(ctrlKey || metaKey) || shiftKey || altKey || document.querySelector('dialog[open]')) return;
      const { activeElement: active } = document;
      const isInText = active instanceof HTMLInputElement && active.type !== 'checkbox';
      if (key === 'Enter') latest.current.review();
      else if (key.toLowerCase() === 'z' && !isInText) latest.current.undo();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', pressed);
    return () => {
      document.removeEventListener('keydown', pressed);
    };
  }, []);
}

/** Shows the changes before anything is sent. */
function ReviewDialog({ device, called, opens, saving: { isBusy, close, send } }: SaveBarProps) {
  const { title, titleToPropose, lead, save, saving, back } = texts.device.review;
  // Keep showing all of the lists while they are saved one after another.
  const [shown] = useState(() =>
    listsToSave(opens).map(({ list: { kind }, draft }) => ({
      kind,
      summary: summaryOf(draft.peek()),
      difference: changesIn(draft.peek()),
    })),
  );
  const [isProposing, setProposing] = useState(false);
  const keyOf = useKeys();
  const propose = (): void => {
    setProposing(true);
  };
  if (isProposing) {
    const lists = listsToSave(opens);
    return (
      <ProposeDialog
        title={texts.device.together(device.name)}
        propose={(given, signal) => {
          const change = { ...given, lists: lists.map(listOf) };
          return client().askForChange(change, { idempotencyKey: keyOf(change), signal });
        }}
        onProposed={({ id, counts }) => {
          // If a list has a problem, keep the changes, because they can be applied to the present list.
          if (countLists(counts, ['refused', 'changed-meanwhile']) === 0) for (const open of lists) dropChanges(open);
          goTo({ at: 'change', id });
        }}
        onClose={close}
      />
    );
  }
  return (
    <Confirmation
      title={(mayChange() ? title : titleToPropose)(called)}
      lead={lead(shown.map(({ kind, summary }) => words.list(texts.kinds[kind], summary)).join(texts.separator))}
      cancel={back}
      confirm={mayChange() ? (isBusy ? saving : save) : texts.propose}
      also={
        mayChange() &&
        mayPropose() && (
          <Act isOff={isBusy} onClick={propose}>
            {texts.propose}
          </Act>
        )
      }
      isBusy={isBusy}
      onConfirm={mayChange() ? send : propose}
      onCancel={close}
    >
      {shown.map(({ kind, difference }) => (
        <section key={kind} class="stack stack--dense" aria-label={texts.kinds[kind]}>
          <h3>{texts.kinds[kind]}</h3>
          <DifferenceList difference={difference} />
        </section>
      ))}
    </Confirmation>
  );
}

/** The wanted list, based on the list that is shown. */
function listOf({ list, draft }: OpenList): ListToAsk {
  const { etag } = draft.peek();
  return {
    ...{ device: list.device.name, deviceKind: list.device.kind, kind: list.kind },
    ...{ ifMatch: etag, entries: wanted(draft.peek()) },
  };
}

function Conflict({ open, saving }: { readonly open: OpenList; readonly saving: Saving }) {
  const draft = open.draft.value;
  const { newer } = draft;
  if (newer === undefined) return null;
  const { taken, merged } = texts.device.conflict;
  return (
    <ConflictDialog
      key={newer.etag}
      list={open.list}
      draft={draft}
      newer={newer}
      mayOverwrite={open.faultCount.value === 0 && mayChange()}
      isBusy={saving.isBusy}
      close={saving.close}
      take={() => {
        saving.goOnWith(open, startDraft(newer), taken);
      }}
      merge={() => {
        saving.goOnWith(open, mergedOnto(draft, newer), merged);
      }}
      overwrite={(etag) => {
        saving.overwrite(open, etag);
      }}
    />
  );
}
