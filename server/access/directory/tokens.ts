import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { MAX_DIRECTORY_TOKENS } from '#contract/administration/directory.ts';
import type { Actor, Audit } from '#server/administration/audit/index.ts';
import { lockAccessRules } from '#server/administration/peopleAdmin/index.ts';
import { and, eq, isNull } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { directoryTokens as tokens } from '#server/db/schema/directory.ts';
import { tenants } from '#server/db/schema/tenants.ts';
import { readTenant, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { HttpError, notFound, notPossible } from '#server/http/httpError.ts';

/** It begins with the tenant, so that row level security applies to its lookup. */
const TOKEN = /^trellis-scim-([1-9][0-9]{0,9})-[A-Za-z0-9_-]{43}$/;
/** Shortest time between 2 updates of the last use. */
const USE_MS = 60_000;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** The directory that sends a request. */
export interface DirectoryCaller {
  tenantId: number;
  tokenId: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    directory: DirectoryCaller | null;
  }
}

/** The organisation of a valid token. Any other token gets a 401. */
export async function authenticateDirectory(
  { pool, now }: { pool: Pool; now: () => Date },
  authorization: string | undefined,
): Promise<DirectoryCaller> {
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  const tenantId = Number(TOKEN.exec(token)?.[1] ?? 0);
  if (tenantId < 1 || tenantId > 2_147_483_647) throw refused();
  const [found] = await readTenant(pool, tenantId, (tx) =>
    tx
      .select({ id: tokens.id, lastUsedAt: tokens.lastUsedAt, revokedAt: tokens.revokedAt })
      .from(tokens)
      .innerJoin(tenants, and(eq(tenants.id, tokens.tenantId), eq(tenants.status, 'active')))
      .where(eq(tokens.tokenHash, hashOf(token))),
  );
  if (!found) throw refused();
  if (found.revokedAt) throw new TokenRevoked({ tenantId, tokenId: found.id });
  const at = now();
  if (!found.lastUsedAt || at.getTime() - found.lastUsedAt.getTime() >= USE_MS)
    await withTenant(pool, tenantId, (tx) =>
      tx.update(tokens).set({ lastUsedAt: at }).where(eq(tokens.id, found.id)),
    );
  return { tenantId, tokenId: found.id };
}

const HEADERS = { 'www-authenticate': 'Bearer' };
const refused = () =>
  new HttpError(401, 'token-invalid', 'The token is missing, unknown or revoked.', { headers: HEADERS });

/** A directory still uses a revoked token, and its administrators have to know about it. */
export class TokenRevoked extends HttpError {
  readonly caller: DirectoryCaller;

  constructor(caller: DirectoryCaller) {
    super(401, 'token-invalid', 'This token was revoked.', { headers: HEADERS });
    this.caller = caller;
  }
}

interface ChangeContext {
  tx: TenantTransaction;
  audit: Pick<Audit, 'record'>;
  actor: Actor & { userId: number };
  now: Date;
}

/** Returns the token. It is not stored, so it cannot be shown again. */
export async function createToken({ tx, audit, actor, now }: ChangeContext, name: string): Promise<string> {
  await lockAccessRules(tx);
  const existing = await tx.select({ name: tokens.name }).from(tokens).where(isNull(tokens.revokedAt));
  if (existing.length >= MAX_DIRECTORY_TOKENS)
    throw notPossible(
      `An organisation has at most ${MAX_DIRECTORY_TOKENS} tokens. Revoke one before you create another one.`,
    );
  if (existing.some((one) => one.name === name))
    throw notPossible('Another token has this name. Choose another one.', { name: 'is in use' });
  const token = `trellis-scim-${tx.tenantId}-${randomBytes(32).toString('base64url')}`;
  const id = newId();
  await tx.insert(tokens).values({
    id,
    tenantId: tx.tenantId,
    name,
    tokenHash: hashOf(token),
    createdBy: actor.userId,
    createdAt: now,
  });
  await audit.record(tx, actor, {
    action: 'directory.token-created',
    subject: { type: 'organisation', id: tx.tenantId },
    changes: { token: { before: null, after: id } },
  });
  return token;
}

export async function revokeToken({ tx, audit, actor, now }: ChangeContext, tokenId: string): Promise<void> {
  const [token] = await tx.select().from(tokens).where(eq(tokens.id, tokenId)).for('update');
  if (!token) throw notFound();
  if (token.revokedAt) return;
  await tx.update(tokens).set({ revokedAt: now }).where(eq(tokens.id, tokenId));
  await audit.record(tx, actor, {
    action: 'directory.token-revoked',
    subject: { type: 'organisation', id: tx.tenantId },
    changes: { token: { before: tokenId, after: null } },
  });
}
