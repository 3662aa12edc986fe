import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pino from 'pino';
import type { TopicCompletion } from '#contract/learning/enrolment.ts';
import type { Program } from '#contract/learning/programs.ts';
import { chatChannel } from '#contract/messaging/channels.ts';
import type { InvitablePeople, Invited } from '#contract/notifications/invitations.ts';
import { startDigests } from '#server/chat/index.ts';
import { listMigrations, migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { withTenant } from '#server/db/withTenant.ts';
import type { Mail } from '#server/mail/index.ts';
import { enqueueNotifications, startOutbox } from '#server/outbox/index.ts';
import { connectDirectory, entraUser } from '#test/server/access/scimApi.ts';
import { personOf } from '#test/server/programs/programsApi.ts';
import { PUBLIC_ORIGIN, startApi, type TestApi, until } from '#test/support/api.ts';
import { createSharedDatabase } from '#test/support/sharedPostgres.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';
import { describeOnPostgres, onEachDatabase, testsEmbedded } from '#test/support/testPostgres.ts';

jest.setTimeout(60_000); // creating databases takes a long time

const ALL_STEPS = { stepsDone: 99, leftReady: 2 };
const MINUTE = 60_000;
const silent = pino({ level: 'silent' });
const times = <T>(n: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, index) => work(index)));
const statuses = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))];

