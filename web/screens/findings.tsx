import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { failedCall } from '../calls/failed-call.js';
import { type Finding, findingKinds, type PhoneProxyError } from '../../src/client/index.js';
import { dialledForm, pointsAt } from '../../src/domain/identifiers.js';
import { Link } from '../components/link.js';
import { Page } from '../components/page.js';
import { ProblemNotice } from '../components/problem-notice.js';
import { usePageActions } from '../components/keyboard/shortcuts.js';
import { ReadAt } from '../components/read-at.js';
import { Shown } from '../components/shown.js';
import { usePicking } from '../components/picking.js';
import { mayReview, useReview } from '../state/asking.js';
import { inventory, readInventory } from '../state/inventory.js';
import { useKept, useStaying } from '../state/kept.js';
import { useLoaded } from '../state/loaded.js';
import { hashOf, type FindingFilter } from '../state/route.js';
import { client, mayChange, mayEdit } from '../state/session.js';
import { texts } from '../texts/texts.js';
import { ReasonDialog } from './changes/reason-dialog.js';
import { NotReviewed } from './changes/review-dialog.js';
import { announce, useAnnounced } from '../state/announcer.js';
import { Act } from '../components/act.js';
import { FindingTable, numberOf } from './finding-table.js';

const words = texts.findings;

/** How many findings are read. If there are more, fix these first. */
const mostRead = 2000;

/** How many rows are shown, and can be selected together; more on request. */
const rowsAtOnce = 200;

/** Buttons that are probably wrong, by number, and how to fix them. */
export function FindingsScreen({ filter }: { readonly filter: FindingFilter }) {
  const { loaded, again } = useLoaded((signal) => readFindings(filter, signal), [filter.dismissed]);
  const asOf = inventory.value?.asOf;
  const shown = useRef(asOf);
  useEffect(() => {
    // A sweep has ended while the page was open.
    if (shown.current !== undefined && shown.current !== asOf) again();
    shown.current = asOf;
  }, [asOf]);
  usePageActions([{ name: texts.refresh, act: again }]);
  useAnnounced(loaded.phase === 'there' ? words.told(loaded.value.findings.length) : undefined);
  return (
    <Page
      title={words.title}
      lead={asOf ? <p>{words.lead}</p> : undefined}
      actions={<ReadAt at={asOf ? Date.parse(asOf) : undefined} isKept refresh={again} />}
    >
      <Shown loaded={loaded} again={again} lines={10}>
        {(read) => <Findings {...read} filter={filter} again={again} />}
      </Shown>
    </Page>
  );
}

interface FindingsRead {
  readonly findings: readonly Finding[];
  readonly hasMore: boolean;
}

async function readFindings({ dismissed }: FindingFilter, signal: AbortSignal): Promise<FindingsRead> {
  readInventory();
  const findings: Finding[] = [];
  let after: string | undefined;
  do {
    const page = await client().listFindings({ limit: 500, after, dismissed: dismissed === 'true' }, { signal });
    findings.push(...page.findings);
    after = page.next;
  } while (after !== undefined && findings.length < mostRead);
  return { findings, hasMore: after !== undefined };
}

interface FindingsProps extends FindingsRead {
  readonly filter: FindingFilter;
  readonly again: () => void;
}

