import { beforeEach, describe, expect, it } from 'vitest';
import { idOf } from '../../../web/changes/choice.js';
import {
  chooseButtons,
  discardRelabel,
  editRelabel,
  relabelDraft,
  unsavedRelabels,
} from '../../../web/state/relabel-draft.js';
import { signOut } from '../../../web/state/session.js';
import { button } from '../changes/lists-in-memory.js';

const buttons = ['1', '2', '3'].map((index) => ({ ...button({ index }), uuid: '' }));
const untouched = {
  ...{ label: '', chosen: undefined, isCarriedOut: false },
  narrowing: { kind: undefined, label: undefined, partition: undefined },
};

describe('a new label that is being typed', () => {
  beforeEach(() => {
    signOut();
  });

  it('is kept by number until it is discarded, or the user signs out', () => {
    expect(relabelDraft('2003')).toEqual(untouched);
    editRelabel('2003', { label: 'New' });
    editRelabel('2004', { label: 'Other' });
    editRelabel('2003', { narrowing: { ...untouched.narrowing, label: 'Old' } });
    expect(relabelDraft('2003')).toEqual({
      ...untouched,
      label: 'New',
      narrowing: { ...untouched.narrowing, label: 'Old' },
    });
    expect(unsavedRelabels.value).toEqual(['2004', '2003']);
    discardRelabel('2003');
    expect([relabelDraft('2003'), unsavedRelabels.value]).toEqual([untouched, ['2004']]);
    signOut();
    expect(unsavedRelabels.value).toEqual([]);
  });

  it('is unsaved with a text or a choice; not with filters alone, nor after it is carried out, until it is edited', () => {
    editRelabel('2003', { narrowing: { ...untouched.narrowing, kind: 'speeddial' } });
    expect(unsavedRelabels.value).toEqual([]);
    editRelabel('2003', { chosen: new Set() });
    expect(unsavedRelabels.value).toEqual(['2003']);
    editRelabel('2003', { isCarriedOut: true });
    expect(unsavedRelabels.value).toEqual([]);
    editRelabel('2003', { label: 'New' });
    expect(unsavedRelabels.value).toEqual(['2003']);
  });

  it('applies to the chosen buttons, which are all at first', () => {
    chooseButtons('2003', buttons, buttons.slice(0, 1), false);
    expect([...(relabelDraft('2003').chosen ?? [])]).toEqual(buttons.slice(1).map(idOf));
    chooseButtons('2003', buttons, buttons.slice(1), false);
    chooseButtons('2003', buttons, buttons.slice(2), true);
    expect([...(relabelDraft('2003').chosen ?? [])]).toEqual(buttons.slice(2).map(idOf));
  });
});
