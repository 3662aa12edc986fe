import { enrolmentStates } from '#contract/learning/programSummaries.ts';
import { getTableConfig } from '#server/db/drizzle.ts';
import * as audit from '#server/db/schema/audit.ts';
import * as calendar from '#server/db/schema/calendar.ts';
import * as chat from '#server/db/schema/chat.ts';
import * as checkIns from '#server/db/schema/checkIns.ts';
import * as coaching from '#server/db/schema/coaching.ts';
import * as coachingRoom from '#server/db/schema/coachingRoom.ts';
import * as directory from '#server/db/schema/directory.ts';
import * as home from '#server/db/schema/home.ts';
import * as imports from '#server/db/schema/imports.ts';
import * as objectives from '#server/db/schema/objectives.ts';
import * as outbox from '#server/db/schema/outbox.ts';
import * as packages from '#server/db/schema/packages.ts';
import * as people from '#server/db/schema/people.ts';
import * as personalData from '#server/db/schema/personalData.ts';
import * as programs from '#server/db/schema/programs.ts';
import * as propensity from '#server/db/schema/propensity.ts';
import * as sessions from '#server/db/schema/sessions.ts';
import * as settings from '#server/db/schema/settings.ts';
import * as signOn from '#server/db/schema/signOn.ts';
import * as surveys from '#server/db/schema/surveys.ts';
import * as tenants from '#server/db/schema/tenants.ts';
import * as webhooks from '#server/db/schema/webhooks.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import { fillTables } from './fillTables.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

const tables = Object.values({
  ...audit,
  ...calendar,
  ...chat,
  ...directory,
  ...checkIns,
  ...coaching,
  ...coachingRoom,
  ...home,
  ...objectives,
  ...outbox,
  ...packages,
  ...people,
  ...personalData,
  ...programs,
  ...imports,
  ...propensity,
  ...sessions,
  ...settings,
  ...signOn,
  ...surveys,
  ...tenants,
  ...webhooks,
});

it('row level security is enabled and forced for every table with data of an organisation', async () => {
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

it('accepts exactly the enrolment states of the contract', async () => {
  const { rows } = await api.pool.query<{ rule: string }>(
    `select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'enrolments_state_check'`,
  );
  expect([...(rows[0]?.rule ?? '').matchAll(/'(\w+)'/g)].map(([, state]) => state)).toEqual([
    ...enrolmentStates,
  ]);
  expect(enrolmentStates).not.toContain('expired');
});

it('has the same columns in code and database', async () => {
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

it('allows no access to rows of another organisation in any table', async () => {
  const [ours, theirs] = [await api.organisation(), await api.organisation({ stepsDone: 99, leftReady: 1 })];
  await fillTables(api, theirs);
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
    // There are no rows, or no right to read.
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
    'check_ins',
    'check_in_comments',
    'check_in_questions',
    'topic_confirmations',
    'access_windows',
    'step_records',
    'notifications_outbox',
    'organisation_settings',
    'organisation_logos',
    'passkeys',
    'directory_tokens',
    'directory_people',
    'directory_groups',
    'directory_members',
    'webhook_endpoints',
    'webhook_deliveries',
  ])
    expect(filled).toContain(name);
});
