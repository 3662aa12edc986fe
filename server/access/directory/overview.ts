import type { Directory } from '#contract/administration/directory.ts';
import { fullName } from '#contract/people.ts';
import { readDirectoryChanges } from '#server/administration/audit/index.ts';
import { asc, isNull, sql } from '#server/db/drizzle.ts';
import { directoryTokens as tokens } from '#server/db/schema/directory.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { findParticipants } from '#server/people/index.ts';
import { readErrors } from './errors.ts';

/** Overview of the directory sync for administrators. */
export async function readDirectory(tx: TenantTransaction, baseUrl: string, now: Date): Promise<Directory> {
  const open = await tx.select().from(tokens).where(isNull(tokens.revokedAt)).orderBy(asc(tokens.createdAt));
  const people = await findParticipants(
    tx,
    open.map(({ createdBy }) => createdBy),
  );
  return {
    baseUrl,
    tokens: open.map(({ id, name, createdAt, createdBy, lastUsedAt }) => {
      const creator = people.get(createdBy);
      return {
        tokenId: id,
        name,
        createdAt: createdAt.toISOString(),
        createdBy: creator ? fullName(creator) : null,
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      };
    }),
    people: await countPeople(tx),
    groups: await readGroups(tx),
    changes: await readDirectoryChanges(tx),
    errors: await readErrors(tx, now),
  };
}

async function countPeople(tx: TenantTransaction): Promise<number> {
  const { rows } = await tx.execute<{ people: number }>(
    sql`select count(*)::int as people from directory_people where user_name is not null`,
  );
  return rows[0]?.people ?? 0;
}

/** The groups of the directory, and their effect by the single sign-on settings. */
async function readGroups(tx: TenantTransaction): Promise<Directory['groups']> {
  const { rows } = await tx.execute<Directory['groups'][number] & Record<string, unknown>>(sql`
    select g.id as "groupId", g.display_name as name,
      (select count(*)::int from directory_members as m where m.group_id = g.id) as members,
      case when r.position is null then 'nothing' when r.department_id is null then 'administrator' else 'department' end as means,
      d.name as "departmentName"
    from directory_groups as g
    left join lateral (select position, department_id from sign_on_groups
      where group_name in (g.display_name, g.external_id) order by position limit 1) as r on true
    left join departments as d on d.id = r.department_id
    order by g.display_name, g.id limit 200`);
  return rows;
}
