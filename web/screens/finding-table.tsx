import type { Finding } from '../../src/client/index.js';
import { DescribedDevice, NumberLink } from '../components/link.js';
import { Table } from '../components/table.js';
import { Label, Text } from '../components/text.js';
import { mayEdit } from '../state/session.js';
import { texts } from '../texts/texts.js';

const words = texts.findings;

interface FindingTableProps {
  /** Ordered by number. */
  readonly findings: readonly Finding[];
  readonly picked: readonly Finding[];
  readonly onToggle: (at: number, isPicked: boolean, isRange: boolean) => void;
}

/** Findings in a table, with a check box each for those who may change buttons. */
export function FindingTable({ findings, picked, onToggle }: FindingTableProps) {
  const isEditor = mayEdit();
  const chosen = new Set(picked);
  const { number, device: deviceName, button, label: labelName } = texts.table;
  const columns = [number, deviceName, button, labelName, words.proposal, words.why];
  const rows = findings.map((finding, at) => {
    const before = findings[at - 1];
    const isFirst = before === undefined || numberOf(before) !== numberOf(finding);
    const { id, dirn, partition, device, deviceKind, description, list, index, label, evidence, dismissal } = finding;
    const name = description || device;
    const why = dismissal ? words.by(dismissal.user, dismissal.reason) : evidence;
    // If the evidence applies to all buttons of a number, it is shown only once.
    const isSaid = !dismissal && !isFirst && before.evidence === evidence;
    return (
      <tr key={id} class={isFirst ? undefined : 'findings__more'}>
        {isEditor && (
          <td class="pointing__box">
            <input
              type="checkbox"
              aria-label={texts.choose(name, texts.kind[list], index)}
              checked={chosen.has(finding)}
              onClick={({ shiftKey, currentTarget }) => {
                onToggle(at, currentTarget.checked, shiftKey);
              }}
            />
          </td>
        )}
        <td>
          {isFirst && (
            <>
              <NumberLink dirn={dirn} /> <Text text={partition} class="quiet small" />
            </>
          )}
        </td>
        <td>
          <DescribedDevice description={description} kind={deviceKind} name={device} />
        </td>
        <td>
          {texts.kind[list]} <span class="code">{index}</span>
        </td>
        <td>
          <Label text={label} />
        </td>
        <td>
          <Proposal finding={finding} />
        </td>
        <td class="small quiet">{!isSaid && <Text text={why} />}</td>
      </tr>
    );
  });
  return (
    <Table columns={isEditor ? [words.choose, ...columns] : columns} class="findings">
      {rows}
    </Table>
  );
}

function Proposal({ finding: { proposal, dirn, partition } }: { readonly finding: Finding }) {
  if (proposal === null) return <span class="quiet">{words.byHand}</span>;
  if ('remove' in proposal) return <span class="preview__removed">{words.remove}</span>;
  const { set } = proposal;
  const [to, within] = [set.destination ?? set.dirn ?? dirn, set.partition ?? partition];
  return (
    <>
      {(to !== dirn || within !== partition) && (
        <>
          <Text text={to} class="code" /> <Text text={within} class="quiet" />{' '}
        </>
      )}
      <Label text={set.label} />
    </>
  );
}

/** @returns the number that a finding is about, with its route partition, to group and order findings by */
export function numberOf({ dirn, partition }: Finding): string {
  return `${dirn} ${partition}`;
}
