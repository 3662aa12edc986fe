import type { Pool } from 'pg';
import type { ImportedHistory } from '../../../messaging/index.ts';
import { cipherKeyOf } from '../../../messagingConfig/index.ts';
import { sealWith } from '../../../realtime/index.ts';
import { sql } from '../../drizzle.ts';
import { asOwner, type TenantTransaction } from '../../withTenant.ts';
import { bellHistory, type News } from './bellHistory.ts';
import { demoTalk, type Talk } from './demoTalk.ts';
import { otherTalk } from './otherTalk.ts';
import { sealTalk } from './sealTalk.ts';
import { type Talker, talkHistory } from './talkHistory.ts';

const DEMO_TENANT = 1;
const OTHER_TENANT = 2;

interface Told {
  receiver_id: number;
  at: Date | string;
  type: string;
  user_id: number;
  program_id: string | null;
  program_name: string | null;
  behavior_name: string | null;
}

/**
 * The chats of both demo organisations, and the bells of the first: what people wrote, and what has happened in the programs
 * as the server would have told it. `take` gives it to the messaging service, which takes it once and into empty channels only.
 */
export async function seedTalk(
  pool: Pool,
  now: Date,
  take: (history: ImportedHistory) => Promise<unknown>,
): Promise<void> {
  const parts = [...(await demoHistory(pool, now)), ...(await otherHistory(pool, now))];
  if (parts.length === 0) return;
  await take({
    messages: parts.flatMap(({ messages }) => messages),
    actions: parts.flatMap(({ actions }) => actions),
    memberships: parts.flatMap(({ memberships }) => memberships),
  });
}

const demoHistory = (pool: Pool, now: Date): Promise<ImportedHistory[]> =>
  asOwner(pool, DEMO_TENANT, async (tx) => {
    const talkers = await findTalkers(tx, 'demo.example');
    if (talkers.size === 0) return []; // people have made another organisation of it
    const uuids = new Map([...talkers.values()].map(({ userId, uuid }) => [userId, uuid]));
    return [
      ...talksOf(demoTalk, { tenantId: DEMO_TENANT, now, talkers }),
      bellHistory(DEMO_TENANT, await findNews(tx), uuids),
    ];
  });

/** The chats of the second organisation, which has a key for them. */
const otherHistory = (pool: Pool, now: Date): Promise<ImportedHistory[]> =>
  asOwner(pool, OTHER_TENANT, async (tx) => {
    const talkers = await findTalkers(tx, 'other.example');
    const cipherKey = await cipherKeyOf(tx);
    const talks = talksOf(otherTalk, { tenantId: OTHER_TENANT, now, talkers });
    return cipherKey === null ? talks : talks.map((talk) => sealTalk(talk, sealWith(cipherKey)));
  });

const talksOf = (talks: readonly Talk[], where: Parameters<typeof talkHistory>[1]): ImportedHistory[] =>
  talks
    .filter(({ between }) => between.every((mailbox) => where.talkers.has(mailbox)))
    .map((talk) => talkHistory(talk, where));

async function findTalkers(tx: TenantTransaction, domain: string): Promise<Map<string, Talker>> {
  const { rows } = await tx.execute<{
    id: number;
    uuid: string;
    email: string;
    first_name: string;
    last_name: string;
  }>(
    sql`select id, uuid, email, first_name, last_name from users where tenant_id = ${tx.tenantId} and email like ${`%@${domain}`}`,
  );
  return new Map(
    rows.map(({ id, uuid, email, first_name, last_name }) => [
      email.split('@')[0] ?? '',
      { userId: id, uuid, firstName: first_name, lastName: last_name },
    ]),
  );
}

/** What the programs and objectives tell of, to those whom the server would have told. */
async function findNews(tx: TenantTransaction): Promise<News[]> {
  const { rows } = await tx.execute<Told & Record<string, unknown>>(sql`
    with told as (
      select e.id as enrolment_id, e.user_id, e.coach_id, u.manager_id, p.id as program_id, p.name as program_name,
             p.manager_visible
      from enrolments e
      join users u on u.id = e.user_id and u.tenant_id = e.tenant_id
      join programs p on p.id = e.program_id and p.tenant_id = e.tenant_id
      where e.tenant_id = ${DEMO_TENANT}
    ), receivers as (
      select *, coach_id as receiver_id from told where coach_id is not null and coach_id <> user_id
      union
      select *, manager_id from told where manager_visible and manager_id is not null and manager_id <> user_id
    )
    select r.receiver_id, c.completed_at as at, 'LEARNER_COMPLETED_TOPIC' as type, r.user_id, r.program_id,
           r.program_name, t.behavior_name
    from receivers r
    join topic_completions c on c.enrolment_id = r.enrolment_id and c.tenant_id = ${DEMO_TENANT} and c.reopened_at is null
    join topics t on t.id = c.topic_id and t.tenant_id = c.tenant_id
    union all
    select distinct r.receiver_id, g.at, 'LEARNER_UPDATED_PROGRAM_GOALS', r.user_id, r.program_id, r.program_name, null
    from receivers r
    join goal_changes g on g.enrolment_id = r.enrolment_id and g.tenant_id = ${DEMO_TENANT} and g.kind <> 'reworded'
    union all
    select o.owner_id, x.at, 'MANAGER_UPDATED_USER_OBJECTIVE', x.actor_id, null, null, null
    from objective_changes x
    join objectives o on o.id = x.objective_id and o.tenant_id = x.tenant_id
    where x.tenant_id = ${DEMO_TENANT} and x.actor_id <> o.owner_id and x.response is not null
    union all
    select e.user_id, v.published_at, 'NEW_INTERACTIVE_CONTENT_UPLOADED', p.owner_id, p.id, p.name, null
    from topic_versions v
    join program_topics pt on pt.topic_id = v.topic_id and pt.tenant_id = v.tenant_id
    join programs p on p.id = pt.program_id and p.tenant_id = v.tenant_id and p.owner_id is not null
    join enrolments e on e.program_id = p.id and e.tenant_id = v.tenant_id
    where v.tenant_id = ${DEMO_TENANT} and v.n > 1 and e.user_id <> p.owner_id
      and e.state in ('accepted', 'choosing', 'active', 'ready_to_finish')
  `);
  return rows.map((row) => ({
    receiverId: row.receiver_id,
    at: new Date(row.at),
    body: {
      notificationType: row.type,
      payload: {
        userId: row.user_id,
        ...(row.program_id !== null && { programId: row.program_id, programName: row.program_name }),
        ...(row.behavior_name !== null && { extraPayload: { behaviorName: row.behavior_name } }),
      },
    },
  }));
}
