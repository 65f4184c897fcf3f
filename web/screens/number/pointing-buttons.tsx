import type { PointingButton } from '../../../src/client/index.js';
import { Label } from '../../components/label.js';
import { DeviceLink, Link } from '../../components/link.js';
import { Shown } from '../../components/shown.js';
import { Table } from '../../components/table.js';
import type { Loaded } from '../../state/loaded.js';
import { mayChange } from '../../state/session.js';
import { texts } from '../../texts/texts.js';

interface PointingButtonsProps {
  readonly dirn: string;
  readonly loaded: Loaded<readonly PointingButton[]>;
  readonly again: () => void;
}

/** The speed dials and busy lamp fields that point at a number, and on whose devices. */
export function PointingButtons({ dirn, loaded, again }: PointingButtonsProps) {
  const found = loaded.phase === 'there' ? loaded.value : [];
  const devices = new Set(found.map(({ uuid }) => uuid)).size;
  return (
    <section class="card" aria-labelledby="pointing">
      <div class="head">
        <h2 id="pointing">{texts.number.buttonsTitle}</h2>
        {found.length > 0 && mayChange() && (
          <Link to={{ at: 'relabel', dirn }} class="button">
            {texts.number.relabel}
          </Link>
        )}
      </div>
      {found.length > 0 && <p class="quiet small">{texts.number.buttons(found.length, devices)}</p>}
      <Shown loaded={loaded} again={again} lines={5}>
        {(buttons) =>
          buttons.length === 0 ? <p class="quiet">{texts.number.none}</p> : <ButtonTable buttons={buttons} />
        }
      </Shown>
    </section>
  );
}

function ButtonTable({ buttons }: { readonly buttons: readonly PointingButton[] }) {
  return (
    <Table columns={[texts.table.label, texts.table.device, texts.table.button]} class="pointing">
      {buttons.map(({ uuid, device, deviceKind, description, kind, index, partition, label }) => (
        <tr key={`${uuid} ${kind} ${index}`}>
          <td>
            <Label text={label} />
          </td>
          <td>
            <div>
              <bdi>{description}</bdi>
            </div>
            <DeviceLink kind={deviceKind} name={device} />
          </td>
          <td>
            {texts.kind[kind]} <span class="code">{index}</span>
            {partition !== '' && (
              <span class="tag">
                <bdi>{partition}</bdi>
              </span>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
