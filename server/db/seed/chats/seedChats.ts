import type { Pool } from 'pg';
import type { NotificationMessage } from '#contract/notifications/notifications.ts';
import { sql } from '#server/db/drizzle.ts';
import type { FieldChange } from '#server/db/schema/objectives.ts';
import { asOwner, type TenantTransaction } from '#server/db/withTenant.ts';
import { changeNotificationHtml, presentChangedFields } from '#server/learning/objectives/index.ts';
import type { ImportedHistory } from '#server/messaging/index.ts';
import { cipherKeysOf } from '#server/messagingConfig/index.ts';
import { findLocale } from '#server/people/index.ts';
import { createEncryptor } from '#server/realtime/index.ts';
import { type ChatPerson, chatHistory } from './chatHistory.ts';
import { type Conversation, demoChats } from './demoChats.ts';

import { notificationHistory, type PastNotification } from './notificationHistory.ts';
import { otherChats } from './otherChats.ts';

const DEMO_TENANT = 1;
const OTHER_TENANT = 2;

interface NotificationRow {
  receiver_id: number;
  at: Date | string;
  type:
    | 'LEARNER_COMPLETED_TOPIC'
    | 'LEARNER_UPDATED_PROGRAM_GOALS'
    | 'MANAGER_UPDATED_USER_OBJECTIVE'
    | 'NEW_INTERACTIVE_CONTENT_UPLOADED';
  user_id: number;
  /** Empty if the type does not need it. */
  program_id: string;
  program_name: string;
  topic_id: string;
  topic_title: string;
  /** Null for other types. */
  change: ObjectiveChange | null;
}
interface ObjectiveChange {
  objectiveId: string;
  changeId: string;
  title: string;
  fields: FieldChange[];
  reason: string | null;
}

/**
 * Imports the chats of both demo organisations and the notifications of the first one. `importHistory` passes them to
 * the messaging service, which imports once and only into empty channels.
 */
export async function seedChats(
  pool: Pool,
  now: Date,
  importHistory: (history: ImportedHistory) => Promise<unknown>,
): Promise<void> {
  const parts = [...(await demoHistory(pool, now)), ...(await otherHistory(pool, now))];
  if (parts.length === 0) return;
  await importHistory({
    messages: parts.flatMap(({ messages }) => messages),
    actions: parts.flatMap(({ actions }) => actions),
    memberships: parts.flatMap(({ memberships }) => memberships),
  });
}

const demoHistory = (pool: Pool, now: Date): Promise<ImportedHistory[]> =>
  asOwner(pool, DEMO_TENANT, async (tx) => {
    const people = await findChatPeople(tx, 'demo.example');
    if (people.size === 0) return []; // the demo data was replaced
    const uuids = new Map([...people.values()].map(({ userId, uuid }) => [userId, uuid]));
    return [
      ...conversationHistories(demoChats, { tenantId: DEMO_TENANT, now, people }),
      notificationHistory(DEMO_TENANT, await findPastNotifications(tx), uuids),
    ];
  });

/** The chats of the second organisation, which has a cipher key. */
const otherHistory = (pool: Pool, now: Date): Promise<ImportedHistory[]> =>
  asOwner(pool, OTHER_TENANT, async (tx) => {
    const people = await findChatPeople(tx, 'other.example');
    // A new organisation has exactly one key.
    const [first] = await cipherKeysOf(tx);
    const histories = conversationHistories(otherChats, { tenantId: OTHER_TENANT, now, people });
    if (!first) return histories;
    const encrypt = await createEncryptor(first.key);
    return histories.map((history) => encryptHistory(history, encrypt));
  });

/** Encrypts messages and edits as the clients of an organisation with a key do. */
const encryptHistory = (
  { messages, actions, memberships }: ImportedHistory,
  encrypt: (text: string) => string,
): ImportedHistory => ({
  messages: messages.map((message) => ({ ...message, payload: encrypt(JSON.stringify(message.payload)) })),
  actions: actions.map((action) =>
    action.type === 'edit' ? { ...action, value: encrypt(action.value) } : action,
  ),
  memberships,
});

const conversationHistories = (
  conversations: readonly Conversation[],
  context: Parameters<typeof chatHistory>[1],
): ImportedHistory[] =>
  conversations
    .filter(({ between }) => between.every((mailbox) => context.people.has(mailbox)))
    .map((conversation) => chatHistory(conversation, context));

