import type { Catalogue, CatalogueEntry } from '#contract/learning/joining.ts';
import { sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { dueDayOf } from '#server/learning/programs/setup/newLearners.ts';
import { findParticipants } from '#server/people/index.ts';

/**
 * SQL: the programs `p` that a person can find without an invitation. A manager's program is offered only to the people
 * below the manager. People who own a program or were ever in it find it elsewhere on the page. `userId` is the SQL for
 * the person.
 */
export const isOfferedSql = (userId: string) =>
  `(p.status = 'active' and p.joining <> 'invitation' and p.owner_id is distinct from ${userId}
  and (not p.is_for_line or p.owner_id in (
    with recursive above as (
      select manager_id as id from users where id = ${userId}
      union select u.manager_id from users as u join above on u.id = above.id)
    select id from above))
  and not exists (select from enrolments as e where e.program_id = p.id and e.user_id = ${userId}))`;
export const isOffered = (userId: number) => sql.raw(isOfferedSql(String(userId)));

interface Row extends Record<string, unknown> {
  programId: string;
  programName: string;
  purpose: string;
  joining: CatalogueEntry['joining'];
  ownerId: number | null;
  topics: CatalogueEntry['topics'] | null;
  min: number;
  max: number;
  dueOn: string | null;
  dueDays: number | null;
  plannedSessions: number | null;
  managerVisible: boolean;
  askedAt: string | null;
  note: string | null;
  declinedAt: string | null;
  answeredBy: number | null;
  answerNote: string | null;
  total: number;
}

/** Programs that the viewer can join or ask to join, by name. */
export async function readCatalogue(
  tx: TenantTransaction,
  userId: number,
  { offset, limit }: { offset: number; limit: number },
  now: Date,
): Promise<Catalogue> {
  const { rows } = await tx.execute<Row>(sql`
    select p.id as "programId", p.name as "programName", p.purpose, p.joining,
      (select id from users where id = p.owner_id and status = 'active') as "ownerId",
      p.selection_min as min, p.selection_max as max, to_char(p.due_on, 'YYYY-MM-DD') as "dueOn", p.due_days as "dueDays",
      p.planned_sessions as "plannedSessions", p.manager_visible as "managerVisible", r.asked_at as "askedAt", r.note,
      case when not r.accepted then r.answered_at end as "declinedAt", r.answered_by as "answeredBy", r.answer_note as "answerNote",
      (select json_agg(json_build_object('title', t.title, 'minutes', (
          select coalesce(sum(s.minutes), 0)::int from topic_steps as s
          where s.topic_id = t.id and s.required and s.n = (select max(n) from topic_versions where topic_id = t.id)))
        order by pt.position)
        from program_topics as pt join topics as t on t.id = pt.topic_id where pt.program_id = p.id) as topics,
      (count(*) over ())::int as total
    from programs as p
    left join join_requests as r on r.program_id = p.id and r.user_id = ${userId}
    where ${isOffered(userId)}
    order by lower(p.name), p.id offset ${offset} limit ${limit}`);
  const people = await findParticipants(
    tx,
    rows.flatMap(({ ownerId, answeredBy }) => [ownerId, answeredBy]),
  );
  return {
    data: rows.map((row) => presentEntry(row, people, now)),
    total: rows[0]?.total ?? 0,
  };
}

function presentEntry(
  row: Row,
  people: Awaited<ReturnType<typeof findParticipants>>,
  now: Date,
): CatalogueEntry {
  const { programId, programName, purpose, joining, plannedSessions, managerVisible, min, max } = row;
  return {
    programId,
    programName,
    purpose,
    joining,
    owner: row.ownerId === null ? null : (people.get(row.ownerId) ?? null),
    topics: row.topics ?? [],
    selection: { min, max },
    dueOn: dueDayOf(row, now),
    plannedSessions,
    managerVisible,
    request:
      row.askedAt === null
        ? null
        : {
            askedAt: new Date(row.askedAt).toISOString(),
            note: row.note,
            declined:
              row.declinedAt === null
                ? null
                : {
                    at: new Date(row.declinedAt).toISOString(),
                    note: row.answerNote,
                    by: row.answeredBy === null ? null : (people.get(row.answeredBy) ?? null),
                  },
          },
  };
}
