import type { Pool } from 'pg';
import {
  MAX_PASSKEYS,
  type NewPasskey,
  type PasskeySignIn,
  type Passkeys,
} from '#contract/access/passkeys.ts';
import { mayUsePassword } from '#server/access/session/index.ts';
import { and, count, desc, eq, isNull, lt, or } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { passkeys } from '#server/db/schema/sessions.ts';
import { tenants } from '#server/db/schema/tenants.ts';
import { readTenant, type TenantTransaction } from '#server/db/withTenant.ts';
import { HttpError, notPossible } from '#server/http/httpError.ts';
import { createChallenge, readChallenge } from './challenge.ts';

export interface PasskeysDeps {
  pool: Pool;
  /** The key for signing challenges. */
  refreshKey: Buffer;
  publicOrigin: string;
  now: () => Date;
}
/** Loaded when the first passkey is used: it has 300 modules, an eighth of the server's. */
const webAuthn = () => import('@simplewebauthn/server');

interface Holder {
  tenantId: number;
  userId: number;
}

const RP_NAME = 'Trellis';
const SIGN_IN = 'sign-in';
const registering = ({ tenantId, userId }: Holder) => `register ${tenantId} ${userId}`;

/** The same text for every cause, so that it does not reveal which passkeys exist. */
export const passkeyRefused = () =>
  new HttpError(
    401,
    'credentials-refused',
    'This passkey no longer works. Sign in with your email and password.',
  );

export function createPasskeys({ pool, refreshKey, publicOrigin, now }: PasskeysDeps) {
  const rpID = new URL(publicOrigin).hostname;
  const expected = { expectedOrigin: publicOrigin, expectedRPID: rpID, requireUserVerification: true };

  return {
    /** The options with which a browser creates a passkey for a person. */
    async startRegistration(holder: Holder) {
      const { person, existing } = await readTenant(pool, holder.tenantId, async (tx) => ({
        person: await readPerson(tx, holder.userId),
        existing: await tx
          .select({ id: passkeys.id })
          .from(passkeys)
          .where(eq(passkeys.userId, holder.userId)),
      }));
      return (await webAuthn()).generateRegistrationOptions({
        rpName: RP_NAME,
        rpID,
        userName: person.email,
        userDisplayName: `${person.firstName} ${person.lastName}`,
        userID: new Uint8Array(Buffer.from(handleOf({ ...holder, uuid: person.uuid }))),
        challenge: createChallenge(refreshKey, registering(holder), now()),
        excludeCredentials: existing,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },

    /** Verifies the browser's response and returns the row of the new passkey. */
    async finishRegistration(holder: Holder, { name, credential }: NewPasskey) {
      const { transports = [], ...response } = credential.response;
      const checked = await (await webAuthn())
        .verifyRegistrationResponse({
          ...expected,
          response: { ...credential, response, clientExtensionResults: {} },
          expectedChallenge: (challenge) =>
            readChallenge(refreshKey, registering(holder), challenge, now()) !== null,
        })
        .catch(() => null);
      if (!checked?.verified)
        throw notPossible('The passkey was not added. Try again within 5 minutes.', {
          credential: 'is not a response to the server’s request',
        });
      const { id, publicKey, counter } = checked.registrationInfo.credential;
      return {
        ...holder,
        id,
        publicKey: Buffer.from(publicKey),
        counter,
        transports: transports.join(' '),
        name,
        createdAt: now(),
      };
    },

    startSignIn: async () =>
      (await webAuthn()).generateAuthenticationOptions({
        rpID,
        challenge: createChallenge(refreshKey, SIGN_IN, now()),
        userVerification: 'required',
      }),

    /**
     * The owner of the passkey, and a function that records its use. Throws if the passkey does not allow a sign-in.
     */
    async checkSignIn({ credential }: PasskeySignIn) {
      const owner = readHandle(credential.response.userHandle);
      if (!owner) throw passkeyRefused();
      const [found] = await readTenant(pool, owner.tenantId, (tx) =>
        tx
          .select({ passkey: passkeys, userStatus: users.status, tenantStatus: tenants.status })
          .from(passkeys)
          .innerJoin(users, eq(users.id, passkeys.userId))
          .innerJoin(tenants, eq(tenants.id, passkeys.tenantId))
          .where(and(eq(passkeys.id, credential.id), eq(users.uuid, owner.uuid))),
      );
      if (found?.userStatus !== 'active' || found.tenantStatus !== 'active') throw passkeyRefused();
      const { passkey } = found;
      let issuedAt: Date | null = null;
      const checked = await (await webAuthn())
        .verifyAuthenticationResponse({
          ...expected,
          response: { ...credential, clientExtensionResults: {} },
          expectedChallenge: (challenge) => {
            issuedAt = readChallenge(refreshKey, SIGN_IN, challenge, now());
            return issuedAt !== null;
          },
          credential: {
            id: passkey.id,
            publicKey: new Uint8Array(passkey.publicKey),
            counter: passkey.counter,
          },
        })
        .catch(() => null);
      if (!checked?.verified || issuedAt === null) throw passkeyRefused();
      const { newCounter } = checked.authenticationInfo;
      return {
        tenantId: owner.tenantId,
        userId: passkey.userId,
        id: passkey.id,
        counter: newCounter,
        issuedAt,
      };
    },
  };
}
export type CheckedPasskey = Awaited<ReturnType<ReturnType<typeof createPasskeys>['checkSignIn']>>;

/** Records the use of a passkey. False if its challenge, or a newer one, was already used. */
export async function usePasskey(
  tx: TenantTransaction,
  { id, userId, counter, issuedAt }: CheckedPasskey,
  now: Date,
): Promise<boolean> {
  const used = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: now, lastChallengeAt: issuedAt })
    .where(
      and(
        eq(passkeys.id, id),
        eq(passkeys.userId, userId),
        or(isNull(passkeys.lastChallengeAt), lt(passkeys.lastChallengeAt, issuedAt)),
      ),
    )
    .returning({ id: passkeys.id });
  return used.length > 0;
}

