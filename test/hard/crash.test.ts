import { setTimeout } from 'node:timers/promises';
import type { SessionUser } from '#contract/access/session.ts';
import type { Propensity } from '#contract/learning/propensity.ts';
import type { Ticket } from '#contract/surveys/anonymous.ts';
import type { Results } from '#contract/surveys/results.ts';
import type { Participation, Survey } from '#contract/surveys/surveys.ts';
import { newId } from '#server/db/ids.ts';
import { blindMessage, unblind } from '#src/surveys/anonymous/blindTicket.ts';
import { apiAs } from '#test/journeys/support/api.ts';
import { ADMIN, LEARNER, MANAGER, NEW_LEARNER } from '#test/journeys/support/logins.ts';
import { startServer } from '#test/journeys/support/startServer.ts';
import { comment, withQuestions } from '#test/server/surveys/surveysApi.ts';

/** `npm run test:hard` kills 100 times. */
const KILLS = Number(process.env.CRASH_KILLS ?? 1);

const answers = { W1: 4, W2: 4, W3: 2, S1: 4, S2: 3, S3: 2, R1: 5, R2: 4, R3: 3, P1: 4, P2: 3, P3: 2 };
type Api = Awaited<ReturnType<typeof apiAs>>;

/** An open anonymous survey, with a ticket for each person. */
async function startSurvey(admin: Api, people: readonly Api[]) {
  const { body: draft } = await admin.post<Survey>('/api/surveys', { surveyName: 'Crash' });
  const path = `/api/surveys/${draft.surveyId}`;
  await admin.patch('/api/admin/settings', { version: 0, minGroupSize: 3 });
  const questions = withQuestions({ ...comment, key: 'q1' });
  const { body: saved } = await admin.patch<Survey>(path, {
    version: draft.version,
    mode: 'anonymous',
    k: 3,
    questions,
  });
  const { body: open } = await admin.put<Survey>(`${path}/state`, { state: 'open', version: saved.version });
  const { body: user } = await admin.get<SessionUser>('/api/session');
  const tickets = await Promise.all(
    people.map(async (api) => {
      const { ticketKey } = (await api.get<Participation>(`${path}/participation`)).body;
      const { blinded, ...secret } = await blindMessage(ticketKey ?? '');
      const { signature } = (await api.post<{ signature: string }>(`${path}/tickets`, { blinded })).body;
      return {
        tenantId: user.tenantId,
        message: secret.message,
        signature: await unblind(ticketKey ?? '', secret, signature),
      };
    }),
  );
  return { path, version: open.version, tickets };
}

/** Submits one answer after another with the same ticket until the server stops. Returns the last acknowledged one. */
async function answerUntilKilled(url: string, ticket: Ticket, from: number): Promise<number> {
  for (let n = from; ; n++) {
    try {
      const { ok } = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ answers: { q1: String(n) }, ticket }),
      });
      if (!ok) return n - 1;
    } catch {
      return n - 1;
    }
  }
}

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
      const admin = people[3] as Api;
      const survey = await startSurvey(admin, people);
      let answered = people.map(() => 0);
      for (let kill = 0; kill < KILLS; kill++) {
        const before = acknowledged.flat().length;
        const writing = people.map((api, n) => writeUntilKilled(api, acknowledged[n] ?? []));
        const answering = survey.tickets.map((ticket, n) =>
          answerUntilKilled(`${server.url}${survey.path}/responses`, ticket, (answered[n] ?? 0) + 1),
        );
        // Kills at a different point each time, after at least a few acknowledgements.
        const enough = before + 5 + (kill % 20) * 2;
        while (acknowledged.flat().length < enough) await setTimeout(1);
        await server.kill();
        await Promise.all(writing);
        answered = await Promise.all(answering);
        await server.restart();
      }
      for (const [n, api] of people.entries()) {
        const { body } = await api.get<Propensity>('/api/propensity');
        const kept = new Set([body.latest, ...body.earlier].map((result) => result?.answeredAt));
        expect(acknowledged[n]?.filter((instant) => !kept.has(instant))).toEqual([]);
      }
      expect(Math.max(...answered)).toBeGreaterThan(0);
      for (const [index, state] of ['closed', 'released'].entries())
        await admin.put(`${survey.path}/state`, { state, version: survey.version + index });
      const { body: results } = await admin.get<Results>(`${survey.path}/results`);
      const ascending = (values: number[]) => values.toSorted((a, b) => a - b);
      const stored = ascending((results.questions[0]?.comments ?? []).map(Number));
      // Only the last acknowledged answer of each person, or a later one that was not acknowledged.
      expect(stored).toHaveLength(people.length);
      for (const [n, last] of ascending(answered).entries()) expect(stored[n]).toBeGreaterThanOrEqual(last);
      expect(acknowledged.flat().length).toBeGreaterThanOrEqual(KILLS * 5);
    } finally {
      await server.dispose();
    }
  },
  60_000 + KILLS * 20_000,
);
