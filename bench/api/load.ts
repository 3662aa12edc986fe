import autocannon from 'autocannon';
import Fastify from 'fastify';
import type { Pool } from 'pg';
import { HttpConnection } from '#bench/messaging/httpConnection.ts';
import { median } from '#bench/support/figures.ts';
import { signIn } from './measure.ts';
import type { Population } from './population.ts';
import { recordedOf } from './recorded.ts';

export const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const CONNECTIONS = (process.env.BENCH_CONNECTIONS ?? '1,8,32,128').split(',').map(Number);
/**
 * Duration of one turn of the call or of the bare route. In short turns, other load on the machine affects both
 * equally.
 */
const TURN_SECONDS = 2;
const CALLS = {
  session: '/api/session',
  'program list': '/api/programs',
  team: '/api/team',
  home: '/api/home',
};

interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
}
export interface Load {
  name: string;
  connections: number;
  ours: Figures;
  bare: Figures;
}

/**
 * Measures each call with several numbers of connections. Turns of the call alternate with turns of the bare route:
 * Fastify without hooks, which sends the same bytes from one prepared statement on the same pool. Each connection uses
 * the sessions of many people, because the rate limit applies per session. The load generator runs in its own thread
 * and shares the cores with the server and the database.
 */
export async function measureLoad(port: number, population: Population): Promise<Load[]> {
  const connection = new HttpConnection(port);
  const tokens: string[] = [];
  for (const email of population.managers) tokens.push(await signIn(connection, population, email));
  const bodies = new Map<string, string>();
  let pool: Pool | undefined;
  for (const path of Object.values(CALLS)) {
    const send = () => connection.send('GET', path, { token: tokens[0] ?? '' });
    pool = (await recordedOf(send)).pool;
    bodies.set(path, JSON.stringify(await send()));
  }
  connection.close();
  if (!pool) throw new Error('No call used the database');
  const bareRoute = await startBareRoute(pool, bodies);
  try {
    const measured: Load[] = [];
    for (const [name, path] of Object.entries(CALLS)) {
      const ours = { url: `http://127.0.0.1:${port}${path}`, tokens };
      const bare = { url: `${bareRoute.origin}${path}`, tokens };
      for (const contestant of [ours, bare]) await generateLoad(contestant, Math.max(...CONNECTIONS));
      for (const connections of CONNECTIONS) {
        const turns: { ours: Figures; bare: Figures }[] = [];
        for (let seconds = 0; seconds < SECONDS; seconds += TURN_SECONDS)
          turns.push({
            ours: await generateLoad(ours, connections),
            bare: await generateLoad(bare, connections),
          });
        measured.push({
          name,
          connections,
          ours: summarize(turns.map((turn) => turn.ours)),
          bare: summarize(turns.map((turn) => turn.bare)),
        });
      }
    }
    return measured;
  } finally {
    await bareRoute.app.close();
  }
}

const summarize = (turns: Figures[]): Figures => ({
  perSecond: turns.reduce((sum, { perSecond }) => sum + perSecond, 0) / turns.length,
  p50: median(turns.map(({ p50 }) => p50)),
  p99: median(turns.map(({ p99 }) => p99)),
});

async function startBareRoute(pool: Pool, bodies: ReadonlyMap<string, string>) {
  for (const [path, body] of bodies)
    await pool.query('insert into bench_answers values ($1, $2)', [path, body]);
  const app = Fastify();
  app.get('*', async ({ url }, reply) => {
    const { rows } = await pool.query<{ body: string }>({
      name: 'bench_answer',
      text: 'select body from bench_answers where path = $1',
      values: [url],
    });
    reply.type('application/json; charset=utf-8');
    return rows[0]?.body;
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, origin };
}

async function generateLoad(
  { url, tokens }: { url: string; tokens: string[] },
  connections: number,
): Promise<Figures> {
  const result = await autocannon({
    url,
    connections,
    duration: TURN_SECONDS,
    workers: 1,
    requests: tokens.map((token) => ({ method: 'GET', headers: { authorization: `Bearer ${token}` } })),
  });
  const { non2xx, errors, latency } = result;
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} calls were refused and ${errors} failed`);
  return { perSecond: result['2xx'] / result.duration, p50: latency.p50, p99: latency.p99 };
}
