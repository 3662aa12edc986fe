import { listMigrations, migrate } from '#server/db/migrate.ts';
import { openEmptyDatabase } from '#test/support/testDatabase.ts';

jest.setTimeout(60_000); // creating a database takes a long time

it('keeps every row when the growth tables are added to a database with people, coaches and progress', async () => {
  const database = await openEmptyDatabase();
  try {
    const { pool } = database;
    const all = listMigrations();
    await migrate(
      pool,
      all.filter(({ name }) => name < '0010'),
    );
    for (const tenant of [1, 2]) {
      const id = (n: number) => `${'a'.repeat(14)}${tenant}${n}`;
      const [boss, coach, learner] = [1, 2, 3].map((n) => tenant * 10 + n);
      await pool.query(`
        insert into tenants (id, name, user_pool_id, client_id) values (${tenant}, 'T', 'pool-${tenant}', 'c');
        insert into users (id, tenant_id, uuid, email, first_name, last_name, manager_id, joined_at) values
          (${boss}, ${tenant}, 'u${boss}', 'boss@t${tenant}.example', 'B', 'B', null, '2026-01-01'),
          (${coach}, ${tenant}, 'u${coach}', 'coach@t${tenant}.example', 'C', 'C', ${boss}, '2026-01-02'),
          (${learner}, ${tenant}, 'u${learner}', 'learner@t${tenant}.example', 'L', 'L', ${boss}, '2026-01-03');
        insert into topics values ('${id(1)}', ${tenant}, 'Topic', 'Does it', 'Text');
        insert into topic_versions values (${tenant}, '${id(1)}', 1, '2026-01-01');
        insert into topic_steps (tenant_id, topic_id, n, step_key, position, title, kind, minutes, body)
          values (${tenant}, '${id(1)}', 1, '${id(2)}', 0, 'Step', 'content', 5, 'Text');
        insert into programs (id, tenant_id, name, purpose) values ('${id(3)}', ${tenant}, 'Program', 'Purpose');
        insert into program_topics values (${tenant}, '${id(3)}', '${id(1)}', 0);
        insert into enrolments (id, tenant_id, program_id, user_id, coach_id, state, joined_at)
          values ('${id(4)}', ${tenant}, '${id(3)}', ${learner}, ${coach}, 'active', '2026-02-01');
        insert into step_records (tenant_id, enrolment_id, step_key, state, done_at, updated_at)
          values (${tenant}, '${id(4)}', '${id(2)}', 'done', '2026-02-02', '2026-02-02');
        insert into topic_completions values (${tenant}, '${id(4)}', '${id(1)}', 1, '2026-02-03');`);
    }
    await migrate(pool, all);
    const { rows } =
      await pool.query(`select tenant_id, viewer_id, subject_id, relation, until is null as open,
      to_char(since at time zone 'UTC', 'YYYY-MM-DD') as since from access_windows order by tenant_id, relation, subject_id`);
    expect(rows).toEqual(
      [1, 2].flatMap((tenant) =>
        [
          { viewer_id: tenant * 10 + 2, subject_id: tenant * 10 + 3, relation: 'coach', since: '2026-02-01' },
          {
            viewer_id: tenant * 10 + 1,
            subject_id: tenant * 10 + 2,
            relation: 'manager',
            since: '2026-01-02',
          },
          {
            viewer_id: tenant * 10 + 1,
            subject_id: tenant * 10 + 3,
            relation: 'manager',
            since: '2026-01-03',
          },
        ].map((window) => ({ tenant_id: tenant, ...window, open: true })),
      ),
    );
    const { rows: kept } = await pool.query(
      `select (select count(*) from step_records where state = 'done')::int as steps,
        (select count(*) from topic_completions)::int as topics,
        (select count(*) from enrolments where version = 1 and state = 'active')::int as enrolments`,
    );
    expect(kept).toEqual([{ steps: 2, topics: 2, enrolments: 2 }]);

    // From now on, the database itself records each change.
    await pool.query('update users set manager_id = 12 where id = 13');
    const { rows: windows } = await pool.query(
      `select viewer_id, until is null as open from access_windows where subject_id = 13 and relation = 'manager' order by id`,
    );
    expect(windows).toEqual([
      { viewer_id: 11, open: false },
      { viewer_id: 12, open: true },
    ]);
  } finally {
    await database.close();
  }
});

it('reopens changes of objectives that were only discussed', async () => {
  const database = await openEmptyDatabase();
  try {
    const { pool } = database;
    const all = listMigrations();
    await migrate(
      pool,
      all.filter(({ name }) => name < '0030'),
    );
    for (const tenant of [1, 2]) {
      const id = `${'a'.repeat(15)}${tenant}`;
      await pool.query(`
        insert into tenants (id, name, user_pool_id, client_id) values (${tenant}, 'T', 'pool-${tenant}', 'c');
        insert into users (id, tenant_id, uuid, email, first_name, last_name, joined_at)
          values (${tenant}, ${tenant}, 'u${tenant}', 'a@t${tenant}.example', 'A', 'A', '2026-01-01');
        insert into objectives (id, tenant_id, owner_id, title, measure, visibility, state, created_at, updated_at)
          values ('${id}', ${tenant}, ${tenant}, 'Objective', '{}', 'manager', 'active', '2026-01-01', '2026-01-01');
        insert into objective_changes (id, tenant_id, objective_id, actor_id, at, fields, response, responded_at)
          values ('${id}', ${tenant}, '${id}', ${tenant}, '2026-01-02', '[]', 'disputed', '2026-01-03');`);
    }
    await migrate(pool, all);
    const { rows } = await pool.query('select response, responded_at from objective_changes');
    expect(rows).toEqual(Array.from({ length: 2 }, () => ({ response: 'pending', responded_at: null })));
  } finally {
    await database.close();
  }
});
