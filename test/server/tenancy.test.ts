import type { Objective } from '#contract/objectives.ts';
import { eq, getTableConfig } from '#server/db/drizzle.ts';
import * as chat from '#server/db/schema/chat.ts';
import * as objectives from '#server/db/schema/objectives.ts';
import * as outbox from '#server/db/schema/outbox.ts';
import * as people from '#server/db/schema/people.ts';
import * as programs from '#server/db/schema/programs.ts';
import * as propensity from '#server/db/schema/propensity.ts';
import * as sessions from '#server/db/schema/sessions.ts';
import * as tenants from '#server/db/schema/tenants.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import type { TestOrganisation } from '#test/support/anOrganisation.ts';
import { startApi, type TestApi } from '#test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

const tables = Object.values({
  ...chat,
  ...objectives,
  ...outbox,
  ...people,
  ...programs,
  ...propensity,
  ...sessions,
  ...tenants,
});

it('is on, and forced, for every table that holds an organisation’s data', async () => {
  const { rows } = await api.pool.query(`
    select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
      exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'same_tenant'
        and p.polwithcheck is not null and p.polroles = '{0}') as kept
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r'
      and (c.relname = 'tenants' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id'))`);
  expect(rows.length).toBeGreaterThan(18);
  expect(rows.filter(({ enabled, forced, kept }) => !(enabled && forced && kept))).toEqual([]);
});

it('shows nothing outside of a tenant’s transaction, to nobody who is not meant to', async () => {
  await api.organisation();
  for (const role of ['trellis_app', 'trellis_door', 'trellis_courier'])
    for (const table of [
      'users',
      'programs',
      'sessions',
      'refresh_tokens',
      'step_records',
      'propensity_results',
    ]) {
      const client = await api.pool.connect();
      try {
        await client.query(`begin; set local role ${role}`);
        const seen = await client.query(`select count(*)::int as n from ${table}`).then(
          ({ rows }) => rows[0].n as number,
          (error: { code: string }) => error.code,
        );
        expect([0, '42501']).toContain(seen); // no row, or not even the right to ask
      } finally {
        await client.query('rollback');
        client.release();
      }
    }
});

