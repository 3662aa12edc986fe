import type { Pool } from 'pg';
import type { Config } from '#server/config.ts';
import { listMigrations } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { findUnsafeLogin, requireNoDemo } from '#server/db/requireSafe.ts';
import { plural } from '#server/formats.ts';
import { clockFinding, type Finding, ok, problem, warning } from './finding.ts';

const OLDEST_VERSION = 15;
/** Long enough for a database on another continent, short enough for an operator who waits for the result. */
const TIMEOUTS = { reachMs: 5_000, startMs: 10_000 };

/** Connects to the database and checks what the server needs. It changes nothing. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl, dataDir, isLocal } = config;
  if (databaseUrl === null) return [ok('database', `embedded, in ${dataDir}/database`)];
  let database: Awaited<ReturnType<typeof openDatabase>>;
  try {
    database = await openDatabase({ url: databaseUrl, poolSize: 1, timeouts: TIMEOUTS });
  } catch (error) {
    return [problem('database', (error as Error).message, 'Start PostgreSQL, or correct DATABASE_URL.')];
  }
  try {
    return [
      ...(await checkServer(database.pool)),
      await checkLogin(database.pool, isLocal),
      await checkVersion(database.pool, config),
    ];
  } finally {
    await database.close();
  }
}

async function checkServer(pool: Pool): Promise<Finding[]> {
  const sentAt = Date.now();
  const { rows } = await pool.query<{ version: string; encoding: string; now: string }>(
    `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
            extract(epoch from clock_timestamp()) * 1000 as now`,
  );
  const answeredAt = Date.now();
  const [{ version, encoding, now } = { version: '', encoding: '', now: '0' }] = rows;
  const name = `PostgreSQL ${version}`;
  const findings = [clockFinding('PostgreSQL', Number(now), sentAt, answeredAt)];
  if (Number.parseInt(version, 10) < OLDEST_VERSION)
    findings.push(problem('database', name, `Install PostgreSQL ${OLDEST_VERSION} or newer.`));
  else if (encoding !== 'UTF8')
    findings.push(
      problem(
        'database',
        `${name} with the encoding ${encoding}`,
        "Create the database with encoding 'UTF8' template template0.",
      ),
    );
  else findings.push(ok('database', name));
  return findings;
}

const ROLES = ['trellis_app', 'trellis_auth', 'trellis_outbox', 'trellis_maintenance'];

/** Whether the login may read every organisation, and whether it can create, or already uses, the roles of Trellis. */
async function checkLogin(pool: Pool, isLocal: boolean): Promise<Finding> {
  const part = 'database login';
  const unsafe = await findUnsafeLogin(pool);
  if (unsafe !== null)
    return (isLocal ? warning : problem)(
      part,
      unsafe,
      'As a superuser, run: alter role LOGIN nosuperuser nobypassrls',
    );
  const { rows } = await pool.query<{ name: string; mayCreate: boolean; roles: string[] }>(
    `select current_user as name, rolcreaterole as "mayCreate",
            array(select r.rolname::text from pg_roles r where r.rolname = any($1) and pg_has_role(r.oid, 'member')) as roles
     from pg_roles where rolname = current_user`,
    [ROLES],
  );
  const [login] = rows;
  const missing = ROLES.filter((role) => !login?.roles.includes(role));
  if (missing.length > 0 && !login?.mayCreate)
    return problem(
      part,
      `'${login?.name}' is not a member of ${missing.join(', ')} and may not create roles`,
      `As a superuser, run: alter role "${login?.name}" createrole`,
    );
  return ok(part, `'${login?.name}' reads only what a request may read`);
}

/** Whether this version fits the database. */
async function checkVersion(pool: Pool, { isLocal, deployment }: Config): Promise<Finding> {
  const part = 'database version';
  const known = listMigrations().map(({ name }) => name);
  const { rows: tables } = await pool.query<{ found: boolean }>(
    `select to_regclass('schema_migrations') is not null as found`,
  );
  if (!tables[0]?.found) return ok(part, 'empty; the first start fills it');
  const { rows } = await pool.query<{ name: string }>('select name from schema_migrations');
  const applied = new Set(rows.map(({ name }) => name));
  const newer = [...applied].find((name) => !known.includes(name));
  if (newer)
    return problem(
      part,
      `the database was created by a newer version of Trellis (${newer})`,
      'Start that version, or restore a backup.',
    );
  const pending = known.filter((name) => !applied.has(name)).length;
  if (pending > 0)
    return ok(
      part,
      `the next start, or bin/trellis migrate, runs ${pending} ${plural(pending, 'migration', 'migrations')}`,
    );
  if (!isLocal)
    try {
      await requireNoDemo(pool, deployment);
    } catch (error) {
      return problem(part, (error as Error).message, 'Create a new database without DEMO=1.');
    }
  return ok(part, 'up to date');
}
