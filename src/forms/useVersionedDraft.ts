import { useState } from 'react';
import { useAppDispatch, useAppStore } from '#src/app/hooks.ts';
import { draftChanged, selectDraft } from '#store/drafts/draftsSlice.ts';
import { isEqual, parseDraft, pickFields, stringify, type Versioned } from './documentVersions.ts';
import type { ReadDraft } from './useDraft.ts';

interface Options<Doc, Saved> {
  /** The newest loaded version. */
  loaded: Saved;
  docOf: (saved: Saved) => Doc;
  read: ReadDraft<Doc>;
}
interface State<Doc, Saved> {
  value: Doc;
  saved: Saved;
  /** The saved values that the form is based on, and their version. */
  base: Doc;
  version: number;
  /** The version that another person saved in the meantime, until the user chooses. */
  conflict: Saved | null;
  /** Fields that are known to be in conflict, for drafts whose base is unknown. */
  both: (keyof Doc)[];
}

const unchanged = <Doc, Saved extends Versioned>(
  saved: Saved,
  base: Doc,
  value = base,
): State<Doc, Saved> => ({
  value,
  saved,
  base,
  version: saved.version,
  conflict: null,
  both: [],
});

/** The saved values, or a draft with the conflict that a newer version means for it. */
function startOf<Doc extends object, Saved extends Versioned>({
  loaded,
  docOf,
  read,
  kept,
}: Options<Doc, Saved> & { kept: string }): State<Doc, Saved> {
  const saved = docOf(loaded);
  const draft = kept === '' ? null : parseDraft(kept, read);
  if (!draft || isEqual(draft.doc, saved)) return unchanged(loaded, saved);
  const { doc, basis } = draft;
  // Another part of the same data may have been saved, such as another page of settings.
  if (basis.doc && isEqual(basis.doc, saved)) return unchanged(loaded, saved, doc);
  const names = Object.keys(doc) as (keyof Doc)[];
  return {
    value: doc,
    saved: loaded,
    base: basis.doc ?? saved,
    version: basis.version,
    conflict: loaded.version > basis.version ? loaded : null,
    both: basis.doc ? [] : names.filter((name) => !isEqual(doc[name], saved[name])),
  };
}

/**
 * The unsaved values of a form that other people can also save. Like `useDraft` it stores them, and also the version on
 * which they are based. If another person saves in the meantime, the user is asked which values to keep, also after a
 * reload.
 */
export function useVersionedDraft<Doc extends object, Saved extends Versioned>(
  key: string,
  { loaded, docOf, read }: Options<Doc, Saved>,
) {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const [form, setForm] = useState(() =>
    startOf({ loaded, docOf, read, kept: selectDraft(store.getState(), key) }),
  );
  const [isFromBefore] = useState(!isEqual(form.value, form.base));
  const { value, base, version, conflict, both } = form;
  const stateOf = (saved: Saved, next = docOf(saved)) => unchanged(saved, docOf(saved), next);
  const change = (next: State<Doc, Saved>) => {
    setForm(next);
    const basis = { version: next.version, doc: next.base };
    const text = isEqual(next.value, next.base) ? '' : stringify(next.value, basis);
    dispatch(draftChanged({ key, text }));
  };
  // Without unsaved changes, the form shows what other people save. A version with the same values is no conflict either.
  if (loaded.version > version && conflict === null) {
    const newer = docOf(loaded);
    if (isEqual(value, base)) setForm(stateOf(loaded));
    else if (isEqual(newer, base)) setForm(stateOf(loaded, value));
  }
  const names = Object.keys(value) as (keyof Doc)[];
  const theirs = conflict && docOf(conflict);
  const changed = names.filter((name) => !isEqual(value[name], base[name]));
  const resolve = (next: Doc) => conflict && change(stateOf(conflict, next));
  const settle = (saved: Saved) => change(stateOf(saved));
  return {
    value,
    /** The version that the form was opened with or saved last. */
    saved: form.saved,
    base,
    version,
    changed,
    isChanged: changed.length > 0,
    /** True if the draft was stored before this screen was opened. */
    isFromBefore,
    conflict,
    /** The fields that the other person changed. */
    theirs: theirs ? names.filter((name) => both.includes(name) || !isEqual(theirs[name], base[name])) : [],
    set: (next: Doc) => change({ ...form, value: next }),
    /** Deletes the draft after a save. */
    settle,
    /** The server refused to save because this version exists. */
    meet: (newer: Saved) => setForm((now) => ({ ...now, conflict: newer, both: [] })),
    /** Ends a conflict with these values, which are then based on the other person's version. */
    resolve,
    /** Unchanged fields get the values that the other person saved. */
    keepMine: () => theirs && resolve({ ...theirs, ...pickFields(value, changed) }),
    takeTheirs: () => conflict && settle(conflict),
    discard: () => (conflict ? settle(conflict) : change({ ...form, value: base })),
  };
}
