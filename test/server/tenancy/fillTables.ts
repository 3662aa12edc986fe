import type { BulkResult } from '#contract/administration/bulk.ts';
import type { PeopleImport } from '#contract/administration/import.ts';
import type { FollowUps } from '#contract/learning/checkInFollowUps.ts';
import type { CheckIn, CheckIns } from '#contract/learning/checkIns.ts';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import type { Objective } from '#contract/learning/objectives.ts';
import type { Survey } from '#contract/surveys/surveys.ts';
import { sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { asOwner } from '#server/db/withTenant.ts';
import { answersWith } from '#test/server/checkIns/checkInsApi.ts';
import type { TestApi } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';

const TOKEN_ID = 'aaaabbbbccccdddd';

/** Adds rows to tables that are empty in a new organisation, by calling the API. */
export async function fillTables(api: TestApi, org: TestOrganisation) {
  const packageId = newId();
  const learner = await api.as(org, org.learner);
  const manager = await api.as(org, org.manager);
  const { body: objective } = await learner.post<Objective>('/api/objectives', {
    title: 'An objective',
    why: null,
    measure: { kind: 'text', text: 'Seen' },
    dueOn: null,
    ifThenPlan: null,
    topicId: null,
    visibility: 'manager',
    state: 'active',
  });
  const url = `/api/objectives/${objective.objectiveId}`;
  await learner.post(`${url}/notes`, { text: 'A note', value: null, isShared: true });
  const { title: _title, ...fields } = objective;
  await manager.put(url, { ...fields, title: 'Another title', reason: 'Because' });
  await asOwner(api.pool, org.tenantId, (tx) =>
    tx.execute(sql`update programs set confirmation = 'coach' where id = ${org.programId}`),
  );
  await learner.put(`/api/programs/${org.programId}/topics/${org.topicIds[1]}/completion`);
  await manager.post(`/api/programs/${org.programId}/invitations`, {
    userIds: [org.colleague.userId],
    coachId: null,
    dueOn: null,
  });
  const { body: checkIns } = await learner.get<CheckIns>('/api/check-ins');
  const { body: sent } = await learner.put<CheckIn>(`/api/check-ins/${checkIns.current.week}`, {
    action: 'send',
    version: checkIns.current.version,
    answers: answersWith({ mood: { value: 3, readers: 'manager' } }),
    skipReason: null,
  });
  await manager.post(`/api/team/check-ins/${sent.checkInId}/comments`, { text: 'Well done' });
  const { body: followUps } = await manager.post<FollowUps>(
    `/api/team/check-ins/${sent.checkInId}/follow-ups`,
    { kind: 'action', text: 'Ask for help', dueOn: null },
  );
  await manager.put('/api/team/check-ins/question', { week: sent.week, text: 'What helps you?' });
  await learner.put('/api/home/marks', { keys: ['next_step:any'], mark: 'tomorrow' });
  const { body: session } = await learner.post<CoachingSession>(
    `/api/programs/${org.programId}/learners/${org.learner.userId}/coaching`,
    { with: org.coach.userId, kind: 'remote', minutes: 45, times: [inAWeek(api)] },
  );
  const coach = await api.as(org, org.coach);
  await coach.put(`/api/coaching/${session.sessionId}/confirmation`, {
    startsAt: session.proposal?.times[0]?.startsAt,
  });
  await fillRoom(api, org, session.sessionId);
  await learner.put(`/api/coaching/${session.sessionId}/proposal`, { times: [inAWeek(api, 1)] });
  await asOwner(api.pool, org.tenantId, (tx) =>
    tx.execute(
      sql`insert into coaching_days (tenant_id, user_id, day) values (${org.tenantId}, ${org.learner.userId}, '2026-12-24')`,
    ),
  );
  await learner.post('/api/calendar/feed');
  await asOwner(api.pool, org.tenantId, async (tx) => {
    const source = [org.tenantId, TOKEN_ID, org.learner.userId] as const;
    await tx.execute(
      sql`insert into calendar_sources (tenant_id, id, user_id, name, created_at)
        values (${source[0]}, ${source[1]}, ${source[2]}, 'Work', now())`,
    );
    await tx.execute(
      sql`insert into calendar_busy (tenant_id, source_id, user_id, starts_at, ends_at)
        values (${source[0]}, ${source[1]}, ${source[2]}, now(), now() + interval '1 hour')`,
    );
  });
  const { change, department } = await asOwner(api.pool, org.tenantId, async (tx) => {
    const logoId = `logo${String(org.tenantId).padStart(12, '0')}`;
    await tx.execute(
      sql`insert into organisation_logos (id, tenant_id, bytes) values (${logoId}, ${org.tenantId}, '')`,
    );
    await tx.execute(
      sql`insert into join_requests (tenant_id, program_id, user_id, note, asked_at)
        values (${org.tenantId}, ${org.programId}, ${org.newcomer.userId}, 'First topic', now())`,
    );
    await tx.execute(
      sql`insert into passkeys (id, tenant_id, user_id, public_key, counter, transports, name, created_at)
        values ('key-1', ${org.tenantId}, ${org.learner.userId}, '', 0, '', 'Work laptop', now())`,
    );
    await tx.execute(
      sql`insert into directory_tokens (tenant_id, id, name, token_hash, created_by, created_at)
        values (${org.tenantId}, ${TOKEN_ID}, 'First topic', sha256(${`token ${org.tenantId}`}::bytea), ${org.admin.userId}, now())`,
    );
    await tx.execute(
      sql`insert into directory_people (tenant_id, user_id, user_name, updated_at)
        values (${org.tenantId}, ${org.learner.userId}, 'learner', now())`,
    );
    await tx.execute(
      sql`insert into directory_groups (tenant_id, id, display_name, created_at, updated_at)
        values (${org.tenantId}, ${TOKEN_ID}, 'First topic', now(), now())`,
    );
    await tx.execute(
      sql`insert into directory_members (tenant_id, group_id, user_id)
        values (${org.tenantId}, ${TOKEN_ID}, ${org.learner.userId})`,
    );
    await tx.execute(
      sql`insert into webhook_endpoints (tenant_id, id, url, events, secret, secret_created_at, state, created_by, created_at)
        values (${org.tenantId}, ${TOKEN_ID}, 'https://first.example', '{}', '', now(), 'off', ${org.admin.userId}, now())`,
    );
    await tx.execute(
      sql`insert into webhook_deliveries (tenant_id, id, endpoint_id, message_id, type, body, created_at, state)
        values (${org.tenantId}, ${TOKEN_ID}, ${TOKEN_ID}, 'msg_1', 'First topic', '{}', now(), 'failed')`,
    );
    await tx.execute(
      sql`insert into enrolment_history (tenant_id, enrolment_id, state, since, until)
        select tenant_id, id, 'declined', joined_at, joined_at from enrolments where user_id = ${org.learner.userId}`,
    );
    await tx.execute(
      sql`insert into program_reminders (tenant_id, enrolment_id, sent_at, sent_by, reason)
        select tenant_id, id, now(), ${org.manager.userId}, 'no_step' from enrolments where user_id = ${org.learner.userId}`,
    );
    await tx.execute(
      sql`insert into packages (tenant_id, id, state, file_name, size, uploaded_by, created_at, changed_at)
        values (${org.tenantId}, ${packageId}, 'uploading', 'First topic.zip', 10, ${org.admin.userId}, now(), now())`,
    );
    await tx.execute(
      sql`insert into package_attempts (tenant_id, enrolment_id, step_key, n, package_id, launch_id, launched_at, updated_at)
        select tenant_id, id, 'First topic', 1, ${packageId}, ${packageId}, now(), now() from enrolments
        where user_id = ${org.learner.userId}`,
    );
    await tx.execute(
      sql`insert into video_progress (tenant_id, enrolment_id, step_key, file_id, updated_at)
        select tenant_id, id, 'First topic', ${packageId}, now() from enrolments where user_id = ${org.learner.userId}`,
    );
    await tx.execute(sql`insert into organisation_settings (tenant_id) values (${org.tenantId})`);
    const changes = await tx.execute<{ id: string }>(
      sql`select id from objective_changes where objective_id = ${objective.objectiveId}`,
    );
    const departments = await tx.execute<{ id: number }>(
      sql`select id from departments where tenant_id = ${org.tenantId} limit 1`,
    );
    return { change: changes.rows[0], department: departments.rows[0] };
  });
  const admin = await api.as(org, org.admin);
  const { body: bulk } = await admin.post<BulkResult>('/api/admin/people/bulk', {
    action: 'change-manager',
    selection: { userIds: [org.newcomer.userId] },
    managerId: org.coach.userId,
  });
  const { body: uploaded } = await api.call<PeopleImport>('POST', '/api/admin/people/import', {
    body: Buffer.from(
      `Email,First name,Last name\nfirst-topic@${org.admin.email.split('@')[1]},First topic,X`,
    ),
    headers: { authorization: admin.token, 'content-type': 'text/csv' },
  });
  await asOwner(api.pool, org.tenantId, (tx) =>
    tx.execute(
      sql`insert into people_import_changes (tenant_id, import_id, user_id, is_new, before_values, after_values)
        values (${org.tenantId}, ${uploaded.importId}, ${org.learner.userId}, false, '{}', '{}')`,
    ),
  );
  const { body: survey } = await admin.post<Survey>('/api/surveys', { surveyName: 'A survey' });
  const surveyUrl = `/api/surveys/${survey.surveyId}`;
  await admin.patch(surveyUrl, {
    version: 1,
    mode: 'named',
    questions: {
      version: 1,
      sections: [
        { key: 's1', title: '', questions: [{ key: 'q1', type: 'short', text: 'Why?', required: true }] },
      ],
    },
  });
  await admin.put(`${surveyUrl}/state`, { state: 'open', version: 2 });
  await learner.post(`${surveyUrl}/responses`, { answers: { q1: 'Because' } });
  const actionId = await addAction(org, admin);
  await learner.put('/api/propensity/sharing', { isShared: true });
  await admin.post('/api/surveys', { surveyName: 'Feedback', subjectId: org.learner.userId });
  await fillSubmissions(api, org, await openAnonymousSurvey(admin));
  return {
    packageId,
    tokenId: TOKEN_ID,
    sessionId: session.sessionId,
    endpointId: TOKEN_ID,
    deliveryId: TOKEN_ID,
    surveyId: survey.surveyId,
    actionId,
    importId: uploaded.importId,
    bulkId: bulk.id,
    objectiveId: objective.objectiveId,
    checkInId: sent.checkInId ?? '',
    followUpId: followUps.followUps[0]?.followUpId ?? '',
    changeId: change?.id ?? '',
    departmentId: String(department?.id ?? ''),
  };
}

const inAWeek = (api: TestApi, hours = 0) =>
  new Date(api.clock.now().getTime() + 7 * 86_400_000 + hours * 3_600_000).toISOString();

async function openAnonymousSurvey(admin: Awaited<ReturnType<TestApi['as']>>) {
  const { body: survey } = await admin.post<Survey>('/api/surveys', { surveyName: 'An anonymous survey' });
  const url = `/api/surveys/${survey.surveyId}`;
  await admin.patch(url, {
    version: 1,
    mode: 'anonymous',
    questions: {
      version: 1,
      sections: [
        { key: 's1', title: '', questions: [{ key: 'q1', type: 'short', text: 'Why?', required: true }] },
      ],
    },
  });
  await admin.put(`${url}/state`, { state: 'open', version: 2 });
  return survey.surveyId;
}

/** Only a survey with released results has actions. */
async function addAction(org: TestOrganisation, admin: Awaited<ReturnType<TestApi['as']>>) {
  const { body: survey } = await admin.post<Survey>('/api/surveys', { surveyName: 'A released survey' });
  const url = `/api/surveys/${survey.surveyId}`;
  const question = { key: 'q1', type: 'short', text: 'Why?', required: true };
  await admin.patch(url, {
    version: 1,
    mode: 'named',
    questions: { version: 1, sections: [{ key: 's1', title: '', questions: [question] }] },
  });
  for (const [index, state] of ['open', 'closed', 'released'].entries())
    await admin.put(`${url}/state`, { state, version: index + 2 });
  const { body } = await admin.post<{ actions: { actionId: string }[] }>(`${url}/actions`, {
    text: 'Fewer meetings',
    ownerId: org.learner.userId,
    dueOn: '2026-12-24',
  });
  return body.actions[0]?.actionId ?? '';
}

const fillSubmissions = (api: TestApi, org: TestOrganisation, surveyId: string) =>
  asOwner(api.pool, org.tenantId, (tx) =>
    tx.execute(
      sql`insert into survey_submissions (tenant_id, survey_id, slot, content) values (${org.tenantId}, ${surveyId}, '\\x00', '\\x00')`,
    ),
  );

/** The room of a session, which is open only around its time. */
async function fillRoom(api: TestApi, org: TestOrganisation, sessionId: string) {
  const learner = await api.as(org, org.learner);
  const publicKey = 'K'.repeat(87);
  const passkey = { credentialId: 'c'.repeat(32), wrappedKey: 's'.repeat(80) };
  await learner.put('/api/coaching/key', { publicKey, wrappedKey: 's'.repeat(80), replaces: null, passkey });
  await learner.put(`/api/coaching/${sessionId}/agreement`);
  await learner.put(`/api/coaching/${sessionId}/documents/own`, {
    version: 0,
    snapshot: 's'.repeat(80),
    mine: { publicKey, envelope: 's'.repeat(80) },
  });
  await asOwner(api.pool, org.tenantId, async (tx) => {
    await tx.execute(
      sql`insert into coaching_rooms (tenant_id, session_id) values (${org.tenantId}, ${sessionId})`,
    );
    await tx.execute(
      sql`insert into coaching_attendance (tenant_id, session_id, user_id, joined_at, seen_at)
        values (${org.tenantId}, ${sessionId}, ${org.learner.userId}, now(), now())`,
    );
    await tx.execute(
      sql`insert into coaching_feedback (tenant_id, session_id, user_id, listened, chosen, next_step, created_at)
        values (${org.tenantId}, ${sessionId}, ${org.learner.userId}, 5, 5, 5, now())`,
    );
  });
}
