import { useMemo, useState } from 'preact/hooks';
import type { Plan } from '../../../src/client/index.js';
import { countOf } from '../../changes/change-difference.js';
import { DifferenceList } from '../../components/difference-list.js';
import { DescribedDevice, Link } from '../../components/link.js';
import { LongRows } from '../../components/long-rows.js';
import { Table } from '../../components/table.js';
import { Text } from '../../components/text.js';
import { isDropped, listStateIn, type Place, type PlanList, type SameDeed, sameDeeds } from '../../plans/lists.js';
import { planTexts as words } from '../../texts/plans.js';
import { texts } from '../../texts/texts.js';
import { ListState } from './plan-state.js';

interface PlanDifferenceProps {
  readonly plan: Plan;
  readonly lists: readonly PlanList[];
}

/** The changes of a plan: first those that several lists have in common, then list by list. */
export function PlanDifference({ plan, lists }: PlanDifferenceProps) {
  const same = useMemo(() => sameDeeds(lists), [lists]);
  return (
    <>
      {same.length > 0 && (
        <section class="card" aria-labelledby="same">
          <h2 id="same">{words.groups}</h2>
          <Table columns={[words.what, words.where]} class="same">
            {same.map((deed) => (
              <tr key={JSON.stringify([deed.places[0]?.list.list, deed.difference])}>
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
        <ListTable plan={plan} lists={lists} />
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
      <summary>{texts.runs.preview.on(places.length, devices)}</summary>
      {isOpen && (
        <ul class="preview__places">
          {places.map((place) => (
            <li key={keyOf(place.list) + place.index}>
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
        {texts.kind[list.list]} {index}
      </span>
    </>
  );
}

function ListTable({ plan, lists }: PlanDifferenceProps) {
  return (
    <table class="table table--stacked long plan-lists">
      <thead>
        <tr>
          <th>{texts.table.device}</th>
          <th>{words.difference}</th>
          <th>{words.result}</th>
        </tr>
      </thead>
      <LongRows
        rows={lists.map((list) => ({
          ...{ key: keyOf(list), list },
          told: listStateIn(plan, list.state),
          isOver: isDropped(plan),
        }))}
        row={ListRow}
        late={nothingMore}
      />
    </table>
  );
}

const nothingMore = {};

function keyOf({ deviceKind, device, list }: PlanList): string {
  return `${deviceKind} ${device} ${list}`;
}

/** A list with more changes is folded. */
const mostLines = 10;

interface ListRowProps {
  readonly list: PlanList;
  readonly told: PlanList['state'];
  /** Whether the plan has ended. Later changes then do not matter. */
  readonly isOver: boolean;
}

function ListRow({ list, told, isOver }: ListRowProps) {
  const { device, deviceKind, list: kind, difference, problem, changedSince } = list;
  return (
    <tr>
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
            <Text text={problem.detail} />
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
