import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Phone } from '../../../src/client/index.js';
import { Copy } from '../../components/copy.js';
import { lazy, useSoon } from '../../components/lazy.js';
import { useFocus } from '../../components/focus.js';
import { leadingTo, usePageActions } from '../../components/keyboard/shortcuts.js';
import { ExportButtons } from '../../components/export-buttons.js';
import { LineLinks, Link } from '../../components/link.js';
import { Page } from '../../components/page.js';
import { Failed } from '../../components/problem-notice.js';
import { ReadAt } from '../../components/read-at.js';
import { Text } from '../../components/text.js';
import type { ButtonList } from '../../calls/lists.js';
import { buttonKinds } from '../../../src/domain/button-kinds.js';
import type { DeviceKind } from '../../../src/domain/device.js';
import { copying } from '../../state/copying.js';
import { openList } from '../../state/drafts.js';
import { status } from '../../state/health.js';
import { useKept } from '../../state/kept.js';
import { isKeptIn, type Loaded, useLoaded, valueOf } from '../../state/loaded.js';
import { remember } from '../../state/recent.js';
import { type DeviceRoute, hashOf, type Route } from '../../state/route.js';
import { client, mayEdit } from '../../state/session.js';
import type { PageAction } from '../../state/shortcuts.js';
import { texts } from '../../texts/texts.js';
import { LeftOver, ListCard } from './list-card.js';
import { reviewWords, SaveBar } from './saving/save-bar.js';
import { listsToSave, useSaving } from './saving/use-saving.js';
import { Act } from '../../components/act.js';

interface DeviceProps {
  readonly kind: DeviceKind;
  readonly name: string;
}

const words = texts.device;

const seldom = () => import('../seldom.js');
const CopyDialog = lazy(async () => (await seldom()).CopyDialog);
const GiveDialog = lazy(async () => (await seldom()).GiveDialog);
const KeysCard = lazy(async () => (await seldom()).KeysCard);

/** A phone or device profile: its lines, its speed dials and its busy lamp fields. */
export function DeviceScreen({ kind, name }: DeviceProps) {
  const [round, setRound] = useState(0);
  const { loaded, again } = useLoaded(
    (_signal, orKept) => (kind === 'phone' ? client().findPhone(name, orKept) : client().findProfile(name, orKept)),
    [kind, name, round],
  );
  const found = valueOf(loaded);
  useEffect(() => {
    if (found) remember({ at: 'device', kind, name }, found.description);
  }, [kind, name, found?.description]);
  const lists = useMemo<readonly ButtonList[]>(
    () => buttonKinds.map((of) => ({ device: { kind, name }, kind: of })),
    [kind, name],
  );
  const opens = lists.flatMap((list) => openList(list) ?? []);
  const saving = useSaving(opens);
  const oldest = opens.length > 0 ? Math.min(...opens.map(({ readAt }) => readAt.value)) : undefined;
  const [areKeysShown, setKeysShown] = useState(false);
  const toggleKeys = (): void => {
    setKeysShown(!areKeysShown);
  };
  const here = useMemo<DeviceRoute>(() => ({ at: 'device', kind, name }), [kind, name]);
  // The user will probably copy from or to a device.
  useSoon(seldom, opens.length === lists.length && mayEdit());
  const [isGiving, setGiving] = useKept('give', false);
  const asked = copying.value && hashOf(copying.value.to) === hashOf(here) ? copying.value : undefined;
  const copy = (): void => {
    copying.value = { to: here, from: undefined };
  };
  const give = (): void => {
    setGiving(true);
  };
  const focus = useFocus();
  const called = [found?.description, name].filter(Boolean).join(texts.separator);
  const changes: Route | undefined =
    status.value?.history === true ? { at: 'changes', filter: { [kind]: name } } : undefined;
  const refresh = (): void => {
    setRound(round + 1);
  };
  usePageActions(
    [
      ...(mayEdit()
        ? [
            ...(listsToSave(opens).length > 0 ? [{ name: reviewWords(), act: saving.review }] : []),
            ...buttonsOnPage(),
            { name: words.copy.open, act: copy },
            { name: words.give.open, act: give },
          ]
        : []),
      { name: texts.refresh, act: refresh },
      { name: areKeysShown ? words.keys.close : words.keys.open, act: toggleKeys },
      ...leadingTo(words.changes, changes),
    ],
    mayEdit() ? [words.help.lead, words.help.edit, words.help.keyboard] : [words.help.lead],
  );
  if (loaded.phase === 'there' && loaded.value === undefined) return <Missing kind={kind} name={name} lists={lists} />;
  return (
    <Page
      title={name}
      tab={tabOf(name, valueOf(loaded))}
      above={texts.deviceKind[kind]}
      heading={<Heading name={name} loaded={loaded} />}
      isWaiting={loaded.phase === 'waiting'}
      lead={<Facts name={name} loaded={loaded} again={again} />}
      actions={
        <>
          <ReadAt at={oldest} isKept={isKeptIn(loaded)} refresh={refresh} />
          <Act aria-pressed={areKeysShown} onClick={toggleKeys}>
            {words.keys.open}
          </Act>
          {mayEdit() && (
            <>
              <Act onClick={copy}>{words.copy.open}</Act>
              <Act onClick={give}>{words.give.open}</Act>
            </>
          )}
          <ExportButtons of={kind === 'phone' ? { device: name } : { profile: name }} name={name} />
          {changes && (
            <Link to={changes} class="button">
              {words.changes}
            </Link>
          )}
        </>
      }
    >
      {areKeysShown && <KeysCard name={name} opens={opens} />}
      <div class="lists">
        {lists.map((list) => (
          <ListCard key={list.kind} list={list} round={round} saving={saving} />
        ))}
      </div>
      {mayEdit() && (
        <>
          <SaveBar device={{ kind, name }} called={called} opens={opens} saving={saving} />
          {asked && (
            <CopyDialog
              {...asked}
              called={called}
              opens={opens}
              onCopied={() => {
                focus(() => document.querySelector('.grid [data-stop]'));
              }}
            />
          )}
          {isGiving && (
            <GiveDialog
              from={here}
              called={called}
              close={() => {
                setGiving(false);
              }}
            />
          )}
        </>
      )}
    </Page>
  );
}

