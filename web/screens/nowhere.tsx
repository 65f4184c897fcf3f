import { Link } from '../components/link.js';
import { Page } from '../components/page.js';
import { texts } from '../texts/texts.js';

/** For an address that names nothing. */
export function NowhereScreen() {
  return (
    <Page title={texts.nowhere.title}>
      <p>
        <Link to={{ at: 'home' }}>{texts.nowhere.home}</Link>
      </p>
    </Page>
  );
}
