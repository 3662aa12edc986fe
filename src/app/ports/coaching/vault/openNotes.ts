import * as Y from 'yjs';
import type { EncryptedDocument } from '#contract/learning/coachingActions.ts';
import type { NotesEvent, NotesToOpen, OpenNotes } from '#store/ports/coachingVault.ts';
import { decodeText, encodeText, fromBase64Url, toBase64Url } from './bytes.ts';
import {
  decrypt,
  encrypt,
  importDocumentKey,
  newDocumentKey,
  openEnvelope,
  type ReaderKeys,
  sealFor,
} from './envelopes.ts';
import type { KeyStore } from './keyStore.ts';
import { applyEdit, readContent } from './notesDocument.ts';

/** Opens a document with its key, and merges changes that this browser has not saved yet. */
export async function openNotes(
  { owner, scope, document, myPublicKey, otherPublicKey }: NotesToOpen,
  keys: ReaderKeys,
  store: KeyStore,
): Promise<OpenNotes | null> {
  const pendingId = `${owner}/${scope}`;
  const pending = await store.pending(pendingId);
  if (document && document.envelope === null) return null;
  /** A document that was never saved keeps its key in the unsaved notes. */
  const raw =
    document?.envelope != null
      ? await openEnvelope(keys, document.envelope, scope)
      : pending
        ? await openEnvelope(keys, pending.envelope, scope).catch(newDocumentKey)
        : newDocumentKey();
  let key = await importDocumentKey(raw);
  let rawKey = raw;
  const ownEnvelope = () => sealFor(myPublicKey, rawKey, scope);
  const doc = new Y.Doc();
  let version = document?.version ?? 0;
  let sharedWith = document?.isShared ? otherPublicKey : null;
  let edits = 0;
  let savedEdits = 0;
  let taken: Uint8Array[] = [];
  const listeners = new Set<(event: NotesEvent) => void>();
  let keeping: Promise<void> = Promise.resolve();

  const load = async (saved: EncryptedDocument) =>
    Y.applyUpdate(doc, await decrypt(key, saved.snapshot, `${scope}/snapshot`), 'remote');
  if (document) await load(document);
  if (pending) {
    // It may have another key: the other person created the document first.
    const unsaved = await openEnvelope(keys, pending.envelope, scope)
      .then(importDocumentKey)
      .then((own) => decrypt(own, pending.ciphertext, `${scope}/pending`))
      .catch(() => null);
    if (unsaved) {
      Y.applyUpdate(doc, unsaved, 'remote');
      edits += 1;
    }
  }

  const keep = async () => {
    const ciphertext = await encrypt(key, Y.encodeStateAsUpdate(doc), `${scope}/pending`);
    await store.putPending(pendingId, { envelope: await ownEnvelope(), ciphertext });
  };
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    const isLocal = origin === 'local';
    if (isLocal) {
      edits += 1;
      taken.push(update);
      keeping = keeping.then(keep, keep);
    }
    for (const listener of listeners) listener({ kind: 'changed', isLocal });
  });

  return {
    content: () => readContent(doc),
    edit: (edit) => applyEdit(doc, edit),
    listen(onEvent) {
      listeners.add(onEvent);
      return () => listeners.delete(onEvent);
    },
    async merge(saved, other) {
      if (saved.envelope === null) return;
      if (version === 0) {
        // The other person created it at the same time, and their key is used.
        rawKey = await openEnvelope(keys, saved.envelope, scope);
        key = await importDocumentKey(rawKey);
        edits += 1;
      }
      await load(saved);
      version = saved.version;
      if (saved.isShared) sharedWith = other;
    },
    async toSave(other) {
      const snapshot = await encrypt(key, Y.encodeStateAsUpdate(doc), `${scope}/snapshot`);
      const isNewFor = other !== null && sharedWith !== other;
      savedEdits = edits;
      return {
        version,
        snapshot,
        ...(version === 0 && { mine: { publicKey: myPublicKey, envelope: await ownEnvelope() } }),
        ...(isNewFor && { other: { publicKey: other, envelope: await sealFor(other, rawKey, scope) } }),
      };
    },
    async saved(next) {
      version = next;
      if (edits !== savedEdits) return;
      await keeping.catch(() => undefined);
      if (edits === savedEdits) await store.removePending(pendingId);
    },
    hasUnsaved: () => edits !== savedEdits || version === 0,
    async takeUpdate() {
      if (taken.length === 0) return null;
      const update = Y.mergeUpdates(taken);
      taken = [];
      return encrypt(key, update, `${scope}/update`);
    },
    async applyUpdate(data) {
      Y.applyUpdate(doc, await decrypt(key, data, `${scope}/update`), 'remote');
    },
    encryptText: (text) => encrypt(key, encodeText(text), `${scope}/signal`),
    decryptText: async (data) => decodeText(await decrypt(key, data, `${scope}/signal`)),
    envelopeFor: (publicKey) => sealFor(publicKey, rawKey, scope),
    isSharedWith: (other) => sharedWith === other,
    close() {
      listeners.clear();
      doc.destroy();
    },
  };
}

/** The beginning of a hash over the public keys, in groups that are easy to read out. */
export async function fingerprintOf(publicKeys: readonly string[]): Promise<string> {
  const all = [...publicKeys].sort().map((key) => toBase64Url(fromBase64Url(key)));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', encodeText(all.join('.'))));
  const digits = [...hash.subarray(0, 12)].map((byte) => String(byte % 100).padStart(2, '0')).join('');
  return digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}