function Findings({ findings, hasMore, filter, again }: FindingsProps) {
  const [isDismissing, setDismissing] = useKept('dismissing', false);
  const [error, setError] = useState<PhoneProxyError>();
  const [isBusy, setBusy] = useState(false);
  const { kind: ofKind, dirn: ofNumber, ...isDismissed } = filter;
  const showsDismissed = filter.dismissed === 'true';
  const toCheck = inventory.value?.listsToCheck ?? 0;
  const [most, setMost] = useStaying('most', rowsAtOnce);
  const meant = useMemo(
    () =>
      inOrder(
        findings.filter(
          ({ kind, dirn }) =>
            kind === (ofKind ?? kind) && (ofNumber === undefined || pointsAt(dirn, dialledForm(ofNumber))),
        ),
      ),
    [findings, ofKind, ofNumber],
  );
  const shown = useMemo(() => meant.slice(0, most), [meant, most]);
  // The selection stays when the user shows another kind of findings.
  const { picked, toggle, pickAll } = usePicking(shown, idOf, hashOf({ at: 'findings', filter: isDismissed }));
  const toFix = picked.filter(({ proposal }) => proposal !== null);
  const { review, isBusy: isReviewing, error: notReviewed } = useReview();
  const close = (): void => {
    setDismissing(false);
  };
  /** Calls `act` for one selected finding after another, until the first refusal. */
  const each = async (act: (id: string) => Promise<unknown>): Promise<void> => {
    setError(undefined);
    setBusy(true);
    try {
      for (const { id } of picked) await act(id);
      // When they are listed again, they are not selected.
      pickAll(false);
    } catch (thrown) {
      setError(failedCall(thrown));
    }
    setBusy(false);
    close();
    again();
  };
  return (
    <div class="stack">
      <nav class="actions" aria-label={words.kindsName}>
        <KindLink filter={isDismissed} words={words.all} count={findings.length} isHere={ofKind === undefined} />
        {findingKinds.map((kind) => {
          const count = findings.filter((finding) => finding.kind === kind).length;
          const isHere = ofKind === kind;
          if (count === 0 && !isHere) return null;
          return (
            <KindLink
              key={kind}
              filter={{ ...isDismissed, kind }}
              words={words.kind(kind)}
              count={count}
              isHere={isHere}
            />
          );
        })}
        <Link to={{ at: 'findings', filter: showsDismissed ? {} : { dismissed: 'true' } }} class="button button--quiet">
          {showsDismissed ? words.open : words.dismissed}
        </Link>
      </nav>
      {error && <ProblemNotice error={error} />}
      <ToCheck />
      {findings.length === 0 && (showsDismissed || toCheck === 0) && (
        <p class="notice notice--good">{showsDismissed ? words.noneDismissed : words.none}</p>
      )}
      {ofKind && <p class="quiet">{words.meaning(ofKind)}</p>}
      {findings.length > 0 && meant.length === 0 && <p class="notice notice--good">{words.noneSo}</p>}
      {hasMore && <p class="notice notice--info">{words.more(findings.length)}</p>}
      {shown.length > 0 && (
        <section class="card" aria-label={words.title}>
          <FindingTable findings={shown} picked={picked} onToggle={toggle} />
          {meant.length > most && (
            <Act
              onClick={() => {
                setMost(most + rowsAtOnce);
              }}
            >
              {words.rest(meant.length - most)}
            </Act>
          )}
          {mayEdit() && (
            <div class="chosen-bar">
              <p class="quiet" role="status">
                {texts.chosen(picked.length, shown.length)}
              </p>
              <div class="actions">
                <Act
                  look="steady"
                  onClick={() => {
                    pickAll(picked.length === 0);
                  }}
                >
                  {picked.length === 0 ? words.chooseAll : words.chooseNone}
                </Act>
                {showsDismissed ? (
                  mayChange() && (
                    <Act isOff={picked.length === 0} onClick={() => void each((id) => client().takeDismissalBack(id))}>
                      {words.restore}
                    </Act>
                  )
                ) : (
                  <>
                    {mayChange() && (
                      <Act
                        isOff={picked.length === 0}
                        onClick={() => {
                          setDismissing(true);
                        }}
                      >
                        {words.dismiss.button}
                      </Act>
                    )}
                    <Act
                      isOff={toFix.length === 0 || isReviewing || !mayReview()}
                      look="main"
                      onClick={() => review({ fix: { findings: toFix.map(idOf) } })}
                    >
                      {isReviewing ? texts.many.reviewing : words.fix}
                    </Act>
                  </>
                )}
              </div>
            </div>
          )}
        </section>
      )}
      {mayEdit() && <NotReviewed error={notReviewed} />}
      {isDismissing && (
        <ReasonDialog
          title={words.dismiss.title(picked.length)}
          texts={{ lead: words.dismiss.lead(picked.length), start: words.dismiss.start }}
          longest={longestReason}
          isDangerous={false}
          isBusy={isBusy}
          onConfirm={(reason) => each((id) => client().dismissFinding(id, reason))}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Says that changed lists have no findings yet, and offers the sweep that checks them. */
function ToCheck() {
  const [error, setError] = useState<PhoneProxyError>();
  const [isSweeping, setSweeping] = useState(false);
  const count = inventory.value?.listsToCheck ?? 0;
  if (count === 0) return null;
  const sweep = async (): Promise<void> => {
    setError(undefined);
    setSweeping(true);
    try {
      await client().sweepInventory();
      announce(words.sweeping);
    } catch (thrown) {
      setError(failedCall(thrown));
      setSweeping(false);
    }
  };
  return (
    <div class="notice notice--info">
      <p role="status">{words.toCheck(count)}</p>
      {error && <ProblemNotice error={error} />}
      {mayChange() && (
        <Act isOff={isSweeping} onClick={sweep}>
          {isSweeping ? words.sweeping : words.sweep}
        </Act>
      )}
    </div>
  );
}

/** The longest reason that the service accepts, in characters. */
const longestReason = 200;

interface KindLinkProps {
  readonly filter: FindingFilter;
  readonly words: string;
  readonly count: number;
  readonly isHere: boolean;
}

function KindLink({ filter, words: name, count, isHere }: KindLinkProps) {
  return (
    <a class="button" href={hashOf({ at: 'findings', filter })} aria-current={isHere ? 'page' : undefined}>
      {name} <span class="quiet">{count}</span>
    </a>
  );
}

const collator = new Intl.Collator(undefined, { numeric: true });

function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((one, other) => collator.compare(numberOf(one), numberOf(other)));
}

const idOf = ({ id }: Finding): string => id;
