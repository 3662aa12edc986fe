import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDirectory } from '#server/access/directory/overview.ts';
import { verifyAuditLogs } from '#server/administration/audit/index.ts';
import { readPeopleTable } from '#server/administration/peopleAdmin/peopleTable.ts';
import { readWebhooks } from '#server/administration/webhooks/endpoints.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import { seedContent } from '#server/db/seed/content/seedContent.ts';
import { demoOrganisations } from '#server/db/seed/demoOrganisations.ts';
import { growDemo } from '#server/db/seed/growDemo.ts';
import { DEMO_PASSWORD, seedDemo } from '#server/db/seed/seedDemo.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { readHome } from '#server/home/home.ts';
import { createDirectoryStorage } from '#server/learning/packages/storage/directoryStorage.ts';
import { findPlans, progressOf, topicStateOf } from '#server/learning/programs/index.ts';
import { openTestDatabase } from '#test/support/testDatabase.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const KEY = Buffer.alloc(32, 7);

describe('the demo organisation', () => {
  it('has the same data whenever it is created on the same day', () => {
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

  it('has no session or survey step that a learner marked as done', () => {
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
  jest.setTimeout(120_000); // hashes a password and inserts about 1,000 rows

  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  }, 60_000);
  afterAll(() => database.close());

  it('fills an empty database once and keeps later changes', async () => {
    expect(await seedDemo(database.pool, NOW, KEY)).toBe(true);
    await database.pool.query(`update users set first_name = 'Changed' where email = 'learner@demo.example'`);
    expect(await seedDemo(database.pool, NOW, KEY)).toBe(false);
    const { rows } = await database.pool.query(
      `select first_name, count(*) over ()::int as n from users where email = 'learner@demo.example'`,
    );
    expect(rows).toEqual([{ first_name: 'Changed', n: 1 }]);
    expect(DEMO_PASSWORD).toBe('trellis-demo');
  });

  it('has a topic with packages, a video and a survey in a program that everyone can join, and notifies no one', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'trellis-seed-'));
    try {
      await seedContent({
        pool: database.pool,
        storage: createDirectoryStorage(join(directory, 'stored')),
        workDirectory: join(directory, 'work'),
        now: () => NOW,
      });
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
    const { rows } = await database.pool.query(
      `select coalesce(report->>'kind', purpose) as kind, state from packages order by 1`,
    );
    expect(rows).toEqual(
      ['captions', 'file', 'h5p', 'scorm12', 'video'].map((kind) => ({ kind, state: 'ready' })),
    );
    const { rows: launched } = await database.pool.query(
      `select name, status, joining from programs where name in ('Feedback in practice', 'Calm at the counter') order by 1`,
    );
    expect(launched).toEqual(
      ['Calm at the counter', 'Feedback in practice'].map((name) => ({
        name,
        status: 'active',
        joining: 'open',
      })),
    );
    expect((await database.pool.query('select from notifications_outbox')).rows).toEqual([]);
  });

  it('has coaching sessions in every state, created by the product’s functions and without notifications', async () => {
    const { rows } = await database.pool.query<{ state: string }>(
      'select distinct state from coaching_sessions',
    );
    expect(rows.map(({ state }) => state).sort()).toEqual([
      'cancelled',
      'held',
      'no_show',
      'proposed',
      'scheduled',
    ]);
    const { rows: waiting } = await database.pool.query('select from notifications_outbox');
    expect(waiting).toEqual([]);
  });

  it('has no one who did something after their last visit', async () => {
    const { rows } = await database.pool.query(
      `select u.email from users as u join enrolments as e on e.user_id = u.id
        left join step_records as r on r.enrolment_id = e.id and r.state = 'done'
        left join check_ins as k on k.user_id = u.id
        where greatest(r.updated_at, k.sent_at) > u.last_active_at or u.last_active_at > $1`,
      [NOW],
    );
    expect(rows).toEqual([]);
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

  it('has a department tree of 3 levels, invitations in every state, and a colleague who left', async () => {
    const { rows: levels } = await database.pool.query(`
      with recursive tree as (
        select id, 1 as level from departments where parent_id is null and tenant_id = 1
        union all select d.id, level + 1 from departments as d join tree on d.parent_id = tree.id)
      select level, count(*)::int as n from tree group by level order by level`);
    expect(levels).toEqual([
      { level: 1, n: 6 },
      { level: 2, n: 7 },
      { level: 3, n: 2 },
    ]);
    const people = await withTenant(database.pool, 1, (tx) => readPeopleTable(tx, { status: 'all' }, NOW));
    expect(people.statuses).toMatchObject({ active: 40, invited: 5, deactivated: 1 });
    const { data: invited } = await withTenant(database.pool, 1, (tx) =>
      readPeopleTable(tx, { status: 'invited' }, NOW),
    );
    expect(invited.map(({ lastName, invitation }) => `${lastName}: ${invitation?.state}`)).toEqual([
      'Holm: pending',
      'Laurent: pending',
      'Mokoena: pending',
      'Okafor: expired',
      'Qureshi: revoked',
    ]);
    const { rows: unsent } = await database.pool.query(
      'select 1 from account_links where mail_ended_at is null',
    );
    expect(unsent).toEqual([]);
  });

  it('has valid audit logs in chronological order', async () => {
    const { rows: entries } = await database.pool.query<{ at: Date; action: string }>(
      'select at, action from audit_entries where tenant_id = 1 order by seq',
    );
    const times = entries.map(({ at }) => new Date(at).getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThan(NOW.getTime());
    const actions = new Set(entries.map(({ action }) => action));
    for (const action of [
      'person.invited',
      'person.deactivated',
      'person.password-changed',
      'department.changed',
    ])
      expect(actions).toContain(action);
    const found = await verifyAuditLogs(database.pool, KEY);
    expect(found).toMatchObject([{ fault: null }, { fault: null }]);
  });

  it('has a directory and webhooks with sample data', async () => {
    const { directory, webhooks } = await withTenant(database.pool, 1, async (tx) => ({
      directory: await readDirectory(tx, 'https://trellis.example/scim/v2', NOW),
      webhooks: await readWebhooks(tx, NOW),
    }));
    expect(directory).toMatchObject({
      tokens: [{ name: 'Entra ID', lastUsedAt: expect.any(String) }],
      people: 3,
      groups: [{ name: 'service-desk-all', members: 3 }],
      errors: { data: [{ subject: 'noor.bakker@temps.example', times: 3 }] },
    });
    expect(webhooks.endpoints).toMatchObject([
      { state: 'on', waiting: 0, failingSince: null, lastSuccessAt: expect.any(String) },
      { state: 'off', waiting: 1, failingSince: expect.any(String), lastSuccessAt: null },
    ]);
    const { rows } = await database.pool.query(
      'select state, attempts, status from webhook_deliveries order by created_at, state',
    );
    expect(rows).toEqual([
      { state: 'delivered', attempts: 1, status: 204 },
      { state: 'delivered', attempts: 1, status: 204 },
      { state: 'delivered', attempts: 2, status: 204 },
      { state: 'waiting', attempts: 2, status: null },
    ]);
  });

  it('grows to any number of people in departments with managers, once', async () => {
    await growDemo(database.pool, 1_500, NOW);
    expect(await growDemo(database.pool, 1_500, NOW)).toBe(0);
    const { rows } = await database.pool.query(`
      select count(*)::int as people, count(distinct department_id)::int as departments,
        (count(*) filter (where manager_id is null))::int as without_manager,
        (count(*) filter (where status = 'invited' and not exists (
          select from account_links as l where l.user_id = users.id)))::int as without_invitation
      from users where tenant_id = 1`);
    expect(rows).toEqual([{ people: 1_500, departments: 143, without_manager: 129, without_invitation: 0 }]);
    expect(await growDemo(database.pool, 100, NOW)).toBe(0);
  });

  it('assigns user ids above the ids of the demo people', async () => {
    const { rows } = await database.pool.query(
      `insert into users (tenant_id, uuid, email, first_name, last_name) values (1, 'x', 'x@demo.example', 'X', 'Y') returning id`,
    );
    expect(rows[0].id).toBeGreaterThan(1_004);
  });
});
