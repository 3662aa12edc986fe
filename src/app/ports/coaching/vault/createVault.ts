import type { CoachingVault } from '#store/ports/coachingVault.ts';
import { encodeText } from './bytes.ts';
import { exportPrivate, importKeys, newReaderKeys, openEnvelope, publicText, sealFor } from './envelopes.ts';
import { browserKeyStore, type KeyStore } from './keyStore.ts';
import { fingerprintOf, openNotes } from './openNotes.ts';
import { browserPasskeySecrets, type PasskeySecrets } from './passkeySecret.ts';
import {
  checkWords,
  newWords,
  unwrapPrivateKey,
  unwrapWithPasskey,
  wrapForPasskey,
  wrapPrivateKey,
} from './recoveryCode.ts';

/** For a browser without passkey secrets. */
const NO_PASSKEYS: PasskeySecrets = {
  isPossible: async () => false,
  create: async () => null,
  get: async () => null,
};

/** Keys and notes of coaching sessions. Nothing in here logs, and no error carries text or keys. */
export function createVault(store: KeyStore, passkeys: PasskeySecrets = NO_PASSKEYS): CoachingVault {
  /** The keys of a person, if they can open a test text that was encrypted for this public key. */
  const keysFor = async (owner: string, publicKey: string) => {
    const keys = await store.keys(owner);
    if (!keys) return null;
    try {
      await openEnvelope(keys, await sealFor(publicKey, encodeText('canary'), 'canary'), 'canary');
      return keys;
    } catch {
      return null; // the keys belong to another device, or to the time before the person started again
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
        async addPasskey(name) {
          const made = await passkeys.create(name);
          if (!made) return null;
          const wrappedKey = await wrapForPasskey(made.secret, privateKey, publicKey);
          return { credentialId: made.credentialId, wrappedKey };
        },
        keep: async (owner) => store.putKeys(owner, await importKeys(privateKey, publicKey)),
      };
    },
    async unlock(owner, { publicKey, wrappedKey }, words) {
      const privateKey = await unwrapPrivateKey(words, wrappedKey, publicKey);
      if (!privateKey) return false;
      await store.putKeys(owner, await importKeys(privateKey, publicKey));
      return (await keysFor(owner, publicKey)) !== null;
    },
    canUsePasskeys: () => passkeys.isPossible(),
    async unlockWithPasskey(owner, { publicKey, passkeys: wrapped }) {
      const used = await passkeys.get(wrapped.map(({ credentialId }) => credentialId));
      const own = wrapped.find(({ credentialId }) => credentialId === used?.credentialId);
      if (!used || !own) return false;
      const privateKey = await unwrapWithPasskey(used.secret, own.wrappedKey, publicKey);
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

export const browserVault = (view: Window) =>
  createVault(browserKeyStore(view.indexedDB), browserPasskeySecrets(view));
