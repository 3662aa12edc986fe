import { HttpConnection } from '#bench/messaging/httpConnection.ts';
import { type Call, callsOf } from './calls.ts';
import { PASSWORD, type Population } from './population.ts';
import { type Recorded, recordedOf, replay } from './recorded.ts';

export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
export const CALLS_PER_ROUND = Number(process.env.BENCH_CALLS ?? 200);
const WARM_UP = 60;

/** The times of a call and of its SQL statements in each round, in milliseconds. */
export interface Measurement {
  call: Call;
  users: number;
  roundTrips: number;
  ours: number[][];
  bare: number[][];
}

interface Run extends Measurement {
  send: () => Promise<unknown>;
  recorded: Recorded;
}

/**
 * Alternates between the call and its statements, and between the sizes of the organisation, so that other load on the
 * machine affects all of them equally.
 */
export async function measureCalls(port: number, populations: Population[]): Promise<Measurement[]> {
  const connection = new HttpConnection(port);
  try {
    const runs = await prepare(connection, populations);
    const names = [...new Set(runs.map(({ call }) => call.name))];
    for (let round = 0; round < ROUNDS; round++)
      for (const name of names) {
        const runsOfCall = runs.filter(({ call }) => call.name === name);
        for (const { ours, bare } of runsOfCall) {
          ours.push([]);
          bare.push([]);
        }
        for (let n = 0; n < CALLS_PER_ROUND; n++)
          for (const { send, recorded, ours, bare } of runsOfCall) {
            ours[round]?.push(await timeOf(send));
            bare[round]?.push(await timeOf(() => replay(recorded)));
          }
      }
    return runs;
  } finally {
    connection.close();
  }
}

async function prepare(connection: HttpConnection, populations: Population[]): Promise<Run[]> {
  const runs: Run[] = [];
  for (const population of populations)
    for (const call of callsOf(population)) {
      // One session per call, so that no session reaches the rate limit.
      const token = await signIn(connection, population, population[call.who]);
      const send = () => connection.send(call.method, call.path, { token, body: call.body });
      for (let n = 0; n < WARM_UP; n++) await send();
      const recorded = await recordedOf(send);
      for (let n = 0; n < WARM_UP; n++) await replay(recorded);
      runs.push({
        call,
        users: population.users,
        roundTrips: recorded.statements.length,
        send,
        recorded,
        ours: [],
        bare: [],
      });
    }
  return runs;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

export async function signIn(
  connection: HttpConnection,
  { tenantId }: Population,
  email: string,
): Promise<string> {
  const body = { userPoolId: `pool-${tenantId}`, clientId: 'client', email, password: PASSWORD };
  const { idToken } = (await connection.send('POST', '/api/auth/sign-in', { body })) as { idToken: string };
  return idToken;
}
