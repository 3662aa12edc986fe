import { mkdtempSync, rmSync } from 'node:fs';
import { type Agent, Agent as HttpAgent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { startServer } from '#server/start.ts';
import { findPostgres, startPostgres } from '#test/journeys/support/postgres.ts';
import { quantile } from '../support/figures.ts';
import { type Call, callsOf } from './calls.ts';
import { PASSWORD, type Population, populate } from './population.ts';
import { replay, type Statement, statementsOf } from './recorded.ts';

/**
 * `npm run bench:api`: the ten most used calls over HTTP, against the whole server, beside the bare statements that each of
 * them sends, on the same driver and the same database, with 50, 5,000 and 50,000 people in the organisation. One after the
 * other, so that a figure is a time and not a queue. BENCH_USERS=50,5000 and BENCH_ROUNDS=100 make it shorter.
 */
const SIZES = (process.env.BENCH_USERS ?? '50,5000,50000').split(',').map(Number);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 100);
const WARM_UP = 20;
const PORT = 4_720;

interface Measured {
  call: Call;
  users: number;
  statements: Statement[];
  ours: number[];
  bare: number[];
}

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function measure(place: { url: string } | { directory: string }, home: string): Promise<Measured[]> {
  const first = await openDatabase(place);
  await migrate(first.pool);
  const populations: Population[] = [];
  for (const [index, users] of SIZES.entries())
    populations.push(await populate(first.pool, 101 + index, users));
  await first.close();

  const server = await startServer({
    PORT: String(PORT),
    DATA_DIR: home,
    ...('url' in place && { DATABASE_URL: place.url }),
    NODE_ENV: 'production',
  });
  const agent = new HttpAgent({ keepAlive: true, maxSockets: 1 });
  const measured: Measured[] = [];
  try {
    for (const population of populations) {
      const tokens = {
        learner: await signIn(agent, population, population.learner),
        manager: await signIn(agent, population, population.manager),
      };
      for (const call of callsOf(population)) {
        const send = () => ask(agent, call.method, call.path, tokens[call.who], call.body);
        for (let round = 0; round < WARM_UP; round++) await send();
        const statements = await statementsOf(send);
        const ours = await timesOf(send);
        measured.push({ call, users: population.users, statements, ours, bare: [] });
      }
    }
  } finally {
    agent.destroy();
    await server.stop();
  }

  // The embedded database has one session, so the bare statements come after the server has let go of it.
  const bare = await openDatabase(place);
  try {
    for (const one of measured) {
      for (let round = 0; round < WARM_UP; round++) await replay(bare.pool, one.statements);
      one.bare = await timesOf(() => replay(bare.pool, one.statements));
    }
  } finally {
    await bare.close();
  }
  return measured;
}

async function timesOf(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return times;
}

async function signIn(agent: Agent, { tenantId }: Population, email: string): Promise<string> {
  const body = { userPoolId: `pool-${tenantId}`, clientId: 'client', email, password: PASSWORD };
  const { idToken } = (await ask(agent, 'POST', '/api/auth/sign-in', null, body)) as { idToken: string };
  return idToken;
}

function ask(agent: Agent, method: string, path: string, token: string | null, body?: unknown) {
  return new Promise<unknown>((resolve, reject) => {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const call = request(
      {
        agent,
        port: PORT,
        method,
        path,
        headers: {
          ...(token && { authorization: token }),
          ...(sent && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => void chunks.push(chunk));
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (answer.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`));
        });
      },
    );
    call.on('error', reject);
    call.end(sent);
  });
}

function report(kind: string, measured: Measured[]) {
  say(`\n${kind}, ${ROUNDS} rounds each, one after the other`);
  say(
    `  ${'call'.padEnd(22)} ${'people'.padStart(7)} ${'calls/s'.padStart(8)} ${'p50 ms'.padStart(8)} ${'bare'.padStart(8)} ${'ratio'.padStart(6)} ${'p99 ms'.padStart(8)} ${'bare'.padStart(8)} ${'grown'.padStart(6)}`,
  );
  for (const { call, users, ours, bare } of measured) {
    const smallest = measured.find((one) => one.call.name === call.name)?.ours ?? ours;
    const [p50, p99] = [quantile(ours, 0.5), quantile(ours, 0.99)];
    const total = ours.reduce((sum, time) => sum + time, 0);
    const figure = (value: number, width = 8) => value.toFixed(2).padStart(width);
    say(
      `  ${call.name.padEnd(22)} ${String(users).padStart(7)} ${((1_000 * ours.length) / total).toFixed(0).padStart(8)} ${figure(p50)} ${figure(quantile(bare, 0.5))} ${figure(p50 / quantile(bare, 0.5), 5)}× ${figure(p99)} ${figure(quantile(bare, 0.99))} ${figure(p99 / quantile(smallest, 0.99), 5)}×`,
    );
  }
}

const wanted = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), 'trellis-bench-api-'));
try {
  if (wanted.length === 0 || wanted.includes('embedded'))
    report('Embedded database', await measure({ directory: join(home, 'database') }, home));
  const programs = findPostgres();
  if (!programs) say('\nPostgreSQL is not installed here, so it was not measured.');
  else if (wanted.length === 0 || wanted.includes('postgres')) {
    const postgres = await startPostgres(programs);
    try {
      report('PostgreSQL', await measure({ url: postgres.url }, join(home, 'postgres')));
    } finally {
      await postgres.stop();
    }
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
