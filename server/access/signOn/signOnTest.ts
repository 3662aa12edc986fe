import type { FastifyRequest } from 'fastify';
import type { SignOnTest } from '#contract/administration/signOn.ts';
import { and, eq } from '#server/db/drizzle.ts';
import { signOnSettings } from '#server/db/schema/signOn.ts';
import { type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { requireAddress } from './admitPerson.ts';
import { type Attempt, findTest, saveTestResult } from './attempts.ts';
import type { Claims } from './identityProvider.ts';
import { SignOnRefused } from './refused.ts';
import type { SignOnDeps } from './signOnDeps.ts';

type Result = Omit<SignOnTest, 'at'>;

/** Claims that are of no interest to an administrator. */
const HIDDEN_CLAIMS = new Set(['nonce', 'at_hash', 'c_hash', 's_hash', 'iat', 'exp', 'nbf', 'jti', 'sid']);
const MAX_CLAIMS = 40;
const MAX_VALUE_LENGTH = 300;

/**
 * Stores the result of a test for the administrator who ran it. A test does not sign in, create or change anyone. A
 * passed test is valid for the settings with which it began.
 */
export async function finishTest(
  { pool, audit, now }: SignOnDeps,
  request: FastifyRequest,
  attempt: Attempt,
  outcome: { claims: Claims } | { refused: SignOnRefused },
): Promise<void> {
  await withTenant(pool, attempt.tenantId, async (tx) => {
    const claims = 'claims' in outcome ? outcome.claims : null;
    const refused = 'refused' in outcome ? outcome.refused : await refusalOf(tx, outcome.claims);
    const result: Result = {
      state: refused ? 'failed' : 'passed',
      refusal: refused?.refusal ?? null,
      detail: refused?.message ?? null,
      claims: claims ? presentClaims(claims) : [],
    };
    await saveTestResult(tx, attempt, result, now());
    if (!refused)
      await tx
        .update(signOnSettings)
        .set({ testedVersion: attempt.providerVersion, testedAt: now() })
        .where(
          and(
            eq(signOnSettings.tenantId, attempt.tenantId),
            eq(signOnSettings.providerVersion, attempt.providerVersion),
          ),
        );
    await audit.record(
      tx,
      { userId: attempt.startedBy, requestId: request.id, address: request.ip },
      {
        action: 'sign-on.tested',
        subject: { type: 'organisation', id: attempt.tenantId },
        changes: { result: { before: null, after: result.state } },
      },
    );
  });
}

export async function readTest(tx: TenantTransaction, userId: number, at: Date): Promise<SignOnTest | null> {
  const attempt = await findTest(tx, userId, at);
  if (!attempt) return null;
  const result: Result = attempt.result
    ? (JSON.parse(attempt.result) as Result)
    : { state: 'running', refusal: null, detail: null, claims: [] };
  return { ...result, at: (attempt.usedAt ?? attempt.createdAt).toISOString() };
}

async function refusalOf(tx: TenantTransaction, claims: Claims): Promise<SignOnRefused | null> {
  try {
    await requireAddress(tx, claims);
    return null;
  } catch (error) {
    if (error instanceof SignOnRefused) return error;
    throw error;
  }
}

const presentClaims = (claims: Claims) =>
  Object.entries(claims)
    .filter(([name]) => !HIDDEN_CLAIMS.has(name))
    .slice(0, MAX_CLAIMS)
    .map(([name, value]) => ({ name: name.slice(0, 100), value: textOf(value).slice(0, MAX_VALUE_LENGTH) }));

const textOf = (value: unknown) =>
  typeof value === 'string'
    ? value
    : Array.isArray(value) && value.every((one) => typeof one === 'string')
      ? value.join(', ')
      : JSON.stringify(value);