/** The actions of the lists' own buttons, by their names. */
function buttonsOnPage(): readonly PageAction[] {
  const { dial, number, destination } = words.add;
  return [dial, number, destination].map((name) => ({
    name,
    act: () => {
      const all = Array.from(document.querySelectorAll<HTMLElement>('.edit__actions button'));
      all.find(({ textContent }) => textContent === name)?.click();
    },
  }));
}

function Heading({ name, loaded }: { readonly name: string; readonly loaded: Loaded<Phone | undefined> }) {
  const description = valueOf(loaded)?.description;
  return description ? <Text text={description} /> : <Text text={name} class="code" />;
}

/** @returns the title of the tab. It has the number and the description, because people recognize these */
function tabOf(name: string, device: Phone | undefined): string {
  const known = [device?.dirns[0], device?.description].filter(Boolean).join(' ');
  return words.tab(known === '' ? name : known);
}

interface FactsProps {
  readonly name: string;
  readonly loaded: Loaded<Phone | undefined>;
  readonly again: () => void;
}

function Facts({ name, loaded, again }: FactsProps) {
  if (loaded.phase === 'failed') return <Failed error={loaded.error} again={again} />;
  const device = valueOf(loaded);
  return (
    <>
      <p>
        <Text text={name} class="code" /> <Copy text={name} /> <span class="quiet">{device?.model}</span>
      </p>
      <div class="lines">
        <span class="quiet">{words.lines} </span>
        {device && device.dirns.length > 0 && <LineLinks dirns={device.dirns} />}
        {device?.dirns.length === 0 && <span class="quiet">{words.noLines}</span>}
      </div>
    </>
  );
}

function Missing({ kind, name, lists }: DeviceProps & { readonly lists: readonly ButtonList[] }) {
  return (
    <Page title={words.missing[kind]} above={texts.deviceKind[kind]} lead={words.missingLead(name)}>
      <LeftOver lists={lists} />
      <p>
        <Link to={{ at: 'search', text: name }}>{words.search(name)}</Link>
      </p>
    </Page>
  );
}
