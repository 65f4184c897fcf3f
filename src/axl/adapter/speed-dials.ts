import { canonicalIndex } from '../../domain/buttons.js';
import { dialledForm } from '../../domain/identifiers.js';
import { type SpeedDial, speedDialRules } from '../../domain/phone.js';
import type { Item } from '../soap/envelope.js';
import { childText, type XmlElement } from '../soap/xml.js';
import { type ButtonForm, isSame, type StoredButtons } from './buttons-of-devices.js';

const once = ['dirn', 'label', 'index'] as const;

/**
 * Speed dials. Callers see everything that they contain, so a list can be replaced without reading it. If the list was
 * read:
 * - an entry that stays is sent as it is stored
 * - an entry with another label keeps its number as it is stored
 * - any other entry is sent as it was given, and so is the one entry that the caller sets
 */
export const speedDials: ButtonForm<SpeedDial> = {
  replacesWhatWasRead: false,
  requests: {
    phone: { read: 'getSpeedDials', readForChange: 'getBeforeWrite', replace: 'updateSpeedDials' },
    profile: {
      read: 'getSpeedDialsOfProfile',
      readForChange: 'getProfileBeforeWrite',
      replace: 'updateSpeedDialsOfProfile',
    },
  },
  elements: ['speeddials', 'speeddial'],
  shown: (element) => {
    const { index, dirn, label } = valuesOf(element);
    return { index, dirn: dialledForm(dirn), label };
  },
  itemsOf: (entries, stored, _traits, named) => {
    const isNamed = ({ index }: SpeedDial): boolean =>
      named !== undefined && canonicalIndex(index) === canonicalIndex(named);
    return entries.map((entry) => itemOf(entry, isNamed(entry) ? undefined : stored));
  },
};

function itemOf(entry: SpeedDial, stored: StoredButtons<SpeedDial> | undefined): Item {
  const kept = stored?.keptFor({ rules: speedDialRules, entry, once }, (shown) => isSame(speedDialRules, shown, entry));
  if (kept) return { ...valuesOf(kept.element) };
  const relabelled = stored?.at(entry.index).find(({ shown }) => shown.dirn === dialledForm(entry.dirn));
  return { ...entry, ...(relabelled && { dirn: valuesOf(relabelled.element).dirn }) };
}

function valuesOf(element: XmlElement): SpeedDial {
  return {
    index: childText(element, 'index'),
    dirn: childText(element, 'dirn'),
    label: childText(element, 'label'),
  };
}
