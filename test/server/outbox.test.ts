import pino from 'pino';
import { withTenant } from '#server/db/withTenant.ts';
import { enqueueNotifications, startOutbox, waitAfter } from '#server/outbox/index.ts';
import type { TestOrganisation } from '#test/support/anOrganisation.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());
afterEach(() => {
  api.messaging.isAway = false;
  api.messaging.refuses = () => false;
});

const enqueue = (org: TestOrganisation, receiverId: number, ...types: string[]) =>
  withTenant(api.pool, org.tenantId, (tx) =>
    enqueueNotifications(
      tx,
      types.map((notificationType, n) => ({
        receiverId,
        dedupeKey: `${notificationType}:${n}:${receiverId}`,
        body: { notificationType, payload: { userId: org.learner.userId } },
      })),
      api.clock.now(),
    ),
  );
const typesTo = ({ tenantId }: TestOrganisation, userId: number) =>
  api.messaging.published
    .filter(({ channel }) => channel === `notif_T${tenantId}_U${userId}`)
    .map(({ message }) => message.notificationType);
const isEmpty = async () => (await api.outbox.countWaiting()) === 0;

it('delivers what was written, in order, with the id of its row, right after it is woken', async () => {
  const org = await api.organisation();
  await enqueue(org, org.manager.userId, 'A', 'B', 'C');
  api.outbox.wake();
  await until(isEmpty);
  expect(typesTo(org, org.manager.userId)).toEqual(['A', 'B', 'C']);
  expect(new Set(api.messaging.published.map(({ id }) => id)).size).toBe(api.messaging.published.length);
});

it('takes one event once, however often it is reported', async () => {
  const org = await api.organisation();
  await enqueue(org, org.manager.userId, 'A');
  await enqueue(org, org.manager.userId, 'A');
  await until(isEmpty);
  await enqueue(org, org.manager.userId, 'A');
  await until(isEmpty);
  expect(typesTo(org, org.manager.userId)).toEqual(['A']);
});

it('leaves nothing behind of a transaction that failed', async () => {
  const org = await api.organisation();
  await expect(
    withTenant(api.pool, org.tenantId, async (tx) => {
      await enqueueNotifications(
        tx,
        [
          {
            receiverId: org.manager.userId,
            dedupeKey: 'x',
            body: { notificationType: 'A', payload: {} },
          },
        ],
        api.clock.now(),
      );
      throw new Error('it failed after all');
    }),
  ).rejects.toThrow('after all');
  expect(await isEmpty()).toBe(true);
});

it('keeps everything in order while messaging is away, and delivers it when it is back', async () => {
  const org = await api.organisation();
  api.messaging.isAway = true;
  await enqueue(org, org.manager.userId, 'A', 'B');
  api.outbox.wake();
  await until(async () => {
    const { rows } = await api.pool.query('select attempts from notifications_outbox where sent_at is null');
    return rows.length === 2 && rows.every(({ attempts }) => attempts > 0);
  });
  await enqueue(org, org.manager.userId, 'C');
  api.messaging.isAway = false;
  api.clock.pass(2_000);
  await until(isEmpty);
  expect(typesTo(org, org.manager.userId)).toEqual(['A', 'B', 'C']);
  expect([1, 2, 3, 7, 100].map(waitAfter)).toEqual([1_000, 2_000, 4_000, 60_000, 60_000]);
});

it('puts aside what is refused for good, and goes on with the next', async () => {
  const org = await api.organisation();
  api.messaging.refuses = ({ notificationType }) => notificationType === 'BAD';
  await enqueue(org, org.manager.userId, 'A', 'BAD', 'C');
  api.outbox.wake();
  await until(isEmpty);
  expect(typesTo(org, org.manager.userId)).toEqual(['A', 'C']);
});

it('is delivered once by several processes side by side', async () => {
  const org = await api.organisation();
  const others = Array.from({ length: 3 }, () =>
    startOutbox({
      pool: api.pool,
      realtime: api.messaging.realtime,
      now: api.clock.now,
      log: pino({ level: 'silent' }),
      pollMs: 20,
    }),
  );
  const types = Array.from({ length: 60 }, (_, n) => `N${n}`);
  await enqueue(org, org.manager.userId, ...types);
  for (const outbox of others) outbox.wake();
  await until(isEmpty, 15_000);
  await Promise.all(others.map((outbox) => outbox.stop()));
  expect(typesTo(org, org.manager.userId)).toEqual(types);
}, 20_000);

it('takes over what a process left on its way', async () => {
  const org = await api.organisation();
  await withTenant(api.pool, org.tenantId, async (tx) => {
    await enqueueNotifications(
      tx,
      [{ receiverId: org.coach.userId, dedupeKey: 'left', body: { notificationType: 'LEFT', payload: {} } }],
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
  expect(typesTo(org, org.coach.userId)).toEqual(['LEFT']);
});
