import { useEffect, useMemo } from 'preact/hooks';
import type { Phone } from '../../../src/client/index.js';
import { Link, NumberLink } from '../../components/link.js';
import { Page } from '../../components/page.js';
import { ProblemNotice } from '../../components/problem-notice.js';
import { type Loaded, useLoaded } from '../../state/loaded.js';
import type { ButtonList } from '../../calls/lists.js';
import type { DeviceKind } from '../../../src/domain/device.js';
import { remember } from '../../state/recent.js';
import { client, mayChange, status } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import { LeftOver } from './left-over.js';
import { ListCard } from './list-card.js';

interface DeviceProps {
  readonly kind: DeviceKind;
  readonly name: string;
}

/** A phone or device profile: its lines, its speed dials and its busy lamp fields. */
export function DeviceScreen({ kind, name }: DeviceProps) {
  useEffect(() => {
    remember({ at: 'device', kind, name });
  }, [kind, name]);
  const { loaded, again } = useLoaded(
    (signal) => (kind === 'phone' ? client().findPhone(name, { signal }) : client().findProfile(name, { signal })),
    [kind, name],
  );
  const lists = useMemo<readonly ButtonList[]>(
    () => (['speeddial', 'busylampfield'] as const).map((of) => ({ device: { kind, name }, kind: of })),
    [kind, name],
  );
  if (loaded.phase === 'there' && loaded.value === undefined) return <Missing kind={kind} name={name} lists={lists} />;
  return (
    <Page
      title={name}
      above={texts.deviceKind[kind]}
      heading={<Heading name={name} loaded={loaded} />}
      lead={<Facts name={name} loaded={loaded} again={again} />}
      actions={status.value?.history === true && <ChangesLink kind={kind} name={name} />}
    >
      <p class="quiet small lists__help">
        {texts.device.keys} {mayChange() && texts.device.keysHelp}
      </p>
      <div class="lists">
        {lists.map((list) => (
          <ListCard key={list.kind} list={list} />
        ))}
      </div>
    </Page>
  );
}

function Heading({ name, loaded }: { readonly name: string; readonly loaded: Loaded<Phone | undefined> }) {
  const description = loaded.phase === 'there' ? loaded.value?.description : undefined;
  return description ? <bdi>{description}</bdi> : <bdi class="code">{name}</bdi>;
}

interface FactsProps {
  readonly name: string;
  readonly loaded: Loaded<Phone | undefined>;
  readonly again: () => void;
}

function Facts({ name, loaded, again }: FactsProps) {
  if (loaded.phase === 'failed') return <ProblemNotice error={loaded.error} again={again} />;
  const device = loaded.phase === 'there' ? loaded.value : undefined;
  return (
    <>
      <p>
        <bdi class="code">{name}</bdi> <span class="quiet">{device?.model}</span>
      </p>
      <p class="lines">
        <span class="quiet">{texts.device.lines} </span>
        {device === undefined && <span class="quiet">{texts.waiting.now}</span>}
        {device?.dirns.map((dirn) => (
          <NumberLink key={dirn} dirn={dirn} />
        ))}
        {device?.dirns.length === 0 && <span class="quiet">{texts.device.noLines}</span>}
      </p>
    </>
  );
}

function ChangesLink({ kind, name }: DeviceProps) {
  return (
    <Link to={{ at: 'changes', filter: { [kind]: name } }} class="button button--quiet">
      {texts.device.changes}
    </Link>
  );
}

function Missing({ kind, name, lists }: DeviceProps & { readonly lists: readonly ButtonList[] }) {
  return (
    <Page title={texts.device.missing[kind]} above={texts.deviceKind[kind]} lead={texts.device.missingLead(name)}>
      <LeftOver lists={lists} />
      <p>
        <Link to={{ at: 'search', text: name }}>{texts.device.search(name)}</Link>
      </p>
    </Page>
  );
}
