import { quantile } from '#bench/support/figures.ts';
import { readOverview } from '#server/administration/admin/overview.ts';
import { sql } from '#server/db/drizzle.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { readTenant, type TenantTransaction } from '#server/db/withTenant.ts';
import { findPeople } from '#server/insights/people.ts';
import { type Read, readInsights } from '#server/insights/readInsights.ts';
import { findScope } from '#server/insights/scope.ts';
import { findPostgres, startPostgres } from '#test/journeys/support/postgres.ts';
import { addProgress, createProgram, launch, PROGRAM, TENANT } from './program.ts';

/**
 * `npm run bench:insights`: launches a program for 50,000 people on PostgreSQL, gives them progress, and reads its
 * figures next to a bare aggregate of the same rows. BENCH_USERS=5000 shortens the run.
 */
const USERS = Number(process.env.BENCH_USERS ?? 50_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20);

const programs = findPostgres();
if (!programs) throw new Error('PostgreSQL is not installed');
const postgres = await startPostgres(programs);
// Under other load, a read may take longer than the product's statement timeout.
const database = await openDatabase({ url: postgres.url, timeouts: { statementMs: 60_000 } });
const { pool } = database;
try {
  await migrate(pool);
  await createProgram(pool, USERS);
  const launched = await measure(() => launch(pool));
  const progress = await measure(() => addProgress(pool));
  await pool.query('analyze');
  print(`${USERS} people, PostgreSQL. Rows of progress written in ${seconds(progress)} s`);
  print(
    `Invitations, each with a coach and a notification: ${seconds(launched)} s (target for 50,000: 120 s)`,
  );
  await measureReads();
} finally {
  await database.close();
  await postgres.stop();
}

/** The reads take turns, so that other load affects all of them. The first round is not counted. */
async function measureReads() {
  const admin = { userId: 0, isAdmin: true };
  const now = new Date();
  const asOf = new Date(now.getTime() - 20 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const base = TENANT * 1_000_000;
  const inTenant: Read = (work) => readTenant(pool, TENANT, work);
  const read =
    (query: { asOf?: string; department?: string }, viewer = admin, connection = inTenant) =>
    async () =>
      readInsights(connection, await inTenant((tx) => findScope(tx, viewer, PROGRAM, query, now)));
  let last: Promise<unknown> = Promise.resolve();
  const oneAfterTheOther: Read = (work) => {
    const next = last.then(() => inTenant(work));
    last = next.catch(() => {});
    return next;
  };
  const calls: Record<string, () => Promise<unknown>> = {
    /** Joins and counts the rows of the figures, without calculating the figures. */
    'bare aggregate': reading((tx) =>
      tx.execute(sql`select e.state, count(distinct e.id), count(*) from enrolments as e
        left join goals as g on g.enrolment_id = e.id left join step_changes as c on c.enrolment_id = e.id
        where e.program_id = ${PROGRAM} group by e.state`),
    ),
    'all figures, now': read({}),
    'the same on one connection': read({}, admin, oneAfterTheOther),
    'all figures, 20 days ago': read({ asOf }),
    'one department': read({ department: String(base + 5) }),
    'manager of everyone': read({}, { userId: base + 1, isAdmin: false }),
    'manager of 72 people': read({}, { userId: base + 100, isAdmin: false }),
    'first page of the stalled people': reading(async (tx) => {
      const scope = await findScope(tx, admin, PROGRAM, {}, now);
      return findPeople(tx, admin, scope, { measure: 'stalled' }, { limit: 100 });
    }),
    'dashboard of the organisation': () => readOverview(inTenant, now),
  };
  const times = new Map<string, number[]>();
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [name, call] of Object.entries(calls)) {
      const time = await measure(call);
      if (round > 0) times.set(name, [...(times.get(name) ?? []), time]);
    }
  const bare = quantile(times.get('bare aggregate') ?? [], 0.5);
  print(`\n${'ms'.padEnd(34)}${'p50'.padStart(8)}${'p95'.padStart(8)}   p50 of bare (target: 1,000 ms)`);
  for (const [name, values] of times) {
    const p50 = quantile(values, 0.5);
    const columns = [p50, quantile(values, 0.95)].map((value) => value.toFixed(0).padStart(8));
    print(`${name.padEnd(34)}${columns.join('')}   ${(p50 / bare).toFixed(1)}`);
  }
}

function reading(work: (tx: TenantTransaction) => Promise<unknown>) {
  return () => readTenant(pool, TENANT, work);
}

async function measure(work: () => Promise<unknown>) {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function seconds(ms: number) {
  return (ms / 1_000).toFixed(1);
}

function print(line: string) {
  process.stdout.write(`${line}\n`);
}