onEachDatabase((open) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ openDatabase: open });
  });
  afterAll(() => api.close());

  const messagesTo = ({ tenantId }: TestOrganisation, userId: number) =>
    api.messaging.published
      .filter(({ channel }) => channel === `notif_T${tenantId}_U${userId}`)
      .map(({ message }) => message);
  const typesTo = (org: TestOrganisation, userId: number) =>
    messagesTo(org, userId).map(({ notificationType }) => notificationType);
  const delivered = () => until(async () => (await api.outbox.countPending()) === 0);

  it('creates one person for 10 parallel requests from a directory', async () => {
    const org = await api.organisation();
    const directory = await connectDirectory(api, org);
    const answers = await times(10, () => directory.post('/Users', entraUser(org, 'ngoc')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await directory.find(`userName eq "ngoc@${org.domain}"`)).toHaveLength(1);
  });

  it('completes a topic once for 20 parallel requests, with one notification per receiver', async () => {
    const org = await api.organisation(ALL_STEPS);
    const learner = await api.as(org, org.learner);
    const url = `/api/programs/${org.programId}/topics/${org.topicIds[0]}/completion`;
    const answers = await times(20, () => learner.put<TopicCompletion>(url));
    expect(statuses(answers)).toEqual([200]);
    expect(new Set(answers.map(({ body }) => body.completedAt)).size).toBe(1);
    expect(answers.every(({ body }) => !body.allTopicsCompleted)).toBe(true);
    expect(answers[0]?.body.program.topics[0]).toMatchObject({
      state: 'completed',
      can: { complete: false },
    });
    await delivered();
    for (const { userId } of [org.manager, org.coach])
      expect(messagesTo(org, userId)).toEqual([
        {
          notificationType: 'LEARNER_COMPLETED_TOPIC',
          payload: {
            userId: org.learner.userId,
            programId: org.programId,
            programName: 'A program',
            extraPayload: { behaviorName: 'First topic', topicId: expect.any(String) },
          },
        },
      ]);
    expect(messagesTo(org, org.learner.userId)).toEqual([]);
  });

  it('reports the last completion in exactly one of 20 parallel responses, even for two topics at the same time', async () => {
    const [one, two] = [
      await api.organisation({ stepsDone: 99, leftReady: 1 }),
      await api.organisation(ALL_STEPS),
    ];
    for (const [org, topics] of [
      [one, [1]],
      [two, [0, 1]],
    ] as const) {
      const learner = await api.as(org, org.learner);
      const url = `/api/programs/${org.programId}`;
      const answers = await times(20, (n) =>
        learner.put<TopicCompletion>(`${url}/topics/${org.topicIds[topics[n % topics.length]!]}/completion`),
      );
      expect(statuses(answers)).toEqual([200]);
      expect(answers.filter(({ body }) => body.allTopicsCompleted)).toHaveLength(1);
      expect((await learner.get<Program>(url)).body.enrolment).toBe('completed');
      await delivered();
      for (const { userId } of [org.manager, org.coach])
        expect(typesTo(org, userId)).toEqual([
          ...topics.map(() => 'LEARNER_COMPLETED_TOPIC'),
          'LEARNER_COMPLETED_ALL_TOPICS',
        ]);
      const again = await learner.put<TopicCompletion>(`${url}/topics/${org.topicIds[1]}/completion`);
      expect(again).toMatchObject({ status: 200, body: { allTopicsCompleted: false } });
      const record = await learner.put(`${url}/steps/${org.stepKeys[1]?.[0]}/record`, { done: false });
      expect(record.status).toBe(422);
    }
  });

  it('invites a person once for 20 parallel invitations, and enrols the person once for 20 parallel acceptances', async () => {
    const org = await api.organisation();
    const [manager, admin] = [await api.as(org, org.manager), await api.as(org, org.admin)];
    const url = `/api/programs/${org.programId}`;
    const invited = [org.colleague.userId, org.newcomer.userId];
    const answers = await times(20, (n) =>
      (n % 2 ? manager : admin).post<Invited>(`${url}/invitations`, {
        userIds: n % 3 ? invited : invited.toReversed(),
        coachId: null,
        dueOn: null,
      }),
    );
    expect(statuses(answers)).toEqual([200]);
    const started = answers.flatMap(({ body }) => body.invited);
    expect([started.length, new Set(started)]).toEqual([2, new Set(invited)]);
    const { body: people } = await admin.get<InvitablePeople>(`${url}/invitable`);
    expect(
      people.data.filter(({ userId }) => invited.includes(userId)).map(({ standing }) => standing),
    ).toEqual(['invited', 'invited']);

    const colleague = await personOf(api, org, org.colleague);
    const accepted = await times(20, () => colleague.put<Program>(`${url}/invitation`, { accept: true }));
    expect(statuses(accepted)).toEqual([200]);
    expect((await colleague.read()).enrolment).toBe('choosing');
  });

  it('gives the same successor to 50 parallel refreshes of a session', async () => {
    const org = await api.organisation();
    const { cookies } = await api.signIn(org, org.learner);
    const token = cookies[0]?.value ?? '';
    const refresh = async () => {
      const answer = await api.call('POST', '/api/auth/refresh', { cookies: { trellis_refresh: token } });
      return { ...answer, next: answer.cookies.find(({ name }) => name === 'trellis_refresh')?.value };
    };
    const answers = await times(50, refresh);
    expect(statuses(answers)).toEqual([200]);
    expect(new Set(answers.map(({ next }) => next)).size).toBe(1);
    expect(answers[0]?.next).not.toBe(token);
    api.clock.pass(9_000); // the same successor again for 10 seconds
    expect((await refresh()).next).toBe(answers[0]?.next);
  });

  it('delivers each notification once and in order with several dispatchers', async () => {
    const org = await api.organisation();
    const others = Array.from({ length: 3 }, () =>
      startOutbox({
        pool: api.pool,
        realtime: api.messaging.realtime,
        now: api.clock.now,
        log: silent,
        pollMs: 20,
      }),
    );
    const texts = Array.from({ length: 60 }, (_, n) => `N${n}`);
    await withTenant(api.pool, org.tenantId, (tx) =>
      enqueueNotifications(
        tx,
        texts.map((text) => ({
          receiverId: org.manager.userId,
          dedupeKey: text,
          body: {
            notificationType: 'MANAGER_UPDATED_USER_OBJECTIVE',
            payload: { userId: org.learner.userId, text },
          },
        })),
        api.clock.now(),
      ),
    );
    for (const outbox of others) outbox.wake();
    await delivered();
    await Promise.all(others.map((outbox) => outbox.stop()));
    expect(messagesTo(org, org.manager.userId).map(({ payload }) => payload.text)).toEqual(texts);
  });

  it('sends each mail about unread messages once with several dispatchers', async () => {
    const orgs = await times(4, () => api.organisation());
    const sent: Mail[] = [];
    const receivers = orgs.flatMap(({ manager, coach, admin }) => [manager, coach, admin]);
    for (const org of orgs) {
      const learner = await api.as(org, org.learner);
      for (const to of [org.manager, org.coach, org.admin]) {
        await learner.post('/api/conversations', { peerId: to.userId });
        api.messaging.messages.push({
          channel: chatChannel(org.tenantId, org.learner.userId, to.userId),
          publisher: org.learner.uuid,
          timetoken: `${api.clock.now().getTime()}0000`,
          actionTypes: [],
        });
        const answers = await times(20, () =>
          learner.post<{ accepted: boolean }>('/api/unread-messages', {
            receiverId: to.userId,
            previewText: 'hello',
          }),
        );
        expect(statuses(answers)).toEqual([200]);
        expect(answers.filter(({ body }) => body.accepted)).toHaveLength(1);
      }
    }
    api.clock.pass(2 * MINUTE);
    const dispatchers = Array.from({ length: 4 }, () =>
      startDigests({
        pool: api.pool,
        realtime: api.messaging.realtime,
        mail: { send: async (mail) => void sent.push(mail) },
        publicOrigin: PUBLIC_ORIGIN,
        delayMs: 2 * MINUTE,
        now: api.clock.now,
        log: silent,
        pollMs: 20,
      }),
    );
    const open = async () => {
      const counts = await Promise.all(
        orgs.map(({ tenantId }) =>
          withTenant(api.pool, tenantId, (tx) =>
            tx.execute('select from mail_digests where ended_at is null'),
          ),
        ),
      );
      return counts.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
    };
    await until(async () => (await open()) === 0);
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()));
    expect(sent.map(({ to }) => to.address).sort()).toEqual(receivers.map(({ email }) => email).sort());
  });
});

