import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { DIRECTORY_ERROR_DAYS, type Directory } from '#contract/administration/directory.ts';
import { type CleanUp, deleteInBatches } from '#server/db/cleanUp.ts';
import { sql } from '#server/db/drizzle.ts';
import { directoryErrors as errors } from '#server/db/schema/directory.ts';
import { asMaintenance, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { idOf } from './filter.ts';
import type { DirectoryCaller } from './tokens.ts';

const DAYS_MS = DIRECTORY_ERROR_DAYS * 24 * 60 * 60_000;
const SHOWN = 20;
const MAX_NAME = 200;
/** Maximum number of errors, so that a directory that sends different names each time cannot fill the table. */
const MAX_ROWS = 1_000;

export interface Refusal {
  method: string;
  /** Pattern of the route, such as `/scim/v2/Users/:id`. */
  route: string;
  /** The `:id` in the path. */
  id: string | undefined;
  body: unknown;
  status: number;
  detail: string;
}

/**
 * Whether an administrator should see the error. Directories also look up people and groups that do not exist yet,
 * which is normal.
 */
export const isWorthShowing = ({ method, status }: Pick<Refusal, 'method' | 'status'>) =>
  status !== 429 && !(method === 'GET' && status === 404);

/** Stores a refused request from a directory. Identical requests share a row with a count. */
export function keepError(
  { pool, now }: { pool: Pool; now: () => Date },
  { tenantId, tokenId }: DirectoryCaller,
  refusal: Refusal,
): Promise<void> {
  const kind = /(Users|Groups)/.exec(refusal.route)?.[1] ?? 'other';
  const request = kind === 'other' ? refusal.method : `${refusal.method} /${kind}`;
  return withTenant(pool, tenantId, async (tx) => {
    const { userId, groupId } = await findSubject(tx, kind, refusal.id);
    const sentName = refusal.id === undefined ? nameIn(refusal.body) : null;
    const { status, detail } = refusal;
    const what = JSON.stringify([tokenId, request, userId, groupId, sentName, status, detail]);
    const at = now();
    const { rows } = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from directory_errors`,
    );
    if ((rows[0]?.count ?? 0) >= MAX_ROWS) return;
    await tx
      .insert(errors)
      .values({
        tenantId,
        id: createHash('sha256').update(what).digest('hex').slice(0, 32),
        tokenId,
        request,
        userId,
        groupId,
        sentName,
        status,
        detail,
        firstAt: at,
        lastAt: at,
      })
      .onConflictDoUpdate({
        target: [errors.tenantId, errors.id],
        set: { times: sql`${errors.times} + 1`, lastAt: at },
      });
  });
}

async function findSubject(tx: TenantTransaction, kind: string, id: string | undefined) {
  const userId = kind === 'Users' ? idOf(id) : null;
  const groupId = kind === 'Groups' && /^[a-z0-9]{16}$/.test(id ?? '') ? id : null;
  const { rows } = await tx.execute<{ userId: number | null; groupId: string | null }>(sql`
    select (select u.id from users as u where u.id = ${userId} and u.erased_at is null) as "userId",
      (select g.id from directory_groups as g where g.id = ${groupId}) as "groupId"`);
  return rows[0] ?? { userId: null, groupId: null };
}

/** The name of a new person or group in the request, without characters that the database cannot store. */
function nameIn(body: unknown): string | null {
  const { userName, displayName } = Object(body) as { userName?: unknown; displayName?: unknown };
  const name = [userName, displayName].find((one) => typeof one === 'string');
  return name?.slice(0, MAX_NAME).toWellFormed().replaceAll('\0', '').trim() || null;
}

export async function readErrors(tx: TenantTransaction, now: Date): Promise<Directory['errors']> {
  const since = new Date(now.getTime() - DAYS_MS).toISOString();
  const { rows } = await tx.execute<{
    [Name in keyof Directory['errors']['data'][number]]: Directory['errors']['data'][number][Name];
  }>(sql`
    select e.id as "errorId", t.name as "tokenName", e.request,
      coalesce(trim(u.first_name || ' ' || u.last_name), g.display_name, e.sent_name) as subject,
      e.status, e.detail, e.times, e.first_at as "firstAt", e.last_at as "lastAt"
    from directory_errors as e
    join directory_tokens as t on t.id = e.token_id
    left join users as u on u.id = e.user_id
    left join directory_groups as g on g.id = e.group_id
    where e.last_at >= ${since}::timestamptz
    order by e.last_at desc, e.id limit ${SHOWN + 1}`);
  return {
    data: rows.slice(0, SHOWN).map((row) => ({
      ...row,
      firstAt: new Date(row.firstAt).toISOString(),
      lastAt: new Date(row.lastAt).toISOString(),
    })),
    hasMore: rows.length > SHOWN,
  };
}

/** Deletes errors that have not occurred for a few days. */
export const directoryCleanUp = (pool: Pool, now: () => Date): CleanUp => ({
  what: 'errors of directory syncs',
  deleteOld: (isStopped) =>
    deleteInBatches(
      (limit) =>
        asMaintenance(pool, (tx) =>
          tx.execute(sql`
            delete from directory_errors where (tenant_id, id) in (
              select tenant_id, id from directory_errors
              where last_at < ${new Date(now().getTime() - DAYS_MS).toISOString()}::timestamptz limit ${limit})`),
        ),
      { isStopped },
    ),
});
