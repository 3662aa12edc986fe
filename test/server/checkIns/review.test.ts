import type { CheckInReview, PersonCheckIns, TeamCheckIns } from '#contract/learning/checkInReview.ts';
import type { CheckIn } from '#contract/learning/checkIns.ts';
import { sql } from '#server/db/drizzle.ts';
import { notificationsOutbox } from '#server/db/schema/outbox.ts';
import { asOwner, withTenant } from '#server/db/withTenant.ts';
import { sendCheckInNotices } from '#server/learning/checkIns/notices.ts';
import { currentPeriod, timingOf } from '#server/learning/checkIns/periods.ts';
import { notificationsFor } from '#test/server/programs/programsApi.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import type { TestOrganisation, TestPerson } from '#test/support/testOrganisation.ts';
import { answersWith, checkInOf } from './checkInsApi.ts';

const DAY = 24 * 60 * 60_000;
const SECRET = 'I am looking for another job';
let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

/** A manager with the check-in of a learner, who shares one answer and keeps one private. */
async function setUp() {
  const org = await api.organisation();
  const learner = await checkInOf(api, org, org.learner);
  const sent = await learner.send({
    mood: { value: 4, readers: 'manager' },
    win: { text: 'Planning went well', readers: 'manager' },
    blocker: { text: SECRET, readers: 'only-me' },
  });
  const manager = await api.as(org, org.manager);
  const url = `/api/team/check-ins/${sent.body.checkInId}`;
  return { org, learner, manager, url };
}
type Caller = Awaited<ReturnType<TestApi['as']>>;
const teamOf = async (caller: Caller) => (await caller.get<TeamCheckIns>('/api/team/check-ins')).body;

it('shows the manager shared answers, and hides a private one', async () => {
  const { org, manager, url } = await setUp();
  const { body } = await manager.get<CheckInReview>(url);
  expect(body).toMatchObject({
    answers: { mood: { value: 4 }, win: { text: 'Planning went well' }, blocker: null, workload: null },
    previous: null,
    can: { review: true },
  });
  const person = `/api/team/check-ins/people/${org.learner.userId}`;
  for (const role of ['manager', 'coach', 'admin', 'colleague'] as const) {
    const caller = await api.as(org, org[role]);
    for (const at of [url, person, '/api/team/check-ins', '/api/home', '/api/team', '/api/search?text=job'])
      expect(JSON.stringify((await caller.get(at)).body)).not.toContain(SECRET);
  }
  const statuses = async (role: 'admin' | 'colleague' | 'coach' | 'learner') => {
    const caller = await api.as(org, org[role]);
    return [
      (await caller.get(url)).status,
      (await caller.get(person)).status,
      (await caller.put(`${url}/review`, { isReviewed: true, version: 1 })).status,
      (await caller.post(`${url}/comments`, { text: 'Hello' })).status,
    ];
  };
  expect(await statuses('admin')).toEqual([404, 404, 404, 404]);
  expect(await statuses('colleague')).toEqual([404, 404, 404, 404]);
  expect(await statuses('learner')).toEqual([404, 404, 404, 404]);
  // A coach can read only answers that are shared with coaches (none here), and cannot review.
  expect(await statuses('coach')).toEqual([200, 200, 404, 404]);
  const coach = await api.as(org, org.coach);
  expect(Object.values((await coach.get<CheckInReview>(url)).body.answers)).toEqual(
    Array.from({ length: 7 }, () => null),
  );
  expect(api.lines.join('')).not.toContain(SECRET);
});

it('lists new check-ins first until they are reviewed, and closes a reviewed check-in for its author', async () => {
  const { org, learner, manager, url } = await setUp();
  expect((await teamOf(manager)).queue).toMatchObject([
    {
      person: { userId: org.learner.userId },
      reasons: expect.arrayContaining([{ kind: 'first', text: 'First check-in.' }]),
    },
  ]);
  const { body } = await manager.get<CheckInReview>(url);
  await learner.send({ mood: { value: 3, readers: 'manager' } });
  expect((await manager.put(`${url}/review`, { isReviewed: true, version: body.version })).status).toBe(409);
  const { version, sentAt } = (await manager.get<CheckInReview>(url)).body;
  expect(
    (await manager.put(`${url}/review`, { isReviewed: true, version, sentAt: body.sentAt })).status,
  ).toBe(409);
  // A draft that the author has not sent changes nothing for the manager.
  const draft = answersWith({ win: { text: 'Not sent yet', readers: 'manager' } });
  const saved = await learner.put({ action: 'save', version, answers: draft, skipReason: null });
  expect(saved.body).toMatchObject({ version: version + 1 });
  expect((await manager.put(`${url}/review`, { isReviewed: true, version, sentAt })).body).toMatchObject({
    state: 'reviewed',
  });
  expect(await teamOf(manager)).toMatchObject({ queue: [], reviewed: [{ week: learner.week }] });
  const late = await learner.send({ mood: { value: 1, readers: 'manager' } });
  expect(late).toMatchObject({ status: 409, body: { theirs: { state: 'reviewed', can: { edit: false } } } });
  await manager.put(`${url}/review`, { isReviewed: false, version, sentAt });
  expect((await learner.send({ mood: { value: 1, readers: 'manager' } })).status).toBe(200);
});

