import type { EncryptedDocument } from '#contract/learning/coachingActions.ts';
import type { DocumentEdit, WrappedByPasskey } from '#contract/learning/coachingRoom.ts';
import type { NotesContent, NotesEdit } from '#store/coaching/room/notesContent.ts';

/** The person whose keys are used, as `tenant.user`. */
export type VaultOwner = string;

export interface PublicKeyRecord {
  publicKey: string;
  wrappedKey: string;
}

/** A new key pair that is not used until the person has typed the words back. */
export interface NewKeys extends PublicKeyRecord {
  /** The recovery code. It never enters an action, the state, a log or a draft. */
  words: readonly string[];
  /** Adds a passkey that can unlock the notes too; null when the person cancelled or the device cannot. */
  addPasskey(name: string): Promise<WrappedByPasskey | null>;
  /** Keeps the private key in this browser, from where it cannot be exported. */
  keep(owner: VaultOwner): Promise<void>;
}

export interface NotesToOpen {
  owner: VaultOwner;
  /** The session and the kind of document; binds the ciphertext to its place. */
  scope: string;
  /** Null creates the document. */
  document: EncryptedDocument | null;
  myPublicKey: string;
  /** The other reader; null for own notes, and while the other person has no key. */
  otherPublicKey: string | null;
}

export type NotesEvent = { kind: 'changed'; isLocal: boolean };

/** One decrypted document. */
export interface OpenNotes {
  content(): NotesContent;
  edit(edit: NotesEdit): void;
  listen(onEvent: (event: NotesEvent) => void): () => void;
  /** Merges what another device or person has saved. */
  merge(document: EncryptedDocument, otherPublicKey: string | null): Promise<void>;
  /** The whole document for the server, with envelopes for readers that have none. */
  toSave(otherPublicKey: string | null): Promise<DocumentEdit>;
  /** The server has stored what `toSave` returned. */
  saved(version: number): Promise<void>;
  hasUnsaved(): boolean;
  /** Changes since the last call, encrypted for the other person's open page; null without changes. */
  takeUpdate(): Promise<string | null>;
  applyUpdate(data: string): Promise<void>;
  /** Text for the other person's open page only, such as WebRTC signalling. */
  encryptText(text: string): Promise<string>;
  decryptText(data: string): Promise<string>;
  /** The key of the document for one more reader, whom the learner lets read it. */
  envelopeFor(publicKey: string): Promise<string>;
  /** Whether the other person can open it. */
  isSharedWith(otherPublicKey: string): boolean;
  close(): void;
}

/** Keys and notes of coaching sessions, encrypted in this browser. See docs/decisions/0068-encrypted-coaching-notes.md. */
export interface CoachingVault {
  /** Whether this browser can open documents that are encrypted for the key. */
  hasKey(owner: VaultOwner, publicKey: string): Promise<boolean>;
  newKeys(): Promise<NewKeys>;
  /** Restores the private key from the recovery code; false if the words do not match the key. */
  unlock(owner: VaultOwner, key: PublicKeyRecord, words: string): Promise<boolean>;
  /** Whether this browser may have passkeys that can unlock notes. */
  canUsePasskeys(): Promise<boolean>;
  /** False when the person cancelled, or the passkey does not fit. */
  unlockWithPasskey(
    owner: VaultOwner,
    key: { publicKey: string; passkeys: readonly WrappedByPasskey[] },
  ): Promise<boolean>;
  /**
   * How many of the typed words are correct, the first wrong one, and how many are not typed yet. The beginning of the correct
   * word is not wrong, because the person is still typing it.
   */
  checkWords(
    words: readonly string[],
    typed: string,
  ): { correct: number; wrong: number | null; missing: number };
  /** A short text that both people can compare: it differs if the server has handed out a different key. */
  fingerprint(publicKeys: readonly string[]): Promise<string>;
  /** Null when the document is not encrypted for this person's key yet. */
  open(notes: NotesToOpen): Promise<OpenNotes | null>;
}