export async function listPasskeys(tx: TenantTransaction, userId: number): Promise<Passkeys> {
  const rows = await tx
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(passkeys.createdAt));
  const data = rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
  return { data, addRefusal: await addRefusalOf(tx, userId, rows.length) };
}

async function addRefusalOf(
  tx: TenantTransaction,
  userId: number,
  passkeysNow: number,
): Promise<Passkeys['addRefusal']> {
  if (!(await mayUsePassword(tx, userId))) return 'single-sign-on';
  const [person] = await tx.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId));
  if (!person?.hash) return 'no-password';
  return passkeysNow >= MAX_PASSKEYS ? 'limit' : null;
}

/** Enforces the maximum number of passkeys per person, even if several are added at the same moment. */
export async function requireRoom(tx: TenantTransaction, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  const [own] = await tx.select({ all: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  if ((own?.all ?? 0) >= MAX_PASSKEYS)
    throw notPossible(`You have ${MAX_PASSKEYS} passkeys. Remove one before you add another.`);
}

async function readPerson(tx: TenantTransaction, userId: number) {
  const [person] = await tx
    .select({
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      uuid: users.uuid,
    })
    .from(users)
    .where(eq(users.id, userId));
  if (!person) throw passkeyRefused();
  return person;
}

/**
 * The authenticator stores this id, so that a sign-in needs no email address. The id contains no information about the
 * person.
 */
const handleOf = ({ tenantId, uuid }: { tenantId: number; uuid: string }) => `${tenantId}.${uuid}`;

function readHandle(handle: string): { tenantId: number; uuid: string } | null {
  const text = Buffer.from(handle, 'base64url').toString('utf8');
  const [, tenantId, uuid] = /^([1-9][0-9]{0,9})\.([A-Za-z0-9_-]{1,26})$/.exec(text) ?? [];
  if (tenantId === undefined || uuid === undefined || Number(tenantId) > 2_147_483_647) return null;
  return { tenantId: Number(tenantId), uuid };
}