it('ranks a long wait first, then a blocker and a drop in mood; comments notify the author without quoting the text', async () => {
  const { org } = await setUp();
  api.clock.pass(7 * DAY);
  const learner = await checkInOf(api, org, org.learner);
  await learner.send({
    mood: { value: 2, readers: 'manager' },
    blocker: { text: 'The tool is slow', readers: 'manager' },
  });
  const again = await api.as(org, org.manager);
  const { queue } = await teamOf(again);
  expect(
    queue.map(({ reasons }) => reasons.map(({ kind }) => kind).filter((kind) => kind !== 'late')),
  ).toEqual([
    ['waiting', 'first'],
    ['blocker', 'mood'],
  ]);
  expect(queue[1]?.reasons).toContainEqual({ kind: 'mood', text: 'Mood fell from 4 to 2.' });
  const text = 'Let us talk about the tool';
  const commented = await again.post<CheckInReview>(`/api/team/check-ins/${queue[1]?.checkInId}/comments`, {
    text,
  });
  expect(commented.body.comments).toMatchObject([{ text, by: { userId: org.manager.userId } }]);
  expect((await learner.get<CheckIn>(`/api/check-ins/${learner.week}`)).body.comments).toMatchObject([
    { text },
  ]);
  const notifications = await notificationsFor(api, org, org.learner);
  expect(notifications.map(({ notificationType }) => notificationType)).toContain('CHECK_IN_COMMENTED');
  expect(JSON.stringify(notifications)).not.toContain(text);
  const { body } = await again.get<PersonCheckIns>(`/api/team/check-ins/people/${org.learner.userId}`);
  expect(body.data.map(({ answers }) => answers.mood?.value)).toEqual([2, 4]);
  expect(body.trend.slice(-2).map(({ mood }) => mood)).toEqual([4, 2]);
});

it('asks the manager’s question, and keeps it once it has been answered', async () => {
  const org = await api.organisation();
  const manager = await api.as(org, org.manager);
  const learner = await checkInOf(api, org, org.learner);
  const ask = (text: string | null, week = learner.week) =>
    manager.put<TeamCheckIns>('/api/team/check-ins/question', { week, text });
  expect((await ask('What should we stop?')).body.question?.text).toBe('What should we stop?');
  expect((await ask('Too late?', '2020-01-06')).status).toBe(422);
  const question = (await learner.overview()).current.question;
  expect(question).toMatchObject({ text: 'What should we stop?', by: { userId: org.manager.userId } });
  const answer = {
    questionId: question?.questionId ?? '',
    text: 'The long meeting',
    readers: 'manager' as const,
  };
  expect((await learner.send({ question: answer })).status).toBe(200);
  await ask('Another question?');
  const { queue } = await teamOf(manager);
  expect(queue[0]?.reasons[0]).toEqual({ kind: 'answered', text: 'Answered your question.' });
  const { body } = await manager.get<CheckInReview>(`/api/team/check-ins/${queue[0]?.checkInId}`);
  expect(body.answers.question).toEqual({ question: 'What should we stop?', text: 'The long meeting' });
  const other = await checkInOf(api, org, org.colleague);
  expect(await other.send({ question: { ...answer, questionId: 'a'.repeat(16) } })).toMatchObject({
    status: 422,
    body: { fields: { 'answers.question': 'is no longer asked' } },
  });
});

