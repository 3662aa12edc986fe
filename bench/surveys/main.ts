import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { populate } from '#bench/api/population.ts';
import { quantile } from '#bench/support/figures.ts';
import type { Answers } from '#contract/surveys/answers.ts';
import { listQuestions, QUESTIONS_MAX, type Question, type Questions } from '#contract/surveys/questions.ts';
import { createSecretBox } from '#server/access/signOn/index.ts';
import { SYSTEM } from '#server/administration/audit/index.ts';
import { sql } from '#server/db/drizzle.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { asOwner, readTenant, withTenant } from '#server/db/withTenant.ts';
import { completeSurveySteps, isAskedByStep } from '#server/learning/programs/index.ts';
import {
  type ChangeContext,
  changeSurvey,
  createRespondentCodes,
  createSurvey,
  moveSurvey,
  submitResponse,
} from '#server/surveys/index.ts';
import { readResults, resultsCsv } from '#server/surveys/results.ts';
import { findRunnable } from '#server/surveys/surveysRepository.ts';
import { findPostgres, startPostgres } from '#test/journeys/support/postgres.ts';

/**
 * `npm run bench:surveys`: 5,000 people answer a confidential survey of 60 questions, 100 per second, on the embedded
 * database; then its results are released and opened next to a bare aggregate of the same rows. `npm run bench:surveys
 * postgres` uses PostgreSQL. BENCH_USERS=500 shortens the run, BENCH_RATE changes the submissions per second.
 */
const USERS = Number(process.env.BENCH_USERS ?? 5_000);
const RATE = Number(process.env.BENCH_RATE ?? 100);
const ROUNDS = 20;
const TENANT = 103;
const KEY = Buffer.alloc(32, 7);
const steps = { isAskedByStep, completeSurveySteps };

const isPostgres = process.argv[2] === 'postgres';
const programs = isPostgres ? findPostgres() : null;
if (isPostgres && !programs) throw new Error('PostgreSQL is not installed');
const postgres = programs ? await startPostgres(programs) : null;
const directory = mkdtempSync(join(tmpdir(), 'trellis-bench-'));
const database = await openDatabase(postgres ? { url: postgres.url } : { directory });
const { pool } = database;
try {
  await migrate(pool);
  await populate(pool, TENANT, USERS);
  await pool.query('analyze');
  await measureSurvey();
} finally {
  await database.close();
  await postgres?.stop();
  rmSync(directory, { recursive: true, force: true });
}

function questionsOf(count: number): Questions {
  const texts = 4;
  const questions = Array.from({ length: count }, (_, index): Question => {
    const common = { key: `q${index + 1}`, text: `Question ${index + 1}`, required: true };
    if (index < texts) return { ...common, type: 'long' };
    if (index === texts) return { ...common, type: 'nps' };
    return { ...common, type: 'rating', points: 5, lowLabel: 'Disagree', highLabel: 'Agree' };
  });
  return { version: 1, sections: [{ key: 's1', title: '', questions }] };
}

function answersOf(questions: Questions, person: number): Answers {
  return Object.fromEntries(
    listQuestions(questions).map(({ key, type }, index) => [
      key,
      type === 'long'
        ? `Comment ${index} of a person who writes one sentence about work.`
        : 1 + ((person * 7 + index * 3 + ((person * index) % 4)) % 5),
    ]),
  );
}

