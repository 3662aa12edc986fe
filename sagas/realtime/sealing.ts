import type { UnreadableCause } from '#sagas/ports.ts';

/** As much of the SDK's crypto module as is needed here. */
export interface Cipher {
  encrypt(text: string): ArrayBuffer | string;
  decrypt(base64: string): unknown;
}

/** How everything begins that the SDK has encrypted: its mark `PNED` in base64. No JSON begins like that. */
const MARK = 'UE5FR';
const isSealed = (text: unknown) => typeof text === 'string' && text.startsWith(MARK);

/** The SDK tells in words what went wrong, and these may hold a piece of what was said. */
function causeOf(words: string): UnreadableCause {
  if (/empty content/i.test(words)) return 'empty content';
  if (/unknown cryptor/i.test(words)) return 'unknown cryptor';
  if (/invalid (header|crypto|metadata)/i.test(words)) return 'invalid header';
  return 'wrong key';
}

/**
 * Whether a message that the SDK hands over could be read. Without a key it hands over what is encrypted as it is; with one
 * it keeps quiet about what an older cryptor could not open. What is ours is never a bare text, whether encrypted or not.
 */
export function readability(message: unknown, error: string | undefined, hasKey: boolean) {
  if (error !== undefined) return { unreadable: causeOf(error) };
  if (!hasKey) return isSealed(message) ? ({ unreadable: 'no key' } as const) : {};
  return typeof message === 'object' && message !== null ? {} : ({ unreadable: 'wrong key' } as const);
}

/**
 * The values of message actions, which the SDK leaves as they are: a correction is what somebody wrote. The same value is
 * sealed the same way until it is known to have arrived, since the service takes each only once.
 */
export function sealValues(cipher: Cipher | null) {
  const sealed = new Map<string, string>();
  return {
    seal(value: string): string {
      if (!cipher) return value;
      const known = sealed.get(value) ?? base64Of(cipher.encrypt(value));
      sealed.set(value, known);
      return known;
    },
    arrived: (value: string) => void sealed.delete(value),
    open(value: string): { value: string; unreadable?: UnreadableCause } {
      if (!isSealed(value)) return { value };
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
const textOf = (opened: unknown) =>
  typeof opened === 'string' ? opened : new TextDecoder().decode(opened as ArrayBuffer);
