import { deviceId } from '../../../src/domain/device.js';
import { listId } from '../../calls/lists.js';
import { hashOf, route } from '../../state/route.js';
import { unsaved } from '../../state/unsaved.js';
import { texts } from '../../texts/texts.js';
import { DeviceLink } from '../link.js';

/** Unsaved lists of other devices, with a link to each. */
export function UnsavedElsewhere() {
  const here = route.value;
  const shown = here.at === 'device' ? deviceId(here) : undefined;
  const lists = unsaved.value.filter(({ list }) => deviceId(list.device) !== shown);
  if (lists.length === 0) return null;
  // The list closes again when the user follows a link.
  return (
    <details key={hashOf(here)} class="unsaved">
      <summary class="unsaved__summary">{texts.header.unsaved(lists.length)}</summary>
      <ul class="unsaved__lists">
        {lists.map(({ list, unsettled: { value: unsettled } }) => (
          <li key={listId(list)}>
            <DeviceLink {...list.device} /> {texts.kinds[list.kind]}
            {unsettled && unsettled !== 'changed' && (
              <span class="quiet">
                {texts.separator}
                {texts.header.unsettled[unsettled]}
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