async function measureSurvey() {
  const people = await asOwner(pool, TENANT, async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`select id from users order by id`);
    return rows.map(({ id }) => id);
  });
  const viewerOf = (userId: number) => ({
    userId,
    tenantId: TENANT,
    sessionId: 'bench',
    isAdmin: userId === people[0],
    mayAuthor: false,
    timeZone: 'UTC',
    locale: 'en-US',
  });
  const owner = viewerOf(people[0] ?? 0);
  await asOwner(pool, TENANT, (tx) =>
    tx.execute(sql`update users set is_admin = true where id = ${owner.userId}`),
  );
  const change = <T>(work: (context: ChangeContext) => Promise<T>) =>
    withTenant(pool, TENANT, (tx) =>
      work({
        tx,
        viewer: owner,
        actor: SYSTEM,
        audit: { record: () => Promise.resolve() },
        secretBox: createSecretBox(KEY),
        isSilent: true,
        now: new Date(),
      }),
    );
  const questions = questionsOf(QUESTIONS_MAX);
  const surveyId = await change((context) => createSurvey(context, { surveyName: 'Large' }));
  await change((context) => changeSurvey(context, surveyId, { version: 1, questions }));
  const opening = await measure(() =>
    change((context) => moveSurvey(context, surveyId, { state: 'open', version: 2 })),
  );
  print(
    `${people.length} people, ${QUESTIONS_MAX} questions, ${isPostgres ? 'PostgreSQL' : 'embedded database'}`,
  );
  print(`opened in ${seconds(opening)} s`);

  const respondentOf = createRespondentCodes(KEY);
  const latencies: number[] = [];
  const startedAt = performance.now();
  const submit = async (userId: number, index: number) => {
    const due = startedAt + (index * 1_000) / RATE;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    await withTenant(pool, TENANT, (tx) =>
      submitResponse({ tx, viewer: viewerOf(userId), respondentOf, steps, now: new Date() }, surveyId, {
        answers: answersOf(questions, userId),
      }),
    );
    latencies.push(performance.now() - due);
  };
  const sent = await Promise.allSettled(people.map(submit));
  const took = performance.now() - startedAt;
  const refused = sent.filter(({ status }) => status === 'rejected').length;
  const stored = await readTenant(pool, TENANT, async (tx) => {
    const { rows } = await tx.execute<{ n: number }>(
      sql`select count(*)::int as n from survey_responses where survey_id = ${surveyId}`,
    );
    return rows[0]?.n ?? 0;
  });
  print(
    `submitted at ${RATE} per second: ${stored} of ${people.length} stored, ${refused} refused, ${(stored / (took / 1_000)).toFixed(0)} per second, p50 ${quantile(latencies, 0.5).toFixed(0)} ms, p99 ${quantile(latencies, 0.99).toFixed(0)} ms after they were due`,
  );

  await change((context) => moveSurvey(context, surveyId, { state: 'closed', version: 3 }));
  const release = await measure(() =>
    change((context) => moveSurvey(context, surveyId, { state: 'released', version: 4 })),
  );
  print(`released in ${seconds(release)} s`);
  await measureReads(surveyId, owner);
}

async function measureReads(surveyId: string, owner: Parameters<typeof findRunnable>[1]) {
  const read = () =>
    readTenant(pool, TENANT, async (tx) => readResults(tx, await findRunnable(tx, owner, surveyId)));
  const calls: Record<string, () => Promise<unknown>> = {
    /** All answers, counted by question and value. */
    'bare aggregate': () =>
      readTenant(pool, TENANT, (tx) =>
        tx.execute(sql`select key, value, count(*) from survey_responses, jsonb_each_text(answers)
          where survey_id = ${surveyId} group by key, value`),
      ),
    'results, as the screen gets them': async () => JSON.stringify(await read()),
    'results, as CSV': async () => resultsCsv(await read()),
  };
  const times = new Map<string, number[]>();
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [name, call] of Object.entries(calls)) {
      const time = await measure(call);
      if (round > 0) times.set(name, [...(times.get(name) ?? []), time]);
    }
  print(`\n${'ms'.padEnd(34)}${'p50'.padStart(8)}${'p95'.padStart(8)}   (target: 1,000 ms)`);
  for (const [name, values] of times)
    print(
      `${name.padEnd(34)}${[0.5, 0.95].map((at) => quantile(values, at).toFixed(0).padStart(8)).join('')}`,
    );
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