describe('migrations', () => {
  if (testsEmbedded)
    it('are applied once if two callers start together on the embedded database', async () => {
      const { pool, close } = await openDatabase({ memory: true });
      try {
        const applied = await Promise.all([migrate(pool), migrate(pool)]);
        expect(applied.map(({ length }) => length).sort((a, b) => a - b)).toEqual([
          0,
          listMigrations().length,
        ]);
      } finally {
        await close();
      }
    });

  describeOnPostgres('on PostgreSQL', () => {
    it('are applied once if two processes start together', async () => {
      const empty = await createSharedDatabase('template0');
      const script = `
        const { openDatabase } = await import('#server/db/open.ts');
        const { migrate } = await import('#server/db/migrate.ts');
        const { pool, close } = await openDatabase({ url: ${JSON.stringify(empty.appUrl)}, poolSize: 2 });
        process.stdout.write('open\\n');
        await new Promise((resolve) => process.stdin.once('data', resolve));
        process.stdout.write(String((await migrate(pool)).length));
        await close();
        process.stdin.unref();`;
      const processes = Array.from({ length: 2 }, () =>
        spawn(process.execPath, ['--input-type=module', '-e', script], {
          stdio: ['pipe', 'pipe', 'inherit'],
        }),
      );
      const ended = Promise.all(processes.map((process) => once(process, 'exit')));
      await Promise.all(processes.map(({ stdout }) => once(stdout, 'data')));
      const applied = processes.map(async ({ stdin, stdout }) => {
        stdin.write('go\n');
        return Number((await once(stdout, 'data'))[0]);
      });
      expect((await Promise.all(applied)).sort((a, b) => a - b)).toEqual([0, listMigrations().length]);
      expect((await ended).map(([code]) => code as number)).toEqual([0, 0]);
      await empty.drop();
    });
  });
});
