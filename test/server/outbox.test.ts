import type { NotificationMessage } from '#contract/notifications/notifications.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { enqueueNotifications, retryDelay } from '#server/outbox/index.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());
afterEach(() => {
  api.messaging.isDown = false;
  api.messaging.rejects = () => false;
});

const notificationOf = ({ learner }: TestOrganisation, text: string): NotificationMessage => ({
  notificationType: 'MANAGER_UPDATED_USER_OBJECTIVE',
  payload: { userId: learner.userId, text },
});
/** One notification for each text. */
const enqueue = (org: TestOrganisation, receiverId: number, ...texts: string[]) =>
  withTenant(api.pool, org.tenantId, (tx) =>
    enqueueNotifications(
      tx,
      texts.map((text, n) => ({
        receiverId,
        dedupeKey: `${text}:${n}:${receiverId}`,
        body: notificationOf(org, text),
      })),
      api.clock.now(),
    ),
  );
const textsTo = ({ tenantId }: TestOrganisation, userId: number) =>
  api.messaging.published
    .filter(({ channel }) => channel === `notif_T${tenantId}_U${userId}`)
    .map(({ message }) => message.payload.text);
const isEmpty = async () => (await api.outbox.countPending()) === 0;

it('delivers notifications in order, each with its own id', async () => {
  const org = await api.organisation();
  await enqueue(org, org.manager.userId, 'A', 'B', 'C');
  api.outbox.wake();
  await until(isEmpty);
  expect(textsTo(org, org.manager.userId)).toEqual(['A', 'B', 'C']);
  expect(new Set(api.messaging.published.map(({ id }) => id)).size).toBe(api.messaging.published.length);
});

it('stores the same event once, however often it is enqueued', async () => {
  const org = await api.organisation();
  await enqueue(org, org.manager.userId, 'A');
  await enqueue(org, org.manager.userId, 'A');
  await until(isEmpty);
  await enqueue(org, org.manager.userId, 'A');
  await until(isEmpty);
  expect(textsTo(org, org.manager.userId)).toEqual(['A']);
});

describe('the notification settings of the receiver', () => {
  const KIND = 'MANAGER_UPDATED_USER_OBJECTIVE';
  const nothing = { bellOff: [], mailOff: [], mutedUntil: null };
  const minutesFromNow = (minutes: number) =>
    new Date(api.clock.now().getTime() + minutes * 60_000).toISOString();

  it('leave out a kind that this person has switched off, and only for this person', async () => {
    const org = await api.organisation();
    const manager = await api.as(org, org.manager);
    expect((await manager.get('/api/notification-settings')).body).toEqual(nothing);
    const settings = { ...nothing, bellOff: [KIND] };
    expect((await manager.put('/api/notification-settings', settings)).body).toEqual(settings);
    // Settings that are left out stay as they are.
    const mail = { mailOff: ['UNREAD_MESSAGES'] };
    expect((await manager.put('/api/notification-settings', mail)).body).toEqual({ ...settings, ...mail });
    await enqueue(org, org.manager.userId, 'A');
    await enqueue(org, org.coach.userId, 'B');
    api.outbox.wake();
    await until(async () => textsTo(org, org.coach.userId).length === 1);
    await until(isEmpty);
    expect(textsTo(org, org.manager.userId)).toEqual([]);
  });

  it('hold notifications back while the person is muted, and deliver them when the mute ends early', async () => {
    const org = await api.organisation();
    const manager = await api.as(org, org.manager);
    await manager.put('/api/notification-settings', { ...nothing, mutedUntil: minutesFromNow(60) });
    await enqueue(org, org.manager.userId, 'A');
    await enqueue(org, org.coach.userId, 'B');
    await until(async () => textsTo(org, org.coach.userId).length === 1);
    expect(await api.outbox.countPending()).toBe(1);
    await manager.put('/api/notification-settings', nothing);
    await until(isEmpty);
    expect(textsTo(org, org.manager.userId)).toEqual(['A']);
  });

  it('drop reminders of a time that is near while the person is muted', async () => {
    const org = await api.organisation();
    const manager = await api.as(org, org.manager);
    await manager.put('/api/notification-settings', { ...nothing, mutedUntil: minutesFromNow(60) });
    const remind = (receiverId: number) => ({
      receiverId,
      dedupeKey: `check-in-due:${receiverId}`,
      body: { notificationType: 'CHECK_IN_DUE' as const, payload: {} },
    });
    await withTenant(api.pool, org.tenantId, (tx) =>
      enqueueNotifications(tx, [remind(org.manager.userId), remind(org.coach.userId)], api.clock.now()),
    );
    api.outbox.wake();
    await until(isEmpty);
    const typesTo = (userId: number) =>
      api.messaging.published
        .filter(({ channel }) => channel.endsWith(`U${userId}`))
        .map(({ message }) => message.notificationType);
    expect(typesTo(org.coach.userId)).toEqual(['CHECK_IN_DUE']);
    expect(typesTo(org.manager.userId)).toEqual([]);
  });

  it('refuse unknown kinds', async () => {
    const org = await api.organisation();
    const answer = await (await api.as(org, org.manager)).put('/api/notification-settings', {
      ...nothing,
      bellOff: ['ANYTHING'],
    });
    expect(answer).toMatchObject({ status: 400 });
  });
});

