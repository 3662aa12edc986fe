import { AEAD_AES_256_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256 } from 'hpke';
import { type Bytes, encodeText, fromBase64Url, joinBytes, toBase64Url } from './bytes.ts';

const INFO = encodeText('trellis coaching notes 1');
const IV_BYTES = 12;
/** Length of the encapsulated secret of P-256. */
const SECRET_BYTES = 65;

const suite = new CipherSuite(KEM_DHKEM_P256_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_256_GCM);
export interface ReaderKeys {
  publicKey: CryptoKey;
  privateKey: CryptoKey;
}

/** A key pair whose private key can be exported once, to encrypt it with the recovery code. */
export const newReaderKeys = (): Promise<ReaderKeys> => suite.GenerateKeyPair(true) as Promise<ReaderKeys>;
export const publicText = async ({ publicKey }: ReaderKeys) =>
  toBase64Url(await suite.SerializePublicKey(publicKey));
export const exportPrivate = (keys: ReaderKeys) => suite.SerializePrivateKey(keys.privateKey);

/** The key pair for use: the browser does not export this private key to any script. */
export async function importKeys(privateKey: Uint8Array, publicKey: string): Promise<ReaderKeys> {
  return {
    privateKey: (await suite.DeserializePrivateKey(privateKey, false)) as CryptoKey,
    publicKey: (await suite.DeserializePublicKey(fromBase64Url(publicKey))) as CryptoKey,
  };
}

/** Encrypts the key of a document for one reader (HPKE, RFC 9180). */
export async function sealFor(publicKey: string, key: Uint8Array, scope: string): Promise<string> {
  const reader = await suite.DeserializePublicKey(fromBase64Url(publicKey));
  const { encapsulatedSecret, ciphertext } = await suite.Seal(reader, key, {
    info: INFO,
    aad: encodeText(`${scope}/${publicKey}`),
  });
  return toBase64Url(joinBytes(encapsulatedSecret, ciphertext));
}

/** Throws if the envelope was made for another key or another document. */
export async function openEnvelope(keys: ReaderKeys, envelope: string, scope: string): Promise<Uint8Array> {
  const bytes = fromBase64Url(envelope);
  const aad = encodeText(`${scope}/${await publicText(keys)}`);
  return suite.Open(keys, bytes.subarray(0, SECRET_BYTES), bytes.subarray(SECRET_BYTES), { info: INFO, aad });
}

export const newDocumentKey = (): Bytes => crypto.getRandomValues(new Uint8Array(32));
export const importDocumentKey = (key: Uint8Array) =>
  crypto.subtle.importKey('raw', new Uint8Array(key), 'AES-GCM', false, ['encrypt', 'decrypt']);

/** AES-256-GCM. `purpose` binds the ciphertext to its document and use. */
export async function encrypt(key: CryptoKey, bytes: Uint8Array, purpose: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const additionalData = encodeText(purpose);
  const ciphertext = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData },
    key,
    new Uint8Array(bytes),
  );
  return toBase64Url(joinBytes(iv, new Uint8Array(ciphertext)));
}

export async function decrypt(key: CryptoKey, text: string, purpose: string): Promise<Bytes> {
  const bytes = fromBase64Url(text);
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: bytes.subarray(0, IV_BYTES), additionalData: encodeText(purpose) },
    key,
    bytes.subarray(IV_BYTES),
  );
  return new Uint8Array(plain);
}
