import type { NumberInPartition, PointingButton } from '../../../src/client/index.js';
import { Link } from '../../components/link.js';
import { Page } from '../../components/page.js';
import { Shown } from '../../components/shown.js';
import { useLoaded } from '../../state/loaded.js';
import { relabelRun } from '../../state/relabel-run.js';
import { client, mayChange } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import { Chooser } from './chooser.js';
import { RunView } from './run-view.js';

/** A new label for the buttons that point at a number: chosen, seen, and then changed device by device. */
export function RelabelScreen({ dirn }: { readonly dirn: string }) {
  return (
    <Page
      title={texts.relabel.document(dirn)}
      above={texts.relabel.above}
      heading={<bdi class="code">{dirn}</bdi>}
      actions={
        <Link to={{ at: 'number', dirn }} class="button button--quiet">
          {texts.relabel.back}
        </Link>
      }
    >
      <Content dirn={dirn} />
    </Page>
  );
}

function Content({ dirn }: { readonly dirn: string }) {
  const run = relabelRun.value;
  if (run?.dirn === dirn) return <RunView run={run} />;
  if (!mayChange()) return <p class="notice notice--info">{texts.relabel.readOnly}</p>;
  if (run?.isRunning === true) return <OtherRun dirn={run.dirn} />;
  return <Buttons dirn={dirn} />;
}

function OtherRun({ dirn }: { readonly dirn: string }) {
  return (
    <div class="notice notice--info">
      <p>{texts.relabel.otherRun(dirn)}</p>
      <Link to={{ at: 'relabel', dirn }}>{texts.relabel.seeOtherRun}</Link>
    </div>
  );
}

interface Found {
  readonly buttons: readonly PointingButton[];
  readonly numbers: readonly NumberInPartition[];
}

function Buttons({ dirn }: { readonly dirn: string }) {
  const { loaded, again } = useLoaded<Found>(
    async (signal) => {
      const [buttons, numbers] = await Promise.all([
        client().findButtons(dirn, { signal }),
        client().findNumbers(dirn, { signal }),
      ]);
      return { buttons, numbers };
    },
    [dirn],
  );
  return (
    <section class="card" aria-label={texts.relabel.document(dirn)}>
      <Shown loaded={loaded} again={again} lines={8}>
        {(found) =>
          found.buttons.length === 0 ? <p class="quiet">{texts.number.none}</p> : <Chooser dirn={dirn} {...found} />
        }
      </Shown>
    </section>
  );
}
