import { type DeviceKind, deviceKinds } from '../../../src/domain/device.js';
import { dayOf } from '../../changes/since.js';
import { changesFilterIn, changeSources, type ChangesFilter, goTo, hashOf } from '../../state/route.js';
import { inventory } from '../../state/inventory.js';
import { useKept } from '../../state/kept.js';
import { texts } from '../../texts/texts.js';
import { Act } from '../../components/act.js';
import { Field } from '../../components/field.js';

interface FilterFormProps {
  readonly filter: ChangesFilter;
  /** Asks for the same once more. */
  readonly again: () => void;
}

/** Which changes are shown. What is typed becomes the page's address, so that it can be linked to. */
export function FilterForm({ filter, again }: FilterFormProps) {
  const [typed, setTyped] = useKept('filter', filter);
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
      class="card"
      onInput={({ currentTarget }) => {
        setTyped(filterOf(new FormData(currentTarget)));
      }}
      onSubmit={submit}
      aria-label={texts.changes.filter}
    >
      <div class="filters">
        <SelectField
          name="kind"
          words={texts.changes.deviceKind}
          value={kindOf(typed)}
          options={[
            ['device', texts.changes.allKinds],
            ...deviceKinds.map((kind) => [kind, texts.deviceKind[kind]] as const),
          ]}
        />
        <TextField name="device" words={texts.changes.device} value={typed[kindOf(typed)]} />
        <TextField name="user" words={texts.changes.user} value={typed.user} />
        <TextField name="dirn" words={texts.changes.number} value={typed.dirn} />
        <TextField name="run" words={texts.changes.run} value={typed.run} />
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
        <Field name={texts.changes.since}>
          <input class="input" type="date" name="since" defaultValue={dayOf(typed.since ?? '')} />
        </Field>
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
        </div>
      </div>
    </form>
  );
}

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
      />
    </Field>
  );
}

/** @returns the kind of device that is asked for; as long as none is, all kinds */
function kindOf(filter: ChangesFilter): DeviceKind | 'device' {
  return filter.deviceKind ?? deviceKinds.find((kind) => filter[kind] !== undefined) ?? 'device';
}

/** @returns what was typed, without what was left empty */
function filterOf(form: FormData): ChangesFilter {
  // The form has no files.
  const { kind = '', device = '', ...others } = Object.fromEntries(form) as Readonly<Record<string, string>>;
  const ofDevice = device.trim() === '' ? { deviceKind: kind } : { [kind]: device };
  return changesFilterIn(new URLSearchParams({ ...others, ...ofDevice }));
}
