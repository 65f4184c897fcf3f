import { Act } from '../../../components/act.js';
import { Dialog } from '../../../components/dialog.js';
import { copying } from '../../../state/copying.js';
import { type DeviceRoute, goTo } from '../../../state/route.js';
import { texts } from '../../../texts/texts.js';
import { DeviceChoice } from './device-choice.js';

const words = texts.device.copy;

interface GiveDialogProps {
  readonly from: DeviceRoute;
  /** The same device in words. */
  readonly called: string;
  readonly close: () => void;
}

/**
 * Asks which device gets the buttons of this one. The user then selects and reviews them on the page of that device.
 */
export function GiveDialog({ from, called, close }: GiveDialogProps) {
  return (
    <Dialog
      title={words.giveTitle(called)}
      lead={words.giveLead}
      onClose={close}
      actions={<Act onClick={close}>{texts.cancel}</Act>}
    >
      <DeviceChoice
        but={from}
        submit={words.next}
        onChosen={(to) => {
          close();
          copying.value = { to, from };
          goTo(to);
        }}
      />
    </Dialog>
  );
}
