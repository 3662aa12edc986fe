import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { PUBLIC_ORIGIN } from './api.ts';

const FLAGS = { userVerified: 0x05, withCredential: 0x45 };
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex');

/** A device that holds one passkey and responds like the WebAuthn API of a browser. */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  let userHandle = '';

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: PUBLIC_ORIGIN }));
  // The hash of the host name, the flags and a counter that stays 0, as synchronised passkeys send them.
  const authenticatorData = (flags: number) =>
    Buffer.concat([sha256(new URL(PUBLIC_ORIGIN).hostname), Buffer.from([flags]), Buffer.alloc(4)]);
  const credential = <Response>(response: Response) => ({ id, rawId: id, type: 'public-key', response });

  return {
    register({ challenge, user }: { challenge: string; user: { id: string } }) {
      userHandle = user.id;
      // CBOR (COSE): an ES256 key with its two coordinates.
      const key = Buffer.concat([
        hex('a5 01 02 03 26 20 01 21 58 20'),
        Buffer.from(x, 'base64url'),
        hex('22 58 20'),
        Buffer.from(y, 'base64url'),
      ]);
      const data = Buffer.concat([
        authenticatorData(FLAGS.withCredential),
        Buffer.alloc(16),
        hex('00 10'),
        credentialId,
        key,
      ]);
      // CBOR: { fmt: 'none', attStmt: {}, authData }
      const attestation = Buffer.concat([
        hex('a3 63'),
        Buffer.from('fmt'),
        hex('64'),
        Buffer.from('none'),
        hex('67'),
        Buffer.from('attStmt'),
        hex('a0 68'),
        Buffer.from('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return credential({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },
    signIn({ challenge }: { challenge: string }) {
      const client = clientData('webauthn.get', challenge);
      const data = authenticatorData(FLAGS.userVerified);
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        userHandle,
      });
    },
  };
}