it('shows the keeper no more of people, organisations and sessions than whether they have ended', async () => {
  await api.organisation();
  for (const columns of ['u.email', 'u.first_name', 'n.name', 's.revoked_because', 'r.hash']) {
    const client = await api.pool.connect();
    try {
      await client.query('begin; set local role trellis_keeper');
      await expect(
        client.query(
          `select ${columns} from users u, tenants n, sessions s${columns.startsWith('r.') ? ', refresh_tokens r' : ''}`,
        ),
      ).rejects.toMatchObject({ code: '42501' });
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
});

it('lets one organisation neither read nor write anything of another, whatever the query says', async () => {
  const [ours, theirs] = [await api.organisation(), await api.organisation()];
  await withTenant(api.pool, ours.tenantId, async (tx) => {
    const seen = await tx.select({ tenantId: people.users.tenantId }).from(people.users);
    expect(new Set(seen.map(({ tenantId }) => tenantId))).toEqual(new Set([ours.tenantId]));
    const { rowCount } = await tx
      .update(people.users)
      .set({ firstName: 'Taken' })
      .where(eq(people.users.id, theirs.learner.userId));
    expect(rowCount).toBe(0);
    expect(
      (await tx.delete(programs.goals).where(eq(programs.goals.tenantId, theirs.tenantId))).rowCount,
    ).toBe(0);
  });
  await expect(
    withTenant(api.pool, ours.tenantId, (tx) =>
      tx.insert(people.departments).values({ tenantId: theirs.tenantId, name: 'Planted' }),
    ),
  ).rejects.toMatchObject({ cause: { code: '42501' } });
  // Not by a reference either: the key holds the tenant.
  await expect(
    withTenant(api.pool, ours.tenantId, (tx) =>
      tx
        .update(people.users)
        .set({ managerId: theirs.manager.userId })
        .where(eq(people.users.id, ours.learner.userId)),
    ),
  ).rejects.toMatchObject({ cause: { code: '23503' } });
});

it('leaves neither role nor tenant to the next who gets the connection', async () => {
  const org = await api.organisation();
  await withTenant(api.pool, org.tenantId, async () => {});
  const { rows } = await api.pool.query(
    `select current_user as role, nullif(current_setting('app.tenant_id', true), '') as tenant`,
  );
  expect(rows).toEqual([{ role: 'postgres', tenant: null }]);
});

describe('what only reads', () => {
  it('sees one organisation and changes nothing, however much it asks side by side', async () => {
    const [ours, theirs] = [await api.organisation(), await api.organisation()];
    const tenantsSeen = await Promise.all(
      [ours, theirs, ours, theirs].map(({ tenantId }) =>
        readTenant(api.pool, tenantId, async (tx) => {
          const ask = () => tx.select({ tenantId: people.users.tenantId }).from(people.users);
          const rows = (await Promise.all([ask(), ask(), ask()])).flat();
          return [...new Set(rows.map((row) => row.tenantId))];
        }),
      ),
    );
    expect(tenantsSeen).toEqual([ours, theirs, ours, theirs].map(({ tenantId }) => [tenantId]));
    await expect(
      readTenant(api.pool, ours.tenantId, (tx) =>
        tx.update(people.users).set({ firstName: 'Taken' }).where(eq(people.users.id, ours.learner.userId)),
      ),
    ).rejects.toMatchObject({ cause: { code: '25006' } });
  });

  it('gives nothing out when it did not come into the organisation', async () => {
    const org = await api.organisation();
    const client = await api.pool.connect();
    await client.query('alter role trellis_app rename to trellis_gone');
    client.release();
    try {
      await expect(
        readTenant(api.pool, org.tenantId, (tx) => tx.select().from(people.users)),
      ).rejects.toMatchObject({ message: expect.stringContaining('trellis_app') });
    } finally {
      await api.pool.query('alter role trellis_gone rename to trellis_app');
    }
  });
});

it.each([
  ['reads', readTenant],
  ['writes', withTenant],
])('lets what was left behind by one that %s ask nothing of the next', async (_how, work) => {
  const [ours, theirs] = [await api.organisation(), await api.organisation()];
  const left = Promise.withResolvers<void>();
  let late: Promise<unknown> = Promise.resolve();
  await work(api.pool, ours.tenantId, async (tx) => {
    late = left.promise.then(() => tx.select({ tenantId: people.users.tenantId }).from(people.users));
    late.catch(() => {});
  });
  await work(api.pool, theirs.tenantId, async () => {
    left.resolve();
    await expect(late).rejects.toMatchObject({ cause: { message: 'The transaction is over' } });
  });
});

it('keeps published steps as they are', async () => {
  const org = await api.organisation();
  await expect(
    withTenant(api.pool, org.tenantId, (tx) => tx.update(programs.topicSteps).set({ title: 'Changed' })),
  ).rejects.toMatchObject({ cause: { code: '42501' } });
});

it('knows the same columns in code as in the database', async () => {
  const { rows } = await api.pool.query<{ table: string; column: string; type: string; required: boolean }>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as required
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and c.relname <> 'schema_migrations'`);
  const inDatabase = rows.map(
    ({ table, column, type, required }) => `${table}.${column} ${type} ${required}`,
  );
  const inCode = tables.flatMap((table) => {
    const { name, columns } = getTableConfig(table);
    return columns.map((column) => {
      const isKey = getTableConfig(table).primaryKeys.some((key) => key.columns.includes(column));
      return `${name}.${column.name} ${column.getSQLType()} ${column.notNull || column.primary || isKey}`;
    });
  });
  expect(inCode.sort()).toEqual(inDatabase.sort());
});

/** Tables that a fresh organisation has no rows in are filled by what people do. */
async function lived(org: TestOrganisation) {
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
  await api.pool.query(`update programs set confirmation = 'coach' where id = $1`, [org.programId]);
  await learner.put(`/api/programs/${org.programId}/topics/${org.topicIds[1]}/completion`);
  await manager.post(`/api/programs/${org.programId}/invitations`, {
    userIds: [org.colleague.userId],
    coachId: null,
    dueOn: null,
  });
  const { rows } = await api.pool.query<{ id: string }>(
    'select id from objective_changes where objective_id = $1',
    [objective.objectiveId],
  );
  return { objectiveId: objective.objectiveId, changeId: rows[0]?.id ?? '' };
}

it('walks every table: nothing of another organisation is read, changed, deleted or planted', async () => {
  const [ours, theirs] = [await api.organisation(), await api.organisation({ stepsDone: 99, leftReady: 1 })];
  await lived(theirs);
  const withTenantId = tables
    .map((table) => getTableConfig(table))
    .filter(({ columns }) => columns.some(({ name }) => name === 'tenant_id'));
  const filled: string[] = [];
  for (const { name } of withTenantId) {
    const { rows } = await api.pool.query(`select * from ${name} where tenant_id = $1 limit 1`, [
      theirs.tenantId,
    ]);
    if (rows.length > 0) filled.push(name);
    const asOurs = async (statement: string) => {
      const client = await api.pool.connect();
      try {
        await client.query(
          `begin; set local role trellis_app; select set_config('app.tenant_id', '${ours.tenantId}', true)`,
        );
        return await client.query(statement).then(
          ({ rowCount }) => rowCount ?? 0,
          ({ code }: { code: string }) => code,
        );
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    const isTheirs = `tenant_id = ${theirs.tenantId}`;
    // No row, or not even the right to ask.
    expect([name, [0, '42501']]).toEqual([
      name,
      expect.arrayContaining([await asOurs(`select 1 from ${name} where ${isTheirs}`)]),
    ]);
    expect([name, [0, '42501']]).toEqual([
      name,
      expect.arrayContaining([await asOurs(`update ${name} set tenant_id = tenant_id where ${isTheirs}`)]),
    ]);
    expect([name, [0, '42501']]).toEqual([
      name,
      expect.arrayContaining([await asOurs(`delete from ${name} where ${isTheirs}`)]),
    ]);
    expect([name, await asOurs(`insert into ${name} (tenant_id) values (${theirs.tenantId})`)]).toEqual([
      name,
      '42501',
    ]);
  }
  for (const name of [
    'goals',
    'objectives',
    'objective_notes',
    'objective_changes',
    'topic_confirmations',
    'access_windows',
    'step_records',
    'notifications_outbox',
  ])
    expect(filled).toContain(name);
});

it('answers no call that names something of another organisation, whoever asks', async () => {
  const [ours, theirs] = [await api.organisation(), await api.organisation({ stepsDone: 99, leftReady: 1 })];
  const made = await lived(theirs);
  const { body: document } = await api.call<{ paths: Record<string, Record<string, unknown>> }>(
    'GET',
    '/api/openapi.json',
  );
  const names: Record<string, string> = {
    programId: theirs.programId,
    topicId: theirs.topicIds[0] ?? '',
    stepKey: theirs.stepKeys[0]?.[0] ?? '',
    userId: String(theirs.learner.userId),
    ...made,
  };
  const calls = Object.entries(document.paths)
    .filter(([path]) => path.includes('{') && !path.includes('/avatars/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() as 'GET' })),
    );
  expect(calls.length).toBeGreaterThan(25);
  for (const role of ['admin', 'manager', 'coach', 'learner'] as const) {
    const person = await api.as(ours, ours[role]);
    for (const { path, method } of calls) {
      const url = path.replace(/\{(\w+)\}/g, (_all, name: string) => names[name] ?? 'x');
      const { status, body } = await api.call(method, url, {
        headers: { authorization: person.token },
        ...(method === 'GET' ? {} : { body: bodies[path.split('/').at(-1) ?? ''] ?? objectiveEdit }),
      });
      expect([method, path, status]).toEqual([method, path, 404]);
      expect(JSON.stringify(body)).not.toContain('First topic');
    }
  }
});

const noWords = { why: null, ifThenPlan: null };
const objectiveEdit = {
  title: 'Taken over',
  ...noWords,
  measure: { kind: 'text', text: 'x' },
  dueOn: null,
  topicId: null,
  visibility: 'manager',
  version: 1,
  reason: 'Because',
};
/** A body that the schema of each call takes, by the last part of its path. */
const bodies: Record<string, unknown> = {
  invitation: { accept: true },
  goals: { version: 1, topics: [] },
  version: { version: 2 },
  withdrawal: { reason: 'Because' },
  record: { done: true },
  answers: { answers: {} },
  attempts: { answers: {} },
  confirmation: { confirmed: true, note: null },
  waiver: { reason: 'Because' },
  proposal: { note: null },
  reopening: { reason: 'Because' },
  invitations: { userIds: [1], coachId: null, dueOn: null },
  notes: { text: 'x', value: null, isShared: false },
  state: { state: 'active', isAtRisk: false, version: 1 },
  response: { response: 'accepted' },
  versions: {
    basedOn: 1,
    notes: 'Taken over',
    steps: [
      {
        stepKey: null,
        title: 'x',
        kind: 'content',
        minutes: 5,
        required: true,
        body: 'x',
        goal: null,
        challenge: null,
        after: [],
      },
    ],
  },
};
