import type { Finding } from '../../src/client/index.js';
import { DescribedDevice, NumberLink } from '../components/link.js';
import { Table } from '../components/table.js';
import { Label, Text } from '../components/text.js';
import { buttonAfter, type ChosenButton } from '../changes/chosen.js';
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
              aria-label={texts.relabel.choose(name, texts.kind[list], index)}
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

function Proposal({ finding }: { readonly finding: Finding }) {
  const button = fixOf(finding);
  if (button === undefined) return <span class="quiet">{words.byHand}</span>;
  const after = buttonAfter(button);
  if (after === undefined) return <span class="preview__removed">{words.remove}</span>;
  return (
    <>
      {(after.dirn !== finding.dirn || after.partition !== finding.partition) && (
        <>
          <Text text={after.dirn} class="code" /> <Text text={after.partition} class="quiet" />{' '}
        </>
      )}
      <Label text={after.label} />
    </>
  );
}

/** @returns the button with its fix; undefined if none is known */
export function fixOf({ list, proposal, ...of }: Finding): ChosenButton | undefined {
  const { device, deviceKind, description, index, dirn, partition, label } = of;
  const seen = { device, deviceKind, description, kind: list, index, dirn, partition, label };
  if (proposal === null) return undefined;
  if ('remove' in proposal) return { ...seen, edit: { remove: true } };
  const { set } = proposal;
  const to = set.destination ?? set.dirn;
  const patch = {
    label: set.label,
    ...(to !== undefined && { dirn: to }),
    ...(set.partition !== undefined && { partition: set.partition }),
  };
  return { ...seen, edit: { set: patch } };
}

/** @returns the number that a finding is about, with its route partition, to group and order findings by */
export function numberOf({ dirn, partition }: Finding): string {
  return `${dirn} ${partition}`;
}
