import type * as z from 'zod/mini';
import type { Content, ContentTopic, contentQuerySchema } from '#contract/learning/content.ts';
import { and, type SQL, sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { pageOf } from '#server/http/paging.ts';
import { isWorkingOn } from '#server/learning/programs/index.ts';
import { findParticipants, searchText } from '#server/people/index.ts';

type Query = z.infer<typeof contentQuerySchema>;
type Row = Omit<ContentTopic, 'owner' | 'changedAt'> & { ownerId: number | null; changedAt: Date | string };

const STATE = sql`case when t.retired_at is not null then 'retired' when t.review_asked_at is not null then 'in_review'
  when v.n is null then 'draft' else 'published' end`;
/** Topics with their newest version. */
const TOPICS = sql`topics as t
  left join lateral (select n, published_at from topic_versions where topic_id = t.id order by n desc limit 1) as v on true`;
/** The steps for authors: of the draft, or of the newest version. */
const STEPS = sql`(select coalesce(json_agg(s.kind order by s.position), '[]') as kinds,
    coalesce(sum(s.minutes) filter (where s.required), 0)::int as minutes
  from (
    select step->>'kind' as kind, (step->>'minutes')::int as minutes, (step->>'required')::boolean as required, position
    from jsonb_array_elements(t.draft->'steps') with ordinality as d (step, position)
    union all
    select kind, minutes, required, position from topic_steps where t.draft is null and topic_id = t.id and n = v.n
  ) as s)`;

/** The library: one page of topics, and the values of its filters. */
export async function listContent(tx: TenantTransaction, query: Query): Promise<Content> {
  const { offset, limit } = pageOf(query);
  const where = filter(query);
  const ofState = query.state ? sql`${STATE} = ${query.state}` : sql`t.retired_at is null`;
  const { rows } = await tx.execute<Row & { all: number }>(sql`
    select t.id as "topicId", coalesce(t.draft->>'title', t.title) as title,
      coalesce(t.draft->>'behaviorName', t.behavior_name) as "behaviorName", ${STATE} as state, v.n as newest,
      t.draft is not null as "hasDraft", t.tags, s.kinds, s.minutes, t.owner_id as "ownerId",
      coalesce(t.changed_at, v.published_at, now()) as "changedAt",
      (select coalesce(json_agg(json_build_object('programId', p.id, 'programName', p.name, 'status', p.status) order by p.name), '[]')
        from program_topics as pt join programs as p on p.id = pt.program_id
        where pt.topic_id = t.id and p.status <> 'archived') as programs,
      (select count(*)::int from program_topics as pt join programs as p on p.id = pt.program_id
        join enrolments as e on e.program_id = p.id
        where pt.topic_id = t.id and p.status <> 'archived' and ${isWorkingOn(sql`t.id`)}) as learners
    from ${TOPICS} cross join lateral ${STEPS} as s
    where ${and(where, ofState)}
    order by coalesce(t.changed_at, v.published_at) desc nulls last, t.id
    offset ${offset} limit ${limit}`);
  const counted = await tx.execute<{ state: ContentTopic['state']; count: number }>(
    sql`select ${STATE} as state, count(*)::int as count from ${TOPICS} where ${where} group by 1`,
  );
  const count = (state: ContentTopic['state']) => counted.rows.find((row) => row.state === state)?.count ?? 0;
  const counts = {
    draft: count('draft'),
    in_review: count('in_review'),
    published: count('published'),
    retired: count('retired'),
  };
  const tags = await tx.execute<{ tag: string }>(
    sql`select distinct unnest(tags) as tag from topics order by tag`,
  );
  const owners = await tx.execute<{ id: number }>(
    sql`select distinct owner_id as id from topics where owner_id is not null`,
  );
  const people = await findParticipants(
    tx,
    owners.rows.map(({ id }) => id),
  );
  return {
    data: rows.map(({ ownerId, changedAt, ...row }) => ({
      topicId: row.topicId,
      title: row.title,
      behaviorName: row.behaviorName,
      state: row.state,
      newest: row.newest,
      hasDraft: row.hasDraft,
      tags: row.tags,
      kinds: row.kinds,
      minutes: row.minutes,
      programs: row.programs,
      learners: row.learners,
      owner: ownerId === null ? null : (people.get(ownerId) ?? null),
      changedAt: new Date(changedAt).toISOString(),
    })),
    total: query.state ? counts[query.state] : counts.draft + counts.in_review + counts.published,
    counts,
    tags: tags.rows.map(({ tag }) => tag),
    owners: [...people.values()].sort((a, b) => a.firstName.localeCompare(b.firstName)),
  };
}

function filter({ search = '', tag, ownerId }: Query): SQL | undefined {
  const wanted = searchText(search);
  return and(
    sql`true`,
    wanted === ''
      ? undefined
      : sql`person_search_words(coalesce(t.draft->>'title', t.title), coalesce(t.draft->>'behaviorName', t.behavior_name), '')
          @@ (select person_search_query(${wanted}))`,
    tag === undefined ? undefined : sql`${tag} = any(t.tags)`,
    ownerId === undefined ? undefined : sql`t.owner_id = ${Number(ownerId)}`,
  );
}
