import { groupsOf } from '../../../src/domain/grouped.js';
import type { ComponentChildren } from 'preact';
import { Confirmation } from '../../components/confirmation.js';
import { buttonAfter, type ChosenButton, deviceIdOf, type SeenButton } from '../../runs/chosen.js';
import { type ButtonRun, runUnderWay, startRun } from '../../state/button-run.js';
import { useOwners } from '../../state/known-numbers.js';
import type { Route } from '../../state/route.js';
import { texts } from '../../texts/texts.js';
import { DescribedDevice, Link } from '../../components/link.js';
import { Table } from '../../components/table.js';
import { Label, Text } from '../../components/text.js';

interface ConfirmChangeProps {
  readonly heading: string;
  /** What the button says that does it. */
  readonly confirm?: string;
  readonly isDangerous?: boolean;
  /** What the run is called, and the page that shows it. */
  readonly run: { readonly title: string; readonly page: Route };
  readonly buttons: readonly ChosenButton[];
  /** Whether it cannot be begun as it stands. */
  readonly isFaulty?: boolean;
  readonly onBegun?: () => void;
  readonly onClose: () => void;
  /** What has to be chosen before. */
  readonly children?: ComponentChildren;
}

/** Shows what is going to be done to buttons, and begins it as a run. */
export function ConfirmChange({ heading, run, buttons, onBegun, onClose, children, ...more }: ConfirmChangeProps) {
  const { confirm = texts.runs.preview.start, isDangerous = false, isFaulty = false } = more;
  const other = runUnderWay();
  return (
    <Confirmation
      title={heading}
      lead={texts.runs.preview.lead}
      confirm={confirm}
      isDangerous={isDangerous}
      isUnready={isFaulty || other !== undefined || buttons.length === 0}
      isWide
      onConfirm={() => {
        startRun(run, buttons);
        onBegun?.();
        onClose();
      }}
      onCancel={onClose}
    >
      {other && <OtherRun run={other} />}
      {children}
      {!isFaulty && <ChangePreview buttons={buttons} />}
    </Confirmation>
  );
}

/** Said where another run has to end first. */
export function OtherRun({ run: { title, page } }: { readonly run: ButtonRun }) {
  return (
    <div class="notice notice--info">
      <p>{texts.runs.other(title)}</p>
      <Link to={page}>{texts.runs.seeOther}</Link>
    </div>
  );
}

const words = texts.runs.preview;

/** @returns how many devices have buttons */
export function devicesOf(buttons: readonly SeenButton[]): number {
  return new Set(buttons.map(deviceIdOf)).size;
}

/** What is going to become of buttons, number by number: each change once, and folded below it the devices that have it. */
function ChangePreview({ buttons }: { readonly buttons: readonly ChosenButton[] }) {
  // Where no button is to lead elsewhere, nobody has to read where it leads.
  const isTargetShown = buttons.some((button) => targetOf(buttonAfter(button) ?? button) !== targetOf(button));
  const ownerOf = useOwners(buttons.map(({ dirn }) => dirn));
  // Equal labels of two people are two changes. One number is in the title.
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
                <Text text={ownerOf(some[0].dirn, some[0].partition)} />
              </td>
            )}
            <td>
              <ButtonWords button={some[0]} isTargetShown={isTargetShown} />
            </td>
            <td>
              <span class="preview__arrow" aria-hidden="true">
                →
              </span>
              {after ? (
                <ButtonWords button={after} isTargetShown={isTargetShown} />
              ) : (
                <span class="preview__removed">{words.removed}</span>
              )}
            </td>
            <td>
              <Where buttons={some} />
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

function Where({ buttons }: { readonly buttons: readonly [ChosenButton, ...ChosenButton[]] }) {
  const [first, ...more] = buttons;
  if (more.length === 0) return <Place button={first} />;
  return (
    <details>
      <summary>{words.on(buttons.length, devicesOf(buttons))}</summary>
      <ul class="preview__places">
        {buttons.map((button) => (
          <li key={`${deviceIdOf(button)} ${button.kind} ${button.index}`}>
            <Place button={button} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Place({ button: { description, device, deviceKind, kind, index } }: { readonly button: ChosenButton }) {
  return (
    <>
      <DescribedDevice description={description} kind={deviceKind} name={device} />{' '}
      <span class="quiet">
        {texts.kind[kind]} {index}
      </span>
    </>
  );
}
