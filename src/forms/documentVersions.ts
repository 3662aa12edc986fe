/**
 * `kept`: stored on this device, because the server did not respond. `conflict`: the user has to choose a version.
 * `closed`: stored on this device, because the document can no longer be saved here.
 */
export type DocumentState = 'saved' | 'saving' | 'kept' | 'refused' | 'conflict' | 'closed';

export interface Versioned {
  version: number;
}
export const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

interface Versions<Doc> {
  /** The saved version that `mine` is based on; null: unknown. */
  base: Doc | null;
  mine: Doc;
  theirs: Doc;
  isSame: (a: Doc, b: Doc) => boolean;
}

/** `both`: the fields that both sides changed, each in another way. The merged document contains the user's values of them. */
interface Merged<Doc> {
  doc: Doc;
  both: (keyof Doc)[];
}

/** Merges two versions of a document by field. A field that only one side changed gets the value of that side. */
function mergeDocuments<Doc extends object>({ base, mine, theirs, isSame }: Versions<Doc>): Merged<Doc> {
  const doc = { ...mine };
  const both: (keyof Doc)[] = [];
  const hasSame = (name: keyof Doc, a: Doc, b: Doc) => isSame(a, { ...a, [name]: b[name] });
  for (const name of Object.keys(mine) as (keyof Doc)[]) {
    if (hasSame(name, mine, theirs)) continue;
    if (base && hasSame(name, mine, base)) doc[name] = theirs[name];
    else if (!base || !hasSame(name, theirs, base)) both.push(name);
  }
  return { doc, both };
}

export const pickFields = <Doc extends object>(doc: Doc, names: readonly (keyof Doc)[]): Partial<Doc> =>
  Object.fromEntries(names.map((name) => [name, doc[name]])) as Partial<Doc>;

/** The saved version that a document is based on. Its content is unknown for drafts of earlier clients. */
interface Basis<Doc> {
  version: number;
  doc: Doc | null;
}
export interface Conflict<Doc, Saved> {
  theirs: Saved;
  both: (keyof Doc)[];
}
type Read<Doc> = (kept: unknown) => Doc | null;
interface Start<Doc, Saved> {
  doc: Doc;
  basis: Basis<Doc>;
  state: DocumentState;
  conflict: Conflict<Doc, Saved> | null;
}
export interface DocumentRules<Doc, Saved> {
  docOf: (saved: Saved) => Doc;
  /** Whether two documents have the same content. */
  isSame: (a: Doc, b: Doc) => boolean;
  /** Whether the document can no longer be saved here: a draft that another person launched. */
  isClosed: (saved: Saved) => boolean;
}

export const basisOf = <Doc, Saved extends Versioned>(
  saved: Saved,
  docOf: (saved: Saved) => Doc,
): Basis<Doc> => ({
  version: saved.version,
  doc: docOf(saved),
});

/** Unsaved changes together with a version that was saved in the meantime. */
export function merge<Doc extends object, Saved extends Versioned>({
  mine,
  basis,
  theirs,
  docOf,
  isSame,
  isClosed,
}: DocumentRules<Doc, Saved> & { mine: Doc; basis: Basis<Doc>; theirs: Saved }): Start<Doc, Saved> {
  const saved = docOf(theirs);
  const { doc, both } = mergeDocuments({ base: basis.doc, mine, theirs: saved, isSame });
  if (both.length > 0 && !isClosed(theirs)) {
    const base = basis.doc && { ...saved, ...pickFields(basis.doc, both) };
    return { doc, basis: { ...basis, doc: base }, state: 'conflict', conflict: { theirs, both } };
  }
  const state = isSame(doc, saved) ? 'saved' : isClosed(theirs) ? 'closed' : 'saving';
  return { doc, basis: basisOf(theirs, docOf), state, conflict: null };
}

/** The initial document of the screen: unsaved changes from an earlier visit, or the saved version. */
export function startOf<Doc extends object, Saved extends Versioned>({
  loaded,
  read,
  kept,
  ...rules
}: DocumentRules<Doc, Saved> & { loaded: Saved; read: Read<Doc>; kept: string }): Start<Doc, Saved> {
  const { docOf, isSame, isClosed } = rules;
  const doc = docOf(loaded);
  const unsaved = kept === '' ? null : parseDraft(kept, read);
  if (!unsaved || isSame(unsaved.doc, doc))
    return { doc, basis: basisOf(loaded, docOf), state: 'saved', conflict: null };
  const { doc: mine, basis } = unsaved;
  if (basis.version !== loaded.version) return merge({ mine, basis, theirs: loaded, ...rules });
  const state = isClosed(loaded) ? 'closed' : 'saving';
  return { doc: mine, basis: basisOf(loaded, docOf), state, conflict: null };
}

/** Of the version that the document is based on, only fields that differ are stored. */
export function stringify<Doc extends object>(doc: Doc, { version, doc: base }: Basis<Doc>): string {
  const names = Object.keys(doc) as (keyof Doc)[];
  const changed = base && names.filter((name) => !isEqual(doc[name], base[name]));
  return JSON.stringify({ version, doc, base: base && changed ? pickFields(base, changed) : null });
}

/** A draft that `stringify` wrote, with the version that it is based on; null for an unusable one. */
export function parseDraft<Doc>(kept: string, read: Read<Doc>) {
  try {
    const { version, doc, base } = JSON.parse(kept) as { version?: unknown; doc?: unknown; base?: unknown };
    const usable = read(doc);
    if (typeof version !== 'number' || usable === null) return null;
    const known = typeof base === 'object' && base !== null ? read({ ...usable, ...base }) : null;
    return { doc: usable, basis: { version, doc: known } };
  } catch {
    return null;
  }
}
