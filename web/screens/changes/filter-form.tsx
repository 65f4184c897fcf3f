import { useRef } from 'preact/hooks';
import { changeStates } from '../../../src/client/index.js';
import { type DeviceKind, deviceKinds } from '../../../src/domain/device.js';
import { dayOf, daysAgo } from '../../changes/since.js';
import { changesFilterIn, changeSources, type ChangesFilter, goTo, hashOf } from '../../state/route.js';
import { inventory } from '../../state/inventory.js';
import { useKept } from '../../state/kept.js';
import { recent } from '../../state/recent.js';
import { session } from '../../state/session.js';
import { texts } from '../../texts/texts.js';
import { Act } from '../../components/act.js';
import { selectAtFirstClick } from '../../components/focus.js';
import { Field } from '../../components/field.js';
import { Link } from '../../components/link.js';
import { devicesFor, OfferingField } from '../../components/offering-field.js';

interface FilterFormProps {
  readonly filter: ChangesFilter;
  /** Reads the same again. */
  readonly again: () => void;
}

/**
 * The form that selects which changes are shown. The typed values become the page's address, so that users can link to
 * it.
 */
export function FilterForm({ filter, again }: FilterFormProps) {
  const [typed, setTyped] = useKept('filter', filter);
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: Event): void => {
    event.preventDefault();
    show(typed);
  };
  const show = (wanted: ChangesFilter): void => {
    const to = { at: 'changes', filter: wanted } as const;
    if (hashOf(to) === location.hash) again();
    else goTo(to);
  };
  return (
    <form
      ref={form}
      class="card"
      onInput={({ currentTarget }) => {
        setTyped(filterOf(new FormData(currentTarget)));
      }}
      onSubmit={submit}
      aria-label={texts.changes.filter}
    >
      <div class="filters">
        <TextField name="search" words={texts.changes.search} value={typed.search} />
        <SelectField
          name="kind"
          words={texts.changes.deviceKind}
          value={kindOf(typed)}
          options={[
            ['device', texts.changes.allKinds],
            ...deviceKinds.map((kind) => [kind, texts.deviceKind[kind]] as const),
          ]}
        />
        <div class="field">
          <span class="field__name" aria-hidden="true">
            {texts.changes.device}
          </span>
          <OfferingField
            name={texts.changes.device}
            field="device"
            text={typed[kindOf(typed)] ?? ''}
            offersFor={(text) => devicesFor(text, recent.value)}
            onType={() => {
              setTyped(filterOf(new FormData(form.current ?? undefined)));
            }}
            onChoose={({ to: { kind, name } }) => {
              const data = new FormData(form.current ?? undefined);
              data.set('kind', kind);
              data.set('device', name);
              const wanted = filterOf(data);
              setTyped(wanted);
              show(wanted);
            }}
          />
        </div>
        <TextField name="user" words={texts.changes.user} value={typed.user} />
        <TextField name="dirn" words={texts.changes.number} value={typed.dirn} />
        <SelectField
          name="state"
          words={texts.changes.state}
          value={typed.state ?? ''}
          options={[
            ['', texts.changes.anyState],
            ...changeStates.map((one) => [one, texts.changes.states[one]] as const),
          ]}
        />
        {(inventory.value ?? filter.source) && (
          <SelectField
            name="source"
            words={texts.changes.source}
            value={typed.source ?? ''}
            options={[
              ['', texts.changes.anySource],
              ...changeSources.map((one) => [one, texts.changes.sources[one]] as const),
            ]}
          />
        )}
        <DayField name="since" words={texts.changes.since} value={typed.since} />
        <DayField name="until" words={texts.changes.until} value={typed.until} />
        <div class="actions">
          <button class="button button--main" type="submit">
            {texts.changes.show}
          </button>
          {Object.keys(filter).length > 0 && (
            <Act
              onClick={() => {
                show({});
              }}
            >
              {texts.changes.showAll}
            </Act>
          )}
          <nav class="days" aria-label={texts.changes.days}>
            {chips().map(([words, chosen]) => (
              <Link key={words} to={{ at: 'changes', filter: { ...filter, ...chosen } }}>
                {words}
              </Link>
            ))}
            {daysWords.map(([words, from, to]) => (
              <Link key={words} to={{ at: 'changes', filter: { ...filter, since: daysAgo(from), until: daysAgo(to) } }}>
                {words}
              </Link>
            ))}
          </nav>
        </div>
      </div>
    </form>
  );
}

/** What is often asked for: what concerns the user, and what goes on. */
function chips(): readonly (readonly [words: string, chosen: ChangesFilter])[] {
  const user = session.value?.user;
  return [
    ...(user === undefined ? [] : [[texts.changes.mine, { user }] as const]),
    [texts.changes.proposed, { state: 'proposed' }],
    [texts.changes.running, { state: 'running' }],
  ];
}

/** Common periods, each from and until a number of days ago. */
const daysWords = [
  [texts.changes.today, 0, 0],
  [texts.changes.yesterday, 1, 1],
  [texts.changes.lastDays, 6, 0],
] as const;

interface SelectFieldProps {
  readonly name: string;
  readonly words: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
}

function SelectField({ name, words, value, options }: SelectFieldProps) {
  return (
    <Field name={words}>
      <select class="select" name={name}>
        {options.map(([one, told]) => (
          <option key={one} value={one} selected={one === value}>
            {told}
          </option>
        ))}
      </select>
    </Field>
  );
}

function DayField({ name, words, value = '' }: { name: string; words: string; value?: string | undefined }) {
  return (
    <Field name={words}>
      <input class="input" type="date" name={name} defaultValue={dayOf(value)} />
    </Field>
  );
}

function TextField({ name, words, value = '' }: { name: string; words: string; value?: string | undefined }) {
  return (
    <Field name={words}>
      <input
        class="input"
        name={name}
        defaultValue={value}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        {...selectAtFirstClick}
      />
    </Field>
  );
}

/** @returns the requested kind of device; by default all kinds */
function kindOf(filter: ChangesFilter): DeviceKind | 'device' {
  return filter.deviceKind ?? deviceKinds.find((kind) => filter[kind] !== undefined) ?? 'device';
}

/** @returns the typed values, without empty ones */
function filterOf(form: FormData): ChangesFilter {
  // The form has no files.
  const { kind = '', device = '', ...others } = Object.fromEntries(form) as Readonly<Record<string, string>>;
  const ofDevice = device.trim() === '' ? { deviceKind: kind } : { [kind]: device };
  return changesFilterIn(new URLSearchParams({ ...others, ...ofDevice }));
}
