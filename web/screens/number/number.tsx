import { useEffect } from 'preact/hooks';
import { Link } from '../../components/link.js';
import { Page } from '../../components/page.js';
import { useLoaded } from '../../state/loaded.js';
import { remember } from '../../state/recent.js';
import { client, status } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import { Partitions } from './partitions.js';
import { PhonesWithNumber } from './phones.js';
import { PointingButtons } from './pointing-buttons.js';

/** A number: the phones that carry it, and beside them whose buttons point at it. */
export function NumberScreen({ dirn }: { readonly dirn: string }) {
  useEffect(() => {
    remember({ at: 'number', dirn });
  }, [dirn]);
  const numbers = useLoaded((signal) => client().findNumbers(dirn, { signal }), [dirn]);
  const phones = useLoaded((signal) => client().findPhones(dirn, { signal }), [dirn]);
  const buttons = useLoaded((signal) => client().findButtons(dirn, { signal }), [dirn]);
  return (
    <Page
      title={texts.number.document(dirn)}
      heading={<bdi class="code">{dirn}</bdi>}
      lead={<Partitions {...numbers} />}
      actions={
        status.value?.history === true && (
          <Link to={{ at: 'changes', filter: { dirn } }} class="button button--quiet">
            {texts.number.changes}
          </Link>
        )
      }
    >
      <div class="beside">
        <PhonesWithNumber dirn={dirn} {...phones} />
        <PointingButtons dirn={dirn} {...buttons} />
      </div>
      <p>
        <Link to={{ at: 'search', text: dirn }}>{texts.number.elsewhere(dirn)}</Link>
      </p>
    </Page>
  );
}
