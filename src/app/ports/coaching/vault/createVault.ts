import type { CoachingVault } from '#store/ports/coachingVault.ts';
import { encodeText } from './bytes.ts';
import { exportPrivate, importKeys, newReaderKeys, openEnvelope, publicText, sealFor } from './envelopes.ts';
import { browserKeyStore, type KeyStore } from './keyStore.ts';
import { fingerprintOf, openNotes } from './openNotes.ts';
import { checkWords, newWords, unwrapPrivateKey, wrapPrivateKey } from './recoveryCode.ts';

/** Keys and notes of coaching sessions. Nothing in here logs, and no error carries text or keys. */
export function createVault(store: KeyStore): CoachingVault {
  /** The keys of a person, if they can open a test text that was encrypted for this public key. */
  const keysFor = async (owner: string, publicKey: string) => {
    const keys = await store.keys(owner);
    if (!keys) return null;
    try {
      await openEnvelope(keys, await sealFor(publicKey, encodeText('canary'), 'canary'), 'canary');
      return keys;
    } catch {
      return null; // the keys of another device or of before a new start
    }
  };
  return {
    hasKey: async (owner, publicKey) => (await keysFor(owner, publicKey)) !== null,
    async newKeys() {
      const pair = await newReaderKeys();
      const [words, publicKey, privateKey] = [newWords(), await publicText(pair), await exportPrivate(pair)];
      return {
        words,
        publicKey,
        wrappedKey: await wrapPrivateKey(words, privateKey, publicKey),
        keep: async (owner) => store.putKeys(owner, await importKeys(privateKey, publicKey)),
      };
    },
    async unlock(owner, { publicKey, wrappedKey }, words) {
      const privateKey = await unwrapPrivateKey(words, wrappedKey, publicKey);
      if (!privateKey) return false;
      await store.putKeys(owner, await importKeys(privateKey, publicKey));
      return (await keysFor(owner, publicKey)) !== null;
    },
    checkWords,
    fingerprint: fingerprintOf,
    async open(notes) {
      const keys = await keysFor(notes.owner, notes.myPublicKey);
      return keys && openNotes(notes, keys, store);
    },
  };
}

export const browserVault = (factory: IDBFactory | undefined) => createVault(browserKeyStore(factory));
