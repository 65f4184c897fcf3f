import { groupsOf } from '../../../src/domain/grouped.js';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Act } from '../../components/act.js';
import { Confirmation } from '../../components/confirmation.js';
import { changeOrPropose } from '../../components/change-or-propose.js';
import { workOut } from '../../changes/work-out.js';
import {
  buttonAfter,
  type ChosenButton,
  chosenLists,
  deviceIdOf,
  devicesOf,
  type SeenButton,
} from '../../changes/chosen.js';
import { type ListKey, listsOf } from '../../changes/device-lists.js';
import { status } from '../../state/health.js';
import { ownerIn } from '../../state/known-numbers.js';
import { client } from '../../state/session.js';
import { AskDialog } from './ask-dialog.js';
import { DevicePanel } from './device-panel.js';
import { texts } from '../../texts/texts.js';
import { DescribedDevice } from '../../components/link.js';
import { Table } from '../../components/table.js';
import { LateText } from '../../components/late-text.js';
import { Label, Text } from '../../components/text.js';

interface ConfirmChangeProps {
  readonly heading: string;
  /** The label of the button that confirms. */
  readonly confirm?: string;
  readonly isDangerous?: boolean;
  /** The title of the change. */
  readonly title: string;
  readonly buttons: readonly ChosenButton[];
  /** Whether it cannot be asked for in its present state. */
  readonly isFaulty?: boolean;
  /** Is called after the change was asked for, before its page is shown. */
  readonly onAsked?: () => void;
  readonly onClose: () => void;
  /** What must be chosen first. */
  readonly children?: ComponentChildren;
}

/** Shows what will be done to buttons, and asks the service for a change that does it. */
export function ConfirmChange({ heading, title, buttons, onAsked, onClose, children, ...more }: ConfirmChangeProps) {
  const { confirm = texts.many.preview.start(buttons.length), isDangerous = false, isFaulty = false } = more;
  const [shown, setShown] = useState<ListKey>();
  const [asking, setAsking] = useState<'apply' | 'propose'>();
  const hasHistory = status.value?.history === true;
  const isReady = hasHistory && !isFaulty && buttons.length > 0;
  if (asking) {
    const lists = chosenLists(buttons);
    return (
      <AskDialog
        title={title}
        count={lists.length}
        applies={asking === 'apply'}
        prepare={(onRead, stop) => workOut(lists, { read: listsOf(client()), stop, onRead })}
        onAsked={onAsked}
        onClose={onClose}
      />
    );
  }
  return (
    <Confirmation
      title={heading}
      lead={texts.many.preview.lead}
      {...changeOrPropose(
        {
          confirm,
          isUnready: !isReady,
          onConfirm: () => {
            setAsking('apply');
          },
        },
        {
          isOff: !isReady,
          onPropose: () => {
            setAsking('propose');
          },
        },
      )}
      isDangerous={isDangerous}
      isWide
      onCancel={onClose}
    >
      {!hasHistory && <p class="notice notice--info">{texts.many.withoutHistory}</p>}
      {children}
      <div class={shown && 'preview-beside'}>
        <ChangePreview buttons={buttons} isFaulty={isFaulty} shown={shown} onShow={setShown} />
        {shown && (
          <DevicePanel
            key={deviceIdOf(shown)}
            device={shown}
            buttons={buttons}
            onClose={() => {
              setShown(undefined);
            }}
          />
        )}
      </div>
    </Confirmation>
  );
}

const words = texts.many.preview;

interface Showing {
  /** The device that is shown beside the changes. */
  readonly shown: ListKey | undefined;
  readonly onShow: (device: ListKey) => void;
}

interface ChangePreviewProps extends Showing {
  readonly buttons: readonly ChosenButton[];
  /** Whether it is not known yet what becomes of them. Their rows are there already, so that nothing moves later. */
  readonly isFaulty: boolean;
}

/** The planned changes of buttons, number by number. Each change is shown once, with its devices folded below it. */
function ChangePreview({ buttons, isFaulty, ...showing }: ChangePreviewProps) {
  // Show the targets only if a button gets another target.
  const isTargetShown = buttons.some((button) => targetOf(buttonAfter(button) ?? button) !== targetOf(button));
  // If there are several numbers, show the number of each change, because equal labels of two people are two changes. A
  // single number is in the title.
  const hasNumbers = new Set(buttons.map(({ dirn }) => dirn)).size > 1;
  const nameOf = (button: ChosenButton): string =>
    JSON.stringify([hasNumbers || isTargetShown ? targetOf(button) : '', button.label, button.edit]);
  const rows = groupsOf(buttons, nameOf).toSorted(([one], [other]) => collator.compare(targetOf(one), targetOf(other)));
  const columns = [words.now, words.after, words.buttons];
  return (
    <Table columns={hasNumbers ? [texts.table.number, ...columns] : columns} class="preview">
      {rows.map((some) => {
        const after = buttonAfter(some[0]);
        return (
          <tr key={nameOf(some[0])}>
            {hasNumbers && (
              <td>
                <Text text={some[0].dirn} class="code" /> <Text text={some[0].partition} class="quiet small" />{' '}
                <LateText of={targetOf(some[0])} read={() => ownerIn(some[0])} />
              </td>
            )}
            <td>
              <ButtonWords button={some[0]} isTargetShown={isTargetShown} />
            </td>
            <td>
              <span class="preview__arrow" aria-hidden="true">
                →
              </span>
              {isFaulty ? (
                <span class="quiet">…</span>
              ) : after ? (
                <ButtonWords button={after} isTargetShown={isTargetShown} />
              ) : (
                <span class="preview__removed">{words.removed}</span>
              )}
            </td>
            <td>
              <Where buttons={some} {...showing} />
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

const collator = new Intl.Collator(undefined, { numeric: true });

function targetOf({ dirn, partition }: SeenButton): string {
  return `${dirn} ${partition}`;
}

function ButtonWords({ button, isTargetShown }: { readonly button: SeenButton; readonly isTargetShown: boolean }) {
  const { dirn, partition, label } = button;
  return (
    <>
      {isTargetShown && (
        <>
          <Text text={dirn} class="code" /> <Text text={partition} class="quiet" />{' '}
        </>
      )}
      <Label text={label} />
    </>
  );
}

function Where({ buttons, ...showing }: Showing & { readonly buttons: readonly [ChosenButton, ...ChosenButton[]] }) {
  const [first, ...more] = buttons;
  if (more.length === 0) return <Place button={first} {...showing} />;
  return (
    <details>
      <summary>{words.on(buttons.length, devicesOf(buttons))}</summary>
      <ul class="preview__places">
        {buttons.map((button) => (
          <li key={`${deviceIdOf(button)} ${button.kind} ${button.index}`}>
            <Place button={button} {...showing} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Place({ button, shown, onShow }: Showing & { readonly button: ChosenButton }) {
  const { description, device, deviceKind, kind, index } = button;
  return (
    <>
      <DescribedDevice description={description} kind={deviceKind} name={device} />{' '}
      <span class="quiet">
        {texts.kind[kind]} {index}
      </span>{' '}
      <Act
        look="small"
        aria-label={words.showDevice(device)}
        aria-pressed={shown !== undefined && deviceIdOf(shown) === deviceIdOf(button)}
        onClick={() => {
          onShow(button);
        }}
      >
        {words.show}
      </Act>
    </>
  );
}
