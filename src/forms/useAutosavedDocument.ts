import { useEffect, useRef, useState } from 'react';
import { useAppDispatch, useAppStore } from '#src/app/hooks.ts';
import { isTransientFailure, problemOf } from '#store/api/problemOf.ts';
import { draftChanged, selectDraft } from '#store/drafts/draftsSlice.ts';
import {
  basisOf,
  type Conflict,
  type DocumentRules,
  type DocumentState,
  isEqual,
  merge,
  pickFields,
  startOf,
  stringify,
  type Versioned,
} from './documentVersions.ts';

/** Delay after the first unsaved change. Later changes are saved together with it. */
const AUTOSAVE_MS = 800;
/** How long to wait before a save without a response is repeated. */
const RETRY_MS = 5_000;

interface Options<Doc, Saved extends Versioned>
  extends Partial<Pick<DocumentRules<Doc, Saved>, 'isSame' | 'isClosed'>> {
  /** Key of the stored unsaved changes, which survive a reload and the end of the session. */
  draftKeyOf: (saved: Saved) => string;
  /** The document as loaded when the screen was opened. */
  loaded: Saved;
  docOf: (saved: Saved) => Doc;
  /** Validates a draft from the browser's storage. */
  read: (kept: unknown) => Doc | null;
  /** `saved` is the version that the document is based on. */
  save: (doc: Doc, saved: Saved) => Promise<{ data?: Saved | undefined; error?: unknown }>;
  reload: (saved: Saved) => Promise<{ data?: Saved | undefined }>;
}

/**
 * A document that is saved while the user edits it. Saves run one after another. Every change is stored in the browser
 * until the server has it. If another person changes the document as well, the user resolves the conflict.
 */
