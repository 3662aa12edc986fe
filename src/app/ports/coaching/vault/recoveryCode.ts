import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { encodeText } from './bytes.ts';
import { decrypt, encrypt } from './envelopes.ts';

const ENTROPY_BYTES = 16;
/** Every word of the list can be recognised by its first 4 letters. */
const LETTERS = 4;

export const newWords = (): string[] =>
  entropyToMnemonic(crypto.getRandomValues(new Uint8Array(ENTROPY_BYTES)), wordlist).split(' ');

const split = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);

/** The typed words that are in the list, possibly shortened; null for any other word. */
const completed = (typed: string): (string | null)[] =>
  split(typed).map((word) =>
    word.length < LETTERS
      ? wordlist.includes(word)
        ? word
        : null
      : (wordlist.find((one) => one.slice(0, LETTERS) === word.slice(0, LETTERS) && one.startsWith(word)) ??
        null),
  );

export function checkWords(
  words: readonly string[],
  typed: string,
): { correct: number; wrong: number | null; missing: number } {
  const found = completed(typed);
  let correct = 0;
  while (correct < words.length && found[correct] === words[correct]) correct += 1;
  const unfinished = /[a-z]+$/.exec(typed.toLowerCase())?.[0];
  const isTyping =
    correct === found.length - 1 && unfinished !== undefined && words[correct]?.startsWith(unfinished);
  const isWrong = correct < found.length && !isTyping;
  const given = isWrong ? found.length : correct;
  return { correct, wrong: isWrong ? correct + 1 : null, missing: Math.max(0, words.length - given) };
}

/** The key that encrypts the private key. Both kinds of secret are random, so they need no slow key derivation. */
async function keyFrom(secret: Uint8Array, salt: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', new Uint8Array(secret), 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: encodeText(salt), info: encodeText('private key') },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}
/** The words have 128 random bits. */
const keyFromWords = (words: readonly string[]) =>
  keyFrom(mnemonicToEntropy(words.join(' '), wordlist), 'trellis recovery code 1');
const keyFromPasskey = (secret: Uint8Array) => keyFrom(secret, 'trellis passkey 1');
const purposeOf = (publicKey: string) => `private key of ${publicKey}`;

export const wrapPrivateKey = async (words: readonly string[], privateKey: Uint8Array, publicKey: string) =>
  encrypt(await keyFromWords(words), privateKey, purposeOf(publicKey));
export const wrapForPasskey = async (secret: Uint8Array, privateKey: Uint8Array, publicKey: string) =>
  encrypt(await keyFromPasskey(secret), privateKey, purposeOf(publicKey));

/** Null if the key was encrypted with other words. */
export async function unwrapPrivateKey(typed: string, wrappedKey: string, publicKey: string) {
  const words = completed(typed);
  if (words.some((word) => word === null)) return null;
  try {
    return await decrypt(await keyFromWords(words as string[]), wrappedKey, purposeOf(publicKey));
  } catch {
    return null;
  }
}

export const unwrapWithPasskey = async (secret: Uint8Array, wrappedKey: string, publicKey: string) =>
  decrypt(await keyFromPasskey(secret), wrappedKey, purposeOf(publicKey)).catch(() => null);