async function findChatPeople(tx: TenantTransaction, domain: string): Promise<Map<string, ChatPerson>> {
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

/** Notifications about past events in programs and objectives, for the people whom the server would have notified. */
async function findPastNotifications(tx: TenantTransaction): Promise<PastNotification[]> {
  const { rows } = await tx.execute<NotificationRow & Record<string, unknown>>(sql`
    with enrolled as (
      select e.id as enrolment_id, e.user_id, e.coach_id, u.manager_id, p.id as program_id, p.name as program_name,
             p.manager_visible
      from enrolments e
      join users u on u.id = e.user_id and u.tenant_id = e.tenant_id
      join programs p on p.id = e.program_id and p.tenant_id = e.tenant_id
      where e.tenant_id = ${DEMO_TENANT}
    ), receivers as (
      select *, coach_id as receiver_id from enrolled where coach_id is not null and coach_id <> user_id
      union
      select *, manager_id from enrolled where manager_visible and manager_id is not null and manager_id <> user_id
    )
    select r.receiver_id, c.completed_at as at, 'LEARNER_COMPLETED_TOPIC' as type, r.user_id, r.program_id,
           r.program_name, t.id as topic_id, t.title as topic_title, null::jsonb as change
    from receivers r
    join topic_completions c on c.enrolment_id = r.enrolment_id and c.tenant_id = ${DEMO_TENANT} and c.reopened_at is null
    join topics t on t.id = c.topic_id and t.tenant_id = c.tenant_id
    union all
    select distinct r.receiver_id, g.at, 'LEARNER_UPDATED_PROGRAM_GOALS', r.user_id, r.program_id, r.program_name, '', '', null::jsonb
    from receivers r
    join goal_changes g on g.enrolment_id = r.enrolment_id and g.tenant_id = ${DEMO_TENANT} and g.kind <> 'reworded'
    union all
    select o.owner_id, x.at, 'MANAGER_UPDATED_USER_OBJECTIVE', x.actor_id, '', '', '', '', jsonb_build_object('objectiveId', o.id, 'changeId', x.id,
           'title', o.title, 'fields', x.fields, 'reason', x.reason)
    from objective_changes x
    join objectives o on o.id = x.objective_id and o.tenant_id = x.tenant_id
    where x.tenant_id = ${DEMO_TENANT} and x.actor_id <> o.owner_id and x.response is not null
    union all
    select e.user_id, v.published_at, 'NEW_INTERACTIVE_CONTENT_UPLOADED', p.owner_id, p.id, p.name, v.topic_id, '', null::jsonb
    from topic_versions v
    join program_topics pt on pt.topic_id = v.topic_id and pt.tenant_id = v.tenant_id
    join programs p on p.id = pt.program_id and p.tenant_id = v.tenant_id and p.owner_id is not null
    join enrolments e on e.program_id = p.id and e.tenant_id = v.tenant_id
    where v.tenant_id = ${DEMO_TENANT} and v.n > 1 and e.user_id <> p.owner_id
      and e.state in ('accepted', 'choosing', 'active', 'ready_to_finish')
  `);
  return Promise.all(
    rows.map(async (row) => ({
      receiverId: row.receiver_id,
      at: new Date(row.at),
      body: bodyOf(row, await findLocale(tx, row.receiver_id)),
    })),
  );
}

function bodyOf(
  { type, user_id, program_id, program_name, topic_id, topic_title, change }: NotificationRow,
  locale: string,
): NotificationMessage {
  const program = { programId: program_id, programName: program_name };
  switch (type) {
    case 'MANAGER_UPDATED_USER_OBJECTIVE':
      return {
        notificationType: type,
        payload: { userId: user_id, ...(change && objectivePayload(change, locale)) },
      };
    case 'LEARNER_COMPLETED_TOPIC':
      return {
        notificationType: type,
        payload: {
          userId: user_id,
          ...program,
          extraPayload: { behaviorName: topic_title, topicId: topic_id },
        },
      };
    case 'NEW_INTERACTIVE_CONTENT_UPLOADED':
      return {
        notificationType: type,
        payload: { userId: user_id, ...program, extraPayload: { topicId: topic_id } },
      };
    case 'LEARNER_UPDATED_PROGRAM_GOALS':
      return { notificationType: type, payload: { userId: user_id, ...program } };
  }
}

/** As the server writes it when a manager edits an objective. The edits of the demo data change no topic. */
const objectivePayload = (
  { objectiveId, changeId, title, fields, reason }: ObjectiveChange,
  locale: string,
) => ({
  extraPayload: { objectiveId, changeId },
  text: changeNotificationHtml(title, presentChangedFields(fields, new Map(), { locale }), reason),
});
