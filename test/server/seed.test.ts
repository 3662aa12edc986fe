import type { OpenDatabase } from '#server/db/open.ts';
import { demoOrganisations } from '#server/db/seed/demoOrganisations.ts';
import { DEMO_PASSWORD, seedDemo } from '#server/db/seed/seedDemo.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { readHome } from '#server/home/home.ts';
import { findPlans, progressOf, topicStateOf } from '#server/programs/index.ts';
import { openTestDatabase } from '#test/support/testDatabase.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

describe('the demo organisation', () => {
  it('is identical for the same day', () => {
    expect(demoOrganisations(NOW, 'hash')).toEqual(demoOrganisations(NOW, 'hash'));
  });

  it('has 40 people with names in many scripts, 6 departments and 4 programs with full content', () => {
    const [demo, other] = demoOrganisations(NOW, 'hash');
    expect(demo?.users).toHaveLength(40);
    expect(demo?.departments).toHaveLength(6);
    expect(demo?.programs).toHaveLength(4);
    expect(new Set(demo?.users.map(({ email }) => email)).size).toBe(40);
    const names = demo?.users.map(({ firstName, lastName }) => `${firstName} ${lastName}`) ?? [];
    expect(names.some((name) => name.length > 45)).toBe(true);
    for (const script of [/\p{Script=Arabic}/u, /\p{Script=Han}/u, /\p{Script=Cyrillic}/u, /'/])
      expect(names.some((name) => script.test(name))).toBe(true);
    const perTopic = Object.values(
      Object.groupBy(demo?.topicSteps ?? [], ({ topicId, n }) => `${topicId}/${n}`),
    ).map((steps) => steps?.length ?? 0);
    expect(Math.min(...perTopic)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...perTopic)).toBeLessThanOrEqual(4);
    expect(demo?.topicSteps.every(({ body }) => body.length > 90)).toBe(true);
    expect(other?.users.some(({ email }) => email === 'admin@other.example')).toBe(true);
  });

  it('has no session or survey that a learner marked as done', () => {
    for (const { topicSteps, stepRecords } of demoOrganisations(NOW, 'hash')) {
      const kinds = new Map(topicSteps.map(({ stepKey, kind }) => [stepKey, kind]));
      const states = stepRecords.flatMap(({ stepKey, state }) =>
        ['session', 'survey'].includes(kinds.get(stepKey) ?? '') ? [state] : [],
      );
      expect(states.filter((state) => state !== 'waived')).toEqual([]);
    }
  });

  it('has several months of history, in order and without future dates', () => {
    for (const rows of demoOrganisations(NOW, 'hash')) {
      const joined = new Map(rows.enrolments.map(({ id, joinedAt }) => [id, joinedAt]));
      for (const { enrolmentId, doneAt } of rows.stepRecords) {
        expect(doneAt! <= NOW).toBe(true);
        expect(doneAt! >= joined.get(enrolmentId)!).toBe(true);
      }
      for (const { completedAt } of rows.topicCompletions) expect(completedAt <= NOW).toBe(true);
    }
    const days = demoOrganisations(NOW, 'hash')[0]!.stepRecords.map(
      ({ doneAt }) => (NOW.getTime() - doneAt!.getTime()) / 86_400_000,
    );
    expect(Math.max(...days)).toBeGreaterThan(90);
    expect(days.length).toBeGreaterThan(100);
  });
});

describe('seeding', () => {
  jest.setTimeout(30_000); // hashes a password and inserts about 1,000 rows

  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  }, 60_000);
  afterAll(() => database.close());

  it('fills an empty database once and keeps later changes', async () => {
    expect(await seedDemo(database.pool, NOW)).toBe(true);
    await database.pool.query(`update users set first_name = 'Changed' where email = 'learner@demo.example'`);
    expect(await seedDemo(database.pool, NOW)).toBe(false);
    const { rows } = await database.pool.query(
      `select first_name, count(*) over ()::int as n from users where email = 'learner@demo.example'`,
    );
    expect(rows).toEqual([{ first_name: 'Changed', n: 1 }]);
    expect(DEMO_PASSWORD).toBe('trellis-demo');
  });

  it('prepares the main demo: one topic completed, two ready to complete, and a second program in progress', async () => {
    const { rows } = await database.pool.query(
      `select id, manager_id, (select id from users where email = 'manager@demo.example') as manager
        from users where email in ('learner@demo.example', 'new@demo.example') order by email`,
    );
    expect(rows.map(({ manager_id }) => manager_id)).toEqual([rows[0].manager, rows[0].manager]);
    const plans = await withTenant(database.pool, 1, (tx) => findPlans(tx, { userIds: [rows[0].id] }));
    const selected = plans.map(({ topics }) =>
      topics.filter(({ isSelected }) => isSelected).map(topicStateOf),
    );
    expect(selected).toEqual([['completed', 'ready', 'ready'], [], ['in_progress', 'selected']]);
    expect(plans[1]).toMatchObject({ enrolment: 'invited' });
    expect(plans.every(({ coachId, managerId }) => coachId !== managerId)).toBe(true);
    expect(progressOf(plans[2]!.topics)).toEqual({ done: 1, total: 6, percent: 16 });
  });

  it('has at least one need on the home page of every account', async () => {
    const idle: string[] = [];
    for (const { tenant, users } of demoOrganisations(NOW, 'hash'))
      for (const user of users) {
        const viewer = {
          userId: user.id,
          tenantId: tenant.id,
          sessionId: 's',
          isAdmin: user.isAdmin ?? false,
          mayAuthor: false,
          timeZone: user.timeZone ?? 'UTC',
          locale: 'en-US',
        };
        const home = await readHome(database.pool, viewer, NOW);
        if (!home.needs.some(({ group }) => group !== 'waiting')) idle.push(user.email);
      }
    expect(idle).toEqual([]);
  });

  it('continues the user ids after the demo people', async () => {
    const { rows } = await database.pool.query(
      `insert into users (tenant_id, uuid, email, first_name, last_name) values (1, 'x', 'x@demo.example', 'X', 'Y') returning id`,
    );
    expect(rows[0].id).toBeGreaterThan(1_004);
  });
});