it('reminds only people who are late, once a day and twice in a week', async () => {
  const org = await api.organisation();
  await toDueTime();
  const late = await api.as(org, org.manager);
  const url = `/api/team/check-ins/people/${org.learner.userId}/reminder`;
  const missingOf = ({ missing }: TeamCheckIns) =>
    missing.find(({ person }) => person.userId === org.learner.userId);
  expect(missingOf(await teamOf(late))).toMatchObject({ state: 'late', can: { remind: true } });
  const answers = await Promise.all(Array.from({ length: 3 }, () => late.post<TeamCheckIns>(url)));
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422, 422]);
  expect(missingOf(await teamOf(late))).toMatchObject({ can: { remind: false } });
  expect(await remindersTo(org)).toBe(1);
  api.clock.pass(DAY);
  const nextDay = await api.as(org, org.manager);
  expect((await nextDay.post(url)).status).toBe(200);
  expect(await remindersTo(org)).toBe(2);
  const colleague = await api.as(org, org.colleague);
  expect((await colleague.post(url)).status).toBe(404);
});

it('treats people who joined after it opened as not late: no reminder, and nothing sent late', async () => {
  const org = await api.organisation();
  await toDueTime();
  const now = api.clock.now();
  await api.pool.query('update users set joined_at = $2 where id = $1', [
    org.learner.userId,
    new Date(now.getTime() - DAY),
  ]);
  const manager = await api.as(org, org.manager);
  const { missing } = await teamOf(manager);
  expect(missing.find(({ person }) => person.userId === org.learner.userId)).toMatchObject({
    state: 'open',
    isOptional: true,
    can: { remind: false },
  });
  expect((await manager.post(`/api/team/check-ins/people/${org.learner.userId}/reminder`)).status).toBe(422);
  const learner = await checkInOf(api, org, org.learner);
  expect((await learner.overview()).current).toMatchObject({ state: 'open', isOptional: true });
  expect((await learner.send({ mood: { value: 4, readers: 'manager' } })).body).toMatchObject({
    state: 'submitted',
    isOptional: false,
    wasLate: false,
  });
});

const remindersTo = async (org: TestOrganisation) =>
  (await notificationsFor(api, org, org.learner)).filter(
    ({ notificationType }) => notificationType === 'CHECK_IN_REMINDER',
  ).length;

/** Moves the clock to after the due time of the check-in and two days before it closes. */
async function toDueTime() {
  const now = api.clock.now();
  const period = currentPeriod(new Date(now.getTime() + 7 * DAY), 'UTC', 'weekly');
  api.clock.pass(timingOf(period, 'UTC').dueAt.getTime() + 60_000 - now.getTime());
}

it('notifies people by day when a check-in opens and when it is due, unless they have sent it', async () => {
  const { org } = await setUp();
  const next = currentPeriod(new Date(Date.now() + 70 * DAY), 'UTC', 'weekly');
  const at = (hours: number) => new Date(Date.parse(`${next.start}T00:00:00Z`) + hours * 3_600_000);
  const notify = (now: Date) => withTenant(api.pool, org.tenantId, (tx) => sendCheckInNotices(tx, now));
  const friday = 4 * 24;
  // The check-in opened before the accounts were created.
  const { start } = currentPeriod(new Date(), 'UTC', 'weekly');
  expect(await notify(new Date(`${start}T10:00:00Z`))).toBe(0);
  expect(await notify(at(8))).toBe(0);
  expect(await notify(at(9))).toBeGreaterThan(2);
  expect(await notify(at(10))).toBe(0);
  expect(await notify(at(30))).toBe(0);
  await asOwner(api.pool, org.tenantId, (tx) =>
    tx.execute(sql`insert into check_ins
      (id, tenant_id, user_id, week, version, state, skip_reason, created_at, updated_at)
      values ('aaaaaaaaaaaaaaaa', ${org.tenantId}, ${org.learner.userId}, ${next.start}, 1, 'skipped', 'ill', now(), now())`),
  );
  // An invited person who joined after the check-in opened.
  await api.pool.query('update users set joined_at = $2 where id = $1', [org.manager.userId, at(30)]);
  const due = await notify(at(friday + 9));
  expect(due).toBeGreaterThan(1);
  expect(await notify(at(friday + 18))).toBe(0);
  const sentTo = async ({ userId }: TestPerson) =>
    (await asOwner(api.pool, org.tenantId, (tx) => tx.select().from(notificationsOutbox)))
      .filter(({ receiverId, dedupeKey }) => receiverId === userId && dedupeKey.startsWith('check-in:'))
      .map(({ body }) => body.notificationType)
      .sort();
  expect(await sentTo(org.learner)).toEqual(['CHECK_IN_OPENED']);
  expect(await sentTo(org.coach)).toEqual(['CHECK_IN_DUE', 'CHECK_IN_OPENED']);
  expect(await sentTo(org.manager)).toEqual(['CHECK_IN_OPENED']);
});
