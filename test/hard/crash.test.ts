import type { Propensity } from '#contract/learning/propensity.ts';
import { newId } from '#server/db/ids.ts';
import { apiAs } from '#test/journeys/support/api.ts';
import { ADMIN, LEARNER, MANAGER, NEW_LEARNER } from '#test/journeys/support/logins.ts';
import { startServer } from '#test/journeys/support/startServer.ts';

/** CRASH_KILLS=10 runs the full test. */
const KILLS = Number(process.env.CRASH_KILLS ?? 1);

const answers = { W1: 4, W2: 4, W3: 2, S1: 4, S2: 3, S3: 2, R1: 5, R2: 4, R3: 3, P1: 4, P2: 3, P3: 2 };
type Api = Awaited<ReturnType<typeof apiAs>>;

/** Saves results until the server stops. Records the time of each acknowledged one. */
async function writeUntilKilled(api: Api, acknowledged: string[]) {
  for (;;) {
    try {
      const { status, body } = await api.put<Propensity>('/api/propensity', {
        submissionId: newId(),
        answers,
        stage: 'started',
      });
      if (status === 200 && body.latest) acknowledged.push(body.latest.answeredAt);
    } catch {
      return;
    }
  }
}

it(
  `keeps everything that it has acknowledged when it is killed during writes (kills: ${KILLS})`,
  async () => {
    const server = await startServer();
    try {
      const people = await Promise.all(
        [LEARNER, NEW_LEARNER, MANAGER, ADMIN].map((email) => apiAs(server.url, email)),
      );
      const acknowledged = people.map((): string[] => []);
      for (let kill = 0; kill < KILLS; kill++) {
        const before = acknowledged.flat().length;
        const writing = people.map((api, n) => writeUntilKilled(api, acknowledged[n] ?? []));
        // Kills at a different point each time, after at least a few acknowledgements.
        const enough = before + 5 + kill * 2;
        while (acknowledged.flat().length < enough) await new Promise((resolve) => setImmediate(resolve));
        await server.kill();
        await Promise.all(writing);
        await server.restart();
      }
      for (const [n, api] of people.entries()) {
        const { body } = await api.get<Propensity>('/api/propensity');
        const kept = new Set([body.latest, ...body.earlier].map((result) => result?.answeredAt));
        expect(acknowledged[n]?.filter((instant) => !kept.has(instant))).toEqual([]);
      }
      expect(acknowledged.flat().length).toBeGreaterThanOrEqual(KILLS * 5);
    } finally {
      await server.dispose();
    }
  },
  60_000 + KILLS * 20_000,
);
