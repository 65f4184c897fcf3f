import type { PointingButton } from '../../../src/client/index.js';
import { Confirmation } from '../../components/confirmation.js';
import { DifferenceList } from '../../components/difference-list.js';
import { type ChosenList, chosenLists, deviceIdOf, grouped } from '../../relabel/chosen.js';
import { startRelabel } from '../../state/relabel-run.js';
import { texts } from '../../texts/texts.js';

interface ConfirmDialogProps {
  readonly dirn: string;
  readonly label: string;
  readonly devices: number;
  /** Those that get the label; none of them has it. */
  readonly buttons: readonly PointingButton[];
  readonly onClose: () => void;
}

/** Shows what a run is going to do, device by device, and starts it. */
export function ConfirmDialog({ dirn, label, devices, buttons, onClose }: ConfirmDialogProps) {
  const words = texts.relabel.confirm;
  return (
    <Confirmation
      title={words.title(buttons.length, devices)}
      confirm={words.start}
      onConfirm={() => {
        startRelabel(dirn, label, buttons);
      }}
      onCancel={onClose}
    >
      <p class="quiet">{words.lead}</p>
      {grouped(chosenLists(buttons), deviceIdOf).map((lists) => (
        <DeviceDifference key={deviceIdOf(lists[0])} lists={lists} label={label} />
      ))}
    </Confirmation>
  );
}

function DeviceDifference({
  lists,
  label,
}: {
  readonly lists: readonly [ChosenList, ...ChosenList[]];
  readonly label: string;
}) {
  const [{ device, description }] = lists;
  return (
    <section class="stack stack--dense">
      <h3>
        <bdi>{description}</bdi> <bdi class="code quiet">{device}</bdi>
      </h3>
      {lists.map(({ kind, buttons }) => (
        <div key={kind}>
          <h4 class="quiet">{texts.kinds[kind]}</h4>
          <DifferenceList
            difference={{
              added: [],
              removed: [],
              changed: buttons.map((before) => ({ before, after: { ...before, label } })),
            }}
          />
        </div>
      ))}
    </section>
  );
}
