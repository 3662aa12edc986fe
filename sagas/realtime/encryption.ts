import type { UnreadableCause } from '#store/ports/realtime.ts';

/** The part of the SDK's crypto module that is used here. */
export interface Cipher {
  encrypt(text: string): ArrayBuffer | string;
  decrypt(base64: string): unknown;
}

/** The base64 form of `PNED`, the prefix of everything that the SDK encrypts. No JSON text starts with it. */
const ENCRYPTED_PREFIX = 'UE5FR';
const isEncrypted = (text: unknown) => typeof text === 'string' && text.startsWith(ENCRYPTED_PREFIX);

/** The SDK describes the error in a text that may quote the message, so only the kind of error is kept. */
function causeOf(description: string): UnreadableCause {
  if (/empty content/i.test(description)) return 'empty content';
  if (/unknown cryptor/i.test(description)) return 'unknown cryptor';
  if (/invalid (header|crypto|metadata)/i.test(description)) return 'invalid header';
  return 'wrong key';
}

/**
 * Adds why the SDK could not decrypt a message. Without a key the SDK returns the encrypted text; with a key it reports
 * no error for an older cryptor. Our messages are always objects, so a plain string means that decryption failed.
 */
export function unreadableCause(message: unknown, error: string | undefined, hasKey: boolean) {
  if (error !== undefined) return { unreadable: causeOf(error) };
  if (!hasKey) return isEncrypted(message) ? ({ unreadable: 'no key' } as const) : {};
  return typeof message === 'object' && message !== null ? {} : ({ unreadable: 'wrong key' } as const);
}

/**
 * Encrypts the values of message actions, which the SDK does not encrypt. An unsent value keeps its encrypted form,
 * because the service recognises a repeated action by its value.
 */
export function actionEncryption(cipher: Cipher | null) {
  const undelivered = new Map<string, string>();
  return {
    encrypt(value: string): string {
      if (!cipher) return value;
      const encrypted = undelivered.get(value) ?? base64Of(cipher.encrypt(value));
      undelivered.set(value, encrypted);
      return encrypted;
    },
    delivered: (value: string) => void undelivered.delete(value),
    decrypt(value: string): { value: string; unreadable?: UnreadableCause } {
      if (!isEncrypted(value)) return { value };
      if (!cipher) return { value: '', unreadable: 'no key' };
      try {
        const text = textOf(cipher.decrypt(value));
        return text === '' ? { value: '', unreadable: 'wrong key' } : { value: text };
      } catch (error) {
        return { value: '', unreadable: causeOf(String(error)) };
      }
    },
  };
}

const base64Of = (bytes: ArrayBuffer | string) =>
  typeof bytes === 'string'
    ? bytes
    : btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''));
const textOf = (decrypted: unknown) =>
  typeof decrypted === 'string' ? decrypted : new TextDecoder().decode(decrypted as ArrayBuffer);