export function useAutosavedDocument<Doc extends object, Saved extends Versioned>(
  options: Options<Doc, Saved>,
) {
  const { draftKeyOf, loaded, docOf, read, isSame = isEqual, isClosed = () => false } = options;
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const [start] = useState(() =>
    startOf({
      loaded,
      docOf,
      read,
      isSame,
      isClosed,
      kept: selectDraft(store.getState(), draftKeyOf(loaded)),
    }),
  );
  const [doc, setDoc] = useState(start.doc);
  const [saved, setSaved] = useState(loaded);
  const [state, setState] = useState<DocumentState>(start.state);
  const [message, setMessage] = useState<string | null>(null);
  const [conflict, setConflict] = useState(start.conflict);

  // The data that saves work on. The state is the part that the screen shows.
  const now = useRef({
    doc: start.doc,
    saved: loaded,
    basis: start.basis,
    isUnsaved: start.state !== 'saved',
    conflict: start.conflict,
    isSending: false,
  });
  const current = useRef(options);
  useEffect(() => {
    current.current = options;
  });
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const calls = useRef<Promise<unknown>>(Promise.resolve());

  const keep = () => {
    const { doc: newest, saved: shown, basis, isUnsaved } = now.current;
    const text = isUnsaved ? stringify(newest, basis) : '';
    dispatch(draftChanged({ key: draftKeyOf(shown), text }));
  };
  const stop = () => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  };
  const schedule = (ms: number) => {
    timer.current ??= setTimeout(() => void saveNow(), ms);
  };
  const show = (next: Saved) => {
    const before = draftKeyOf(now.current.saved);
    if (before !== draftKeyOf(next)) dispatch(draftChanged({ key: before, text: '' }));
    now.current.saved = next;
    now.current.basis = basisOf(next, docOf);
    setSaved(next);
  };

  async function send() {
    if (!now.current.isUnsaved || now.current.conflict || isClosed(now.current.saved)) return;
    const sent = now.current.doc;
    now.current.isUnsaved = false;
    now.current.isSending = true;
    setState('saving');
    const { data, error } = await current.current.save(sent, now.current.saved);
    now.current.isSending = false;
    if (data) return isClosed(data) ? mergeWith(data) : saveDone(data);
    now.current.isUnsaved = true;
    const problem = problemOf(error);
    if (problem.status === 409) return resolveConflict(sent, problem.message);
    setMessage(problem.message);
    const isTransient = isTransientFailure(problem);
    setState(isTransient ? 'kept' : 'refused');
    if (isTransient) schedule(RETRY_MS);
  }
  function saveDone(next: Saved) {
    show(next);
    setMessage(null);
    keep();
    if (now.current.isUnsaved) schedule(AUTOSAVE_MS);
    else setState('saved');
  }
  async function resolveConflict(sent: Doc, refusal: string): Promise<void> {
    const base = now.current.saved;
    const { data: theirs } = await current.current.reload(base);
    if (!theirs) {
      setState('kept');
      return schedule(RETRY_MS);
    }
    // The server had saved it, but its response was lost.
    if (!isClosed(theirs) && isSame(docOf(theirs), sent)) {
      now.current.isUnsaved = !isEqual(now.current.doc, sent);
      return saveDone(theirs);
    }
    if (isClosed(theirs) || theirs.version !== base.version) return mergeWith(theirs);
    setMessage(refusal);
    setState('refused');
  }
  /** Only fields that both sides changed need a decision. */
  function mergeWith(theirs: Saved): Promise<void> | void {
    const result = merge({
      mine: now.current.doc,
      basis: now.current.basis,
      theirs,
      docOf,
      isSame,
      isClosed,
    });
    now.current.doc = result.doc;
    setDoc(result.doc);
    if (result.conflict) {
      now.current.basis = result.basis;
      now.current.conflict = result.conflict;
      setConflict(result.conflict);
    } else show(theirs);
    now.current.isUnsaved = result.state !== 'saved';
    setMessage(null);
    setState(result.state);
    keep();
    if (result.state === 'saving') return send();
  }
  /** Saves all unsaved changes. Resolves with the saved version, or null if something could not be saved. */
  function saveNow(): Promise<Saved | null> {
    stop();
    const call = calls.current.then(send);
    calls.current = call;
    return call.then(() => (now.current.isUnsaved ? null : now.current.saved));
  }

  const latest = useRef({ saveNow, stop });
  useEffect(() => {
    latest.current = { saveNow, stop };
  });
  useEffect(() => {
    if (now.current.isUnsaved) void latest.current.saveNow();
    const retry = () => void latest.current.saveNow();
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('online', retry);
      // The user leaves the screen, so the save does not wait any longer.
      void latest.current.saveNow();
      latest.current.stop();
    };
  }, []);

  const replace = (next: Saved) => {
    now.current = {
      doc: current.current.docOf(next),
      saved: next,
      basis: basisOf(next, current.current.docOf),
      isUnsaved: false,
      conflict: null,
      isSending: false,
    };
    setDoc(now.current.doc);
    setSaved(next);
    setConflict(null);
    setState('saved');
    keep();
  };
  const takeOver = useRef(replace);
  useEffect(() => {
    takeOver.current = replace;
  });
  // Another person changed the document or something that it refers to, and this screen has nothing to save.
  useEffect(() => {
    const { saved: base, isUnsaved, isSending, conflict: open } = now.current;
    if (loaded.version >= base.version && loaded !== base && !isUnsaved && !isSending && !open)
      takeOver.current(loaded);
  }, [loaded]);
  const decide = (choose: (mine: Doc, open: Conflict<Doc, Saved>) => Doc) => {
    const open = now.current.conflict;
    if (!open) return;
    const next = choose(now.current.doc, open);
    if (isSame(next, docOf(open.theirs))) return replace(open.theirs);
    show(open.theirs);
    now.current.doc = next;
    now.current.conflict = null;
    setDoc(next);
    setConflict(null);
    keep();
    void saveNow();
  };
  return {
    doc,
    /** The newest response from the server. */
    saved,
    state,
    message,
    /** The version that was saved in the meantime, and the document if the user takes its values. */
    conflict: conflict && {
      ...conflict,
      doc: { ...doc, ...pickFields(docOf(conflict.theirs), conflict.both) },
    },
    change: (next: Doc) => {
      now.current.doc = next;
      now.current.isUnsaved = true;
      setDoc(next);
      keep();
      if (now.current.conflict) return;
      setState('saving');
      schedule(AUTOSAVE_MS);
    },
    saveNow,
    /** Applies a response from the server that is newer than all changes. */
    replace,
    /** Applies a response from the server, to which changes are added that were made in the meantime. */
    accept: (next: Saved): void => {
      // After a save that is running, whose response may be newer.
      calls.current = calls.current.then(() => {
        if (next.version < now.current.saved.version) return;
        return now.current.isUnsaved ? mergeWith(next) : replace(next);
      });
    },
    keepMine: () => decide((mine) => mine),
    /** Changes to other fields are kept. */
    takeTheirs: () => decide((mine, { theirs, both }) => ({ ...mine, ...pickFields(docOf(theirs), both) })),
  };
}
export type AutosavedDocument<Doc extends object, Saved extends Versioned> = ReturnType<
  typeof useAutosavedDocument<Doc, Saved>
>;
