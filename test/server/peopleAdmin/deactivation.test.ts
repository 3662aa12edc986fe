import type { BulkPreview, BulkResult, BulkUndo } from '#contract/administration/bulk.ts';
import type { AdminPersonPage } from '#contract/administration/peopleAdmin.ts';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import { notificationsFor } from '#test/server/programs/programsApi.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';

const HOUR = 3_600_000;
let api: TestApi;
beforeAll(async () => {
  api = await startApi({ hasJobs: true });
}, 60_000);
afterAll(() => api.close());

/** A learner with a confirmed and a proposed session with the coach. */
async function startOrganisation() {
  const org = await api.organisation();
  const [admin, learner, coach] = [
    await api.as(org, org.admin),
    await api.as(org, org.learner),
    await api.as(org, org.coach),
  ];
  const inDays = (days: number) =>
    new Date(Math.ceil(api.clock.now().getTime() / HOUR) * HOUR + days * 24 * HOUR).toISOString();
  const plan = async (startsAt: string) =>
    (
      await learner.post<CoachingSession>(
        `/api/programs/${org.programId}/learners/${org.learner.userId}/coaching`,
        { with: org.coach.userId, kind: 'remote', minutes: 45, times: [startsAt] },
      )
    ).body.sessionId;
  const confirmed = await plan(inDays(2));
  await coach.put(`/api/coaching/${confirmed}/confirmation`, { startsAt: inDays(2) });
  const proposed = await plan(inDays(3));
  return {
    org,
    admin,
    learner,
    confirmed,
    proposed,
    startsAt: inDays(2),
    session: async (id: string) => (await learner.get<CoachingSession>(`/api/coaching/${id}`)).body,
    coachPage: async () => (await admin.get<AdminPersonPage>(`/api/admin/people/${org.coach.userId}`)).body,
  };
}
const leave = (userId: number) => ({ action: 'deactivate', selection: { userIds: [userId] } });

it('cancels planned coaching sessions when a person is deactivated, and notifies the other person', async () => {
  const { org, admin, confirmed, proposed, session, coachPage } = await startOrganisation();
  expect((await coachPage()).plannedSessions).toBe(2);
  await admin.patch(`/api/admin/people/${org.coach.userId}`, { status: 'deactivated' });

  for (const id of [confirmed, proposed])
    expect(await session(id)).toMatchObject({ state: 'cancelled', proposal: null, ended: { by: null } });
  expect((await coachPage()).plannedSessions).toBe(0);
  const told = async () =>
    (await notificationsFor(api, org, org.learner)).flatMap((one) =>
      one.notificationType === 'COACHING_SESSION_CHANGED' ? [one.payload.extraPayload] : [],
    );
  await until(async () => (await told()).filter(({ change }) => change === 'ended').length === 2);
  const mails = () =>
    api.mails.filter(
      ({ to, subject }) =>
        to.address === org.learner.email && subject.startsWith('Cancelled: coaching session'),
    );
  await until(() => mails().length === 1);
  // The time is free again.
  const { rows } = await api.pool.query('select 1 from coaching_bookings where session_id = $1', [confirmed]);
  expect(rows).toEqual([]);
});

it('assigns a person who is reactivated to the manager above, if the former manager has left', async () => {
  const { org, admin } = await startOrganisation();
  const person = (userId: number) => `/api/admin/people/${userId}`;
  await admin.patch(person(org.manager.userId), { managerId: org.admin.userId });
  for (const { userId } of [org.colleague, org.manager])
    await admin.patch(person(userId), { status: 'deactivated' });
  await admin.patch(person(org.colleague.userId), { status: 'active' });
  const page = async ({ userId }: { userId: number }) =>
    (await admin.get<AdminPersonPage>(person(userId))).body;
  expect(await page(org.colleague)).toMatchObject({
    status: 'active',
    manager: { userId: org.admin.userId },
  });
});

it('restores the managers when the deactivation of a whole team is undone', async () => {
  const { org, admin } = await startOrganisation();
  const userIds = [org.learner.userId, org.manager.userId];
  const bulk = '/api/admin/people/bulk';
  const selection = { action: 'deactivate', selection: { userIds } };
  const { body: done } = await admin.post<BulkResult>(bulk, selection);
  await admin.post<BulkUndo>(`${bulk}/${done.id}/undo`);
  const { body } = await admin.get<AdminPersonPage>(`/api/admin/people/${org.learner.userId}`);
  expect(body).toMatchObject({ status: 'active', manager: { userId: org.manager.userId } });
});

it('keeps sessions that have begun', async () => {
  const { org, confirmed } = await startOrganisation();
  api.clock.pass(2 * 24 * HOUR + HOUR);
  // The earlier tokens have expired.
  const admin = await api.as(org, org.admin);
  await admin.patch(`/api/admin/people/${org.coach.userId}`, { status: 'deactivated' });
  const learner = await api.as(org, org.learner);
  const { body } = await learner.get<CoachingSession>(`/api/coaching/${confirmed}`);
  expect(body.state).toBe('scheduled');
});

it('counts the sessions in the preview, and says after an undo that they stay cancelled', async () => {
  const { org, admin, confirmed, startsAt, session } = await startOrganisation();
  const bulk = '/api/admin/people/bulk';
  const { body: preview } = await admin.post<BulkPreview>(`${bulk}/preview`, leave(org.coach.userId));
  expect(preview.people).toMatchObject([{ plannedSessions: 2, nextSessionAt: startsAt }]);
  expect(preview.effects.sessions).toBe(2);
  expect((await session(confirmed)).state).toBe('scheduled');

  const { body: done } = await admin.post<BulkResult>(bulk, leave(org.coach.userId));
  const { body: undone } = await admin.post<BulkUndo>(`${bulk}/${done.id}/undo`);
  expect(undone).toMatchObject({
    restored: 1,
    kept: [{ reason: '2 coaching sessions stay cancelled. Please plan them again.' }],
  });
  expect((await session(confirmed)).state).toBe('cancelled');
});
