import pino from 'pino';
import { populate } from '#bench/api/population.ts';
import { type Figures, median, printFigures } from '#bench/support/figures.ts';
import { sql } from '#server/db/drizzle.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { asOwner, readTenant } from '#server/db/withTenant.ts';
import { findPeople } from '#server/insights/people.ts';
import { readInsights } from '#server/insights/readInsights.ts';
import { findScope } from '#server/insights/scope.ts';
import type { RunningJob } from '#server/jobs/index.ts';
import { registerLaunch } from '#server/learning/programs/setup/launch.ts';
import { findPostgres, startPostgres } from '#test/journeys/support/postgres.ts';

/**
 * `npm run bench:insights`: launches a program for 50,000 people on PostgreSQL, gives them progress, and reads its figures
 * beside a bare aggregate of the same rows. BENCH_USERS=5000 shortens the run.
 */
const USERS = Number(process.env.BENCH_USERS ?? 50_000);
const TENANT = 102;
const ROUNDS = 7;
const PROGRAM = 'p102launch000001';

const programs = findPostgres();
if (!programs) throw new Error('PostgreSQL is not installed');
const postgres = await startPostgres(programs);
const database = await openDatabase({ url: postgres.url });
const { pool } = database;
try {
  await migrate(pool);
  await populate(pool, TENANT, USERS);
  await createProgram();
  const launched = await measure(launch);
  const progress = await measure(addProgress);
  process.stdout.write(`\n${USERS} people, PostgreSQL. Rows of progress written in ${seconds(progress)} s\n`);
  printFigures({
    title: 'Launch of a program',
    method: `${USERS} people, each with a coach and a notification; the target for 50,000 is 120 s`,
    rows: [
      { what: 'all invitations', ours: launched / 1_000, reference: 120, referenceName: 'target', unit: 's' },
    ],
  });
  printFigures(await measureReads());
} finally {
  await database.close();
  await postgres.stop();
}

async function createProgram() {
  await asOwner(pool, TENANT, async (tx) => {
    await tx.execute(sql`insert into programs (id, tenant_id, name, purpose, status, audience_everyone, due_days, owner_id,
        launched_by, launched_at, launch_total, coach_ids)
      select ${PROGRAM}, ${TENANT}, 'Launched', 'To measure', 'active', true, 90, min(id), min(id), now(), ${USERS},
        (select array_agg(id) from (select id from users order by id limit 50) as coach)
      from users`);
    await tx.execute(sql`insert into program_topics (tenant_id, program_id, topic_id, position)
      select ${TENANT}, ${PROGRAM}, id, row_number() over (order by id) from (select id from topics order by id limit 8) as topic`);
  });
}

/** The job of the product, without the queue. */
async function launch() {
  let run: ((job: RunningJob<{ programId: string }>) => Promise<void>) | undefined;
  registerLaunch(
    {
      register: (_kind, handler) => {
        run = handler as unknown as typeof run;
      },
    },
    { pool, now: () => new Date(Date.now() - 60 * 24 * 60 * 60_000), wakeOutbox: () => {} },
    pino({ level: 'silent' }),
  );
  await run?.({
    tenantId: TENANT,
    payload: { programId: PROGRAM },
    signal: new AbortController().signal,
  } as never);
}

/** 4 of 5 people accepted, 2 topics each, and did up to 6 steps in the 8 weeks after it; 1 of 10 completed. */
async function addProgress() {
  await asOwner(pool, TENANT, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`update enrolments set invited_at = joined_at, joined_at = joined_at + make_interval(hours => user_id % 200),
        state = case when user_id % 10 = 3 then 'completed' else 'active' end,
        finished_at = case when user_id % 10 = 3 then joined_at + interval '50 days' end
      where program_id = ${PROGRAM} and user_id % 5 <> 0`);
    await tx.execute(sql`insert into enrolment_topics (tenant_id, enrolment_id, topic_id, n)
      select e.tenant_id, e.id, pt.topic_id, 1 from enrolments as e join program_topics as pt on pt.program_id = e.program_id
      where e.program_id = ${PROGRAM} and e.state <> 'invited'`);
    await tx.execute(sql`insert into goals (id, tenant_id, enrolment_id, topic_id, selected_at)
      select substr(md5(e.id || pt.position), 1, 16), e.tenant_id, e.id, pt.topic_id, e.joined_at
      from enrolments as e join program_topics as pt on pt.program_id = e.program_id
        and pt.position in (1 + e.user_id % 8, 1 + (e.user_id + 3) % 8)
      where e.program_id = ${PROGRAM} and e.state <> 'invited'`);
    await tx.execute(sql`insert into step_records (tenant_id, enrolment_id, step_key, state, done_at, updated_at, count)
      select e.tenant_id, e.id, s.step_key, 'done', at, at, 1
      from enrolments as e join goals as g on g.enrolment_id = e.id join topic_steps as s on s.topic_id = g.topic_id
      cross join lateral (select e.joined_at + make_interval(days => e.user_id % 9 * s.position) as at) as time
      where e.program_id = ${PROGRAM} and (e.state = 'completed' or s.position <= e.user_id % 4)`);
  });
}

async function measureReads(): Promise<Figures> {
  await pool.query('analyze');
  const viewer = { userId: 0, isAdmin: true };
  const now = new Date();
  const asOf = new Date(now.getTime() - 20 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const read = (query: { asOf?: string }) =>
    readTenant(pool, TENANT, async (tx) =>
      readInsights(tx, await findScope(tx, viewer, PROGRAM, query, now)),
    );
  const list = () =>
    readTenant(pool, TENANT, async (tx) => {
      const scope = await findScope(tx, viewer, PROGRAM, {}, now);
      return findPeople(tx, viewer, scope, { measure: 'stalled' }, { limit: 100 });
    });
  /** The rows that the figures are counted from, joined and counted without any meaning. */
  const bare = () =>
    readTenant(pool, TENANT, (tx) =>
      tx.execute(sql`select e.state, count(distinct e.id), count(*) from enrolments as e
        left join goals as g on g.enrolment_id = e.id left join step_changes as c on c.enrolment_id = e.id
        where e.program_id = ${PROGRAM} group by e.state`),
    );
  const reference = await repeat(bare);
  const row = (what: string, ours: number) => ({
    what,
    ours,
    reference,
    referenceName: 'bare aggregate',
    unit: 'ms',
  });
  const insights = await read({});
  return {
    title: 'Insights of the program',
    method: `Median of ${ROUNDS} reads; ${JSON.stringify(insights.counts)}; the target is 1,000 ms`,
    rows: [
      row('all figures, now', await repeat(() => read({}))),
      row('all figures, 20 days ago', await repeat(() => read({ asOf }))),
      row('first page of the stalled people', await repeat(list)),
    ],
  };
}

async function repeat(work: () => Promise<unknown>) {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await measure(work));
  return median(times);
}

async function measure(work: () => Promise<unknown>) {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function seconds(ms: number) {
  return (ms / 1_000).toFixed(1);
}
