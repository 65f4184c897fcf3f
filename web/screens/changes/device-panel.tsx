import { useEffect, useRef } from 'preact/hooks';
import { inIndexOrder } from '../../../src/domain/buttons.js';
import { readLists } from '../../calls/lists.js';
import { Act } from '../../components/act.js';
import { EntryItem } from '../../components/entries.js';
import { Shown } from '../../components/shown.js';
import { Text } from '../../components/text.js';
import { type ChosenButton, deviceIdOf } from '../../changes/chosen.js';
import type { ListKey } from '../../changes/device-lists.js';
import { useLoaded } from '../../state/loaded.js';
import { client } from '../../state/session.js';
import { texts } from '../../texts/texts.js';

interface DevicePanelProps {
  readonly device: ListKey;
  /** All buttons that will be changed; those of the device are marked. */
  readonly buttons: readonly ChosenButton[];
  readonly onClose: () => void;
}

/** The present lists of one device, beside the planned changes. */
export function DevicePanel({ device: key, buttons, onClose }: DevicePanelProps) {
  const { device: name, deviceKind } = key;
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    head.current?.focus();
  }, []);
  const { loaded, again } = useLoaded(
    (signal) => readLists(client(), { kind: deviceKind, name }, { signal }),
    [deviceIdOf(key)],
  );
  const isChosen = (kind: ChosenButton['kind'], index: string): boolean =>
    buttons.some((one) => deviceIdOf(one) === deviceIdOf(key) && one.kind === kind && one.index === index);
  return (
    <section class="panel stack stack--dense" aria-label={name}>
      <div class="head">
        <h3 tabIndex={-1} ref={head}>
          <Text text={buttons.find((one) => deviceIdOf(one) === deviceIdOf(key))?.description} />{' '}
          <Text text={name} class="code" />
        </h3>
        <Act look="small" onClick={onClose}>
          {texts.close}
        </Act>
      </div>
      <Shown loaded={loaded} again={again} lines={6}>
        {(lists) =>
          lists.map(({ kind, entries }) => (
            <section key={kind} class="stack stack--dense" aria-label={texts.kinds[kind]}>
              <h4>{texts.kinds[kind]}</h4>
              {entries.length === 0 && <p class="quiet">{texts.device.empty[kind]}</p>}
              <ul class="entries">
                {inIndexOrder(entries).map((entry) => (
                  <EntryItem key={entry.index} entry={entry}>
                    {isChosen(kind, entry.index) && <span class="tag">{texts.many.preview.chosen}</span>}
                  </EntryItem>
                ))}
              </ul>
            </section>
          ))
        }
      </Shown>
    </section>
  );
}
