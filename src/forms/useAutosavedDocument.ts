import { useEffect, useRef, useState } from 'react';
import { useAppDispatch, useAppStore } from '#src/app/hooks.ts';
import { isTransientFailure, problemOf } from '#store/api/problemOf.ts';
import { draftChanged, selectDraft } from '#store/drafts/draftsSlice.ts';

/** Delay after the first unsaved change. Later changes are saved together with it. */
const AUTOSAVE_MS = 800;
/** How long to wait before a save without a response is repeated. */
const RETRY_MS = 5_000;

/** `kept`: stored on this device, because the server did not respond. `conflict`: the user has to choose a version. */
export type DocumentState = 'saved' | 'saving' | 'kept' | 'refused' | 'conflict';

interface Versioned {
  version: number;
}
interface Options<Doc, Saved extends Versioned> {
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
  /** Whether two documents have the same content. */
  isSame?: (a: Doc, b: Doc) => boolean;
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * A document that is saved while the user edits it. Saves run one after another. Every change is stored in the browser
 * until the server has it. If another person changes the document as well, the user resolves the conflict.
 */
export function useAutosavedDocument<Doc, Saved extends Versioned>(options: Options<Doc, Saved>) {
  const { draftKeyOf, loaded, docOf, read, isSame = isEqual } = options;
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const [start] = useState(() =>
    startOf({ loaded, docOf, read, isSame, kept: selectDraft(store.getState(), draftKeyOf(loaded)) }),
  );
  const [doc, setDoc] = useState(start.doc);
  const [saved, setSaved] = useState(loaded);
  const [state, setState] = useState<DocumentState>(
    start.conflict ? 'conflict' : start.isUnsaved ? 'saving' : 'saved',
  );
  const [message, setMessage] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Saved | null>(start.conflict);

  // The data that saves work on. The state is the part that the screen shows.
  const now = useRef({
    doc: start.doc,
    saved: loaded,
    isUnsaved: start.isUnsaved,
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
    const { doc: newest, saved: base, isUnsaved } = now.current;
    const text = isUnsaved ? JSON.stringify({ version: base.version, doc: newest }) : '';
    dispatch(draftChanged({ key: draftKeyOf(base), text }));
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
    setSaved(next);
  };

  async function send() {
    if (!now.current.isUnsaved || now.current.conflict) return;
    const sent = now.current.doc;
    now.current.isUnsaved = false;
    now.current.isSending = true;
    setState('saving');
    const { data, error } = await current.current.save(sent, now.current.saved);
    now.current.isSending = false;
    if (data) return saveDone(data);
    now.current.isUnsaved = true;
    const problem = problemOf(error);
    if (problem.status === 409) return resolveConflict(sent);
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
  async function resolveConflict(sent: Doc): Promise<void> {
    const base = now.current.saved;
    const { data: theirs } = await current.current.reload(base);
    if (!theirs) {
      setState('kept');
      return schedule(RETRY_MS);
    }
    // The server had saved it, but its response was lost.
    if (isSame(current.current.docOf(theirs), sent)) {
      now.current.isUnsaved = !isEqual(now.current.doc, sent);
      return saveDone(theirs);
    }
    // Only the state changed: another person published the draft, for example.
    if (
      theirs.version !== base.version &&
      isSame(current.current.docOf(theirs), current.current.docOf(base))
    ) {
      show(theirs);
      keep();
      return send();
    }
    now.current.conflict = theirs;
    setConflict(theirs);
    setState('conflict');
  }
  /** Saves all unsaved changes. Resolves with whether everything is saved. */
  function saveNow(): Promise<boolean> {
    stop();
    const call = calls.current.then(send);
    calls.current = call;
    return call.then(() => !now.current.isUnsaved);
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
  // Another person changed the document, and this screen has nothing to save.
  useEffect(() => {
    const { saved: base, isUnsaved, isSending, conflict: open } = now.current;
    if (loaded.version > base.version && !isUnsaved && !isSending && !open) takeOver.current(loaded);
  }, [loaded]);
  return {
    doc,
    /** The newest response from the server. */
    saved,
    state,
    message,
    /** The version that another person saved in the meantime. */
    conflict,
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
    keepMine: () => {
      if (!now.current.conflict) return;
      show(now.current.conflict);
      now.current.conflict = null;
      setConflict(null);
      void saveNow();
    },
    takeTheirs: () => {
      if (now.current.conflict) replace(now.current.conflict);
    },
  };
}
export type AutosavedDocument<Doc, Saved extends Versioned> = ReturnType<
  typeof useAutosavedDocument<Doc, Saved>
>;

/** The initial document of the screen: unsaved changes from an earlier visit, or the saved version. */
function startOf<Doc, Saved extends Versioned>({
  loaded,
  docOf,
  read,
  isSame,
  kept,
}: Pick<Required<Options<Doc, Saved>>, 'loaded' | 'docOf' | 'read' | 'isSame'> & { kept: string }) {
  const saved = docOf(loaded);
  const unsaved = kept === '' ? null : parse(kept, read);
  if (!unsaved || isSame(unsaved.doc, saved)) return { doc: saved, isUnsaved: false, conflict: null };
  const isOutdated = unsaved.version !== loaded.version;
  return { doc: unsaved.doc, isUnsaved: true, conflict: isOutdated ? loaded : null };
}

function parse<Doc>(kept: string, read: (kept: unknown) => Doc | null) {
  try {
    const { version, doc } = JSON.parse(kept) as { version?: unknown; doc?: unknown };
    const usable = read(doc);
    return typeof version === 'number' && usable !== null ? { version, doc: usable } : null;
  } catch {
    return null;
  }
}
