import { useMemo, useState } from 'preact/hooks';
import type { Change, ChangeList } from '../../../src/client/index.js';
import { countOf } from '../../changes/change-difference.js';
import { DifferenceList } from '../../components/difference-list.js';
import { DescribedDevice, Link } from '../../components/link.js';
import { LongRows } from '../../components/long-rows.js';
import { Table } from '../../components/table.js';
import { Text } from '../../components/text.js';
import {
  isUndoable,
  keyOfList,
  listStateIn,
  type Place,
  problemsFirst,
  type SameDeed,
  sameDeeds,
} from '../../changes/lists.js';
import type { Picking } from '../../components/picking.js';
import { listTexts as words } from '../../texts/change-lists.js';
import { texts } from '../../texts/texts.js';
import { ListState } from './change-state.js';

interface ListsDifferenceProps {
  readonly change: Change;
  readonly lists: readonly ChangeList[];
  /** The lists that can be selected, to undo only them; undefined if nothing can be undone. */
  readonly picking: Picking<ChangeList> | undefined;
}

/** What a change does: first what that several lists have in common, then list by list. */
export function ListsDifference({ change, lists, picking }: ListsDifferenceProps) {
  const same = useMemo(() => sameDeeds(lists), [lists]);
  return (
    <>
      {same.length > 0 && (
        <section class="card" aria-labelledby="same">
          <h2 id="same">{words.groups}</h2>
          <Table columns={[words.what, words.where]} class="same">
            {same.map((deed) => (
              <tr key={JSON.stringify([deed.places[0]?.list.kind, deed.difference])}>
                <td>
                  <DifferenceList difference={deed.difference} />
                </td>
                <td>
                  <Places deed={deed} />
                </td>
              </tr>
            ))}
          </Table>
        </section>
      )}
      <section class="card" aria-labelledby="devices">
        <h2 id="devices">{words.devices}</h2>
        <ListTable change={change} lists={lists} picking={picking} />
      </section>
    </>
  );
}

/** The places of a change. There may be thousands, so they are drawn only when they are opened. */
function Places({ deed: { places, devices } }: { readonly deed: SameDeed }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
      }}
    >
      <summary>{words.on(places.length, devices)}</summary>
      {isOpen && (
        <ul class="preview__places">
          {places.map((place) => (
            <li key={keyOfList(place.list) + place.index}>
              <PlaceWords place={place} />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function PlaceWords({ place: { list, index } }: { readonly place: Place }) {
  return (
    <>
      <DescribedDevice kind={list.deviceKind} name={list.device} />{' '}
      <span class="quiet">
        {texts.kind[list.kind]} {index}
      </span>
    </>
  );
}

function ListTable({ change, lists, picking }: ListsDifferenceProps) {
  const rows = useMemo(() => {
    const picked = new Set(picking?.picked);
    let undoable = -1;
    return problemsFirst(lists).map((list) => {
      if (isUndoable(list)) undoable += 1;
      return {
        ...{ key: keyOfList(list), list, at: isUndoable(list) ? undoable : undefined },
        ...{ isPicked: picked.has(list), onToggle: picking?.toggle },
        told: listStateIn(change, list.state),
        isOver: change.state === 'closed',
      };
    });
  }, [lists, picking?.picked, picking?.toggle, change.state]);
  const count = picking?.picked.length ?? 0;
  const isAll = count > 0 && count === rows.filter(({ at }) => at !== undefined).length;
  return (
    <table class={`table table--stacked long change-lists ${picking ? 'change-lists--choose' : ''}`}>
      <thead>
        <tr>
          {picking && (
            <th class="pointing__box">
              <input
                type="checkbox"
                aria-label={texts.chooseAll}
                checked={isAll}
                indeterminate={count > 0 && !isAll}
                onChange={() => {
                  picking.pickAll(!isAll);
                }}
              />
              <span class="pointing__all" aria-hidden="true">
                {texts.chooseAll}
              </span>
            </th>
          )}
          <th>{texts.table.device}</th>
          <th>{words.difference}</th>
          <th>{words.result}</th>
        </tr>
      </thead>
      <LongRows rows={rows} row={ListRow} late={nothingMore} />
    </table>
  );
}

const nothingMore = {};

/** A list with more changes is folded. */
const mostLines = 10;

interface ListRowProps {
  readonly list: ChangeList;
  readonly told: ChangeList['state'];
  /** Whether the change was closed. Later changes then do not matter. */
  readonly isOver: boolean;
  /** Its place among the lists that can be selected; undefined if it cannot. */
  readonly at: number | undefined;
  readonly isPicked: boolean;
  /** Undefined if no list can be selected. */
  readonly onToggle: Picking<ChangeList>['toggle'] | undefined;
}

function ListRow({ list, told, isOver, at, isPicked, onToggle }: ListRowProps) {
  const { device, deviceKind, kind, difference, problem, changedSince, undoneBy } = list;
  return (
    <tr class={isPicked ? 'pointing__picked' : undefined}>
      {onToggle && (
        <td class="pointing__box">
          {at !== undefined && (
            <input
              type="checkbox"
              aria-label={`${device}, ${texts.kinds[kind]}`}
              checked={isPicked}
              onClick={({ shiftKey, currentTarget }) => {
                onToggle(at, currentTarget.checked, shiftKey);
              }}
            />
          )}
        </td>
      )}
      <td>
        <DescribedDevice kind={deviceKind} name={device} /> <span class="quiet small">{texts.kinds[kind]}</span>
      </td>
      <td>
        {difference === null ? (
          <p class="quiet">{words.notRead}</p>
        ) : countOf(difference) <= mostLines ? (
          <DifferenceList difference={difference} />
        ) : (
          <details>
            <summary>
              {texts.difference.summary({
                added: difference.added.length,
                changed: difference.changed.length,
                removed: difference.removed.length,
              })}
            </summary>
            <DifferenceList difference={difference} />
          </details>
        )}
      </td>
      <td>
        <ListState state={told} />
        {problem && problem.code !== 'changed-meanwhile' && (
          <p class="small quiet">
            <Text text={problem.detail ?? problem.code} />
          </p>
        )}
        {undoneBy !== null && (
          <p class="small">
            <Link to={{ at: 'change', id: undoneBy }}>{texts.changes.undoneBy(undoneBy)}</Link>
          </p>
        )}
        {changedSince !== null && !isOver && (
          <p class="small">
            {words.since} <Link to={{ at: 'change', id: changedSince }}>{texts.change.title(changedSince)}</Link>
          </p>
        )}
      </td>
    </tr>
  );
}
