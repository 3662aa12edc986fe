import { HttpConnection } from '../messaging/httpConnection.ts';
import { type Call, callsOf } from './calls.ts';
import { PASSWORD, type Population } from './population.ts';
import { type Recorded, recordedOf, replay } from './recorded.ts';

export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
export const CALLS_A_ROUND = Number(process.env.BENCH_CALLS ?? 200);
const WARM_UP = 60;

/** The times of each round, in milliseconds. */
export interface Measured {
  call: Call;
  users: number;
  roundTrips: number;
  ours: number[][];
  bare: number[][];
}

interface Contest extends Measured {
  send: () => Promise<unknown>;
  recorded: Recorded;
}

/**
 * The call and its bare statements take turns, and so do the sizes of the organisation: whatever else this machine does
 * meanwhile, it does to all of them.
 */
export async function measureCalls(port: number, populations: Population[]): Promise<Measured[]> {
  const connection = new HttpConnection(port);
  try {
    const contests = await prepare(connection, populations);
    const names = [...new Set(contests.map(({ call }) => call.name))];
    for (let round = 0; round < ROUNDS; round++)
      for (const name of names) {
        const rivals = contests.filter(({ call }) => call.name === name);
        for (const { ours, bare } of rivals) {
          ours.push([]);
          bare.push([]);
        }
        for (let n = 0; n < CALLS_A_ROUND; n++)
          for (const { send, recorded, ours, bare } of rivals) {
            ours[round]?.push(await timeOf(send));
            bare[round]?.push(await timeOf(() => replay(recorded)));
          }
      }
    return contests;
  } finally {
    connection.close();
  }
}

async function prepare(connection: HttpConnection, populations: Population[]): Promise<Contest[]> {
  const contests: Contest[] = [];
  for (const population of populations)
    for (const call of callsOf(population)) {
      // A session of its own for each, so that none of them comes near the limit of what a session may ask.
      const token = await signIn(connection, population, population[call.who]);
      const send = () => connection.send(call.method, call.path, { token, body: call.body });
      for (let n = 0; n < WARM_UP; n++) await send();
      const recorded = await recordedOf(send);
      for (let n = 0; n < WARM_UP; n++) await replay(recorded);
      contests.push({
        call,
        users: population.users,
        roundTrips: recorded.statements.length,
        send,
        recorded,
        ours: [],
        bare: [],
      });
    }
  return contests;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

async function signIn(connection: HttpConnection, { tenantId }: Population, email: string): Promise<string> {
  const body = { userPoolId: `pool-${tenantId}`, clientId: 'client', email, password: PASSWORD };
  const { idToken } = (await connection.send('POST', '/api/auth/sign-in', { body })) as { idToken: string };
  return idToken;
}
