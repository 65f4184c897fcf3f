import type { ComponentChildren } from 'preact';
import { dayOf } from '../../changes/since.js';
import { type ChangesFilter, goTo, hashOf } from '../../state/place.js';
import { texts } from '../../texts/texts.js';

interface FilterFormProps {
  readonly filter: ChangesFilter;
  /** Asks for the same once more. */
  readonly again: () => void;
}

/** Which changes are shown. What is typed becomes the page's address, so that it can be linked to. */
export function FilterForm({ filter, again }: FilterFormProps) {
  const submit = (event: Event): void => {
    event.preventDefault();
    show(filterOf(new FormData(event.currentTarget as HTMLFormElement)));
  };
  const show = (wanted: ChangesFilter): void => {
    const to = { at: 'changes', filter: wanted } as const;
    if (hashOf(to) === location.hash) again();
    else goTo(to);
  };
  return (
    <form class="card" onSubmit={submit} aria-label={texts.changes.filter}>
      <div class="filters">
        <Field name={texts.changes.deviceKind}>
          <select
            class="select"
            name="kind"
            defaultValue={filter.phone === undefined && filter.profile !== undefined ? 'profile' : 'phone'}
          >
            <option value="phone">{texts.deviceKind.phone}</option>
            <option value="profile">{texts.deviceKind.profile}</option>
          </select>
        </Field>
        <TextField name="device" words={texts.changes.device} value={filter.phone ?? filter.profile} />
        <TextField name="user" words={texts.changes.user} value={filter.user} />
        <TextField name="dirn" words={texts.changes.number} value={filter.dirn} />
        <Field name={texts.changes.since}>
          <input class="input" type="date" name="since" defaultValue={dayOf(filter.since ?? '')} />
        </Field>
        <div class="actions">
          <button class="button button--main" type="submit">
            {texts.changes.show}
          </button>
          {Object.keys(filter).length > 0 && (
            <button
              class="button"
              type="button"
              onClick={() => {
                show({});
              }}
            >
              {texts.changes.showAll}
            </button>
          )}
        </div>
      </div>
    </form>
  );
}

function Field({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <label class="field">
      <span class="field__name">{name}</span>
      {children}
    </label>
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

/** @returns what was typed, without what was left empty */
function filterOf(form: FormData): ChangesFilter {
  const typed = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const kind = typed('kind') === 'profile' ? 'profile' : 'phone';
  const given = { [kind]: typed('device'), user: typed('user'), dirn: typed('dirn'), since: typed('since') };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}