it('stores nothing if the transaction fails', async () => {
  const org = await api.organisation();
  await expect(
    withTenant(api.pool, org.tenantId, async (tx) => {
      await enqueueNotifications(
        tx,
        [
          {
            receiverId: org.manager.userId,
            dedupeKey: 'x',
            body: notificationOf(org, 'A'),
          },
        ],
        api.clock.now(),
      );
      throw new Error('it failed after all');
    }),
  ).rejects.toThrow('after all');
  expect(await isEmpty()).toBe(true);
});

it('keeps the order while messaging is not available, and delivers when it is available again', async () => {
  const org = await api.organisation();
  api.messaging.isDown = true;
  await enqueue(org, org.manager.userId, 'A', 'B');
  api.outbox.wake();
  await until(async () => {
    const { rows } = await api.pool.query('select attempts from notifications_outbox where sent_at is null');
    return rows.length === 2 && rows.every(({ attempts }) => attempts > 0);
  });
  await enqueue(org, org.manager.userId, 'C');
  api.messaging.isDown = false;
  api.clock.pass(2_000);
  await until(isEmpty);
  expect(textsTo(org, org.manager.userId)).toEqual(['A', 'B', 'C']);
  expect([1, 2, 3, 7, 100].map(retryDelay)).toEqual([1_000, 2_000, 4_000, 60_000, 60_000]);
});

it('skips a notification that messaging rejects, and delivers the next one', async () => {
  const org = await api.organisation();
  api.messaging.rejects = ({ payload }) => payload.text === 'BAD';
  await enqueue(org, org.manager.userId, 'A', 'BAD', 'C');
  api.outbox.wake();
  await until(isEmpty);
  expect(textsTo(org, org.manager.userId)).toEqual(['A', 'C']);
});

it('takes over the notifications of a crashed process', async () => {
  const org = await api.organisation();
  await withTenant(api.pool, org.tenantId, async (tx) => {
    await enqueueNotifications(
      tx,
      [{ receiverId: org.coach.userId, dedupeKey: 'left', body: notificationOf(org, 'LEFT') }],
      new Date(api.clock.now().getTime() + 60_000),
    );
  });
  await api.pool.query(
    `update notifications_outbox set leased_until = $1, not_before = created_at - interval '1 hour' where dedupe_key = 'left'`,
    [new Date(api.clock.now().getTime() + 30_000)],
  );
  api.outbox.wake();
  expect(await isEmpty()).toBe(false);
  api.clock.pass(31_000);
  await until(isEmpty);
  expect(textsTo(org, org.coach.userId)).toEqual(['LEFT']);
});
