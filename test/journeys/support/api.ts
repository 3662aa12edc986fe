import type { ProgramSummary } from '#contract/learning/programSummaries.ts';
import { DEMO_PASSWORD } from './logins.ts';

/** An API client signed in as one user. */
export async function apiAs(url: string, email: string, password = DEMO_PASSWORD) {
  const pool = (await (await fetch(`${url}/api/user-pool?email=${encodeURIComponent(email)}`)).json()) as {
    userPoolId: string;
    clientId: string;
  };
  const response = await fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userPoolId: pool.userPoolId, clientId: pool.clientId, email, password }),
  });
  if (!response.ok)
    throw new Error(`${email} could not sign in: ${response.status} ${await response.text()}`);
  const { idToken } = (await response.json()) as { idToken: string };
  const send =
    (method: 'PUT' | 'POST' | 'PATCH') =>
    async <T>(path: string, body?: unknown) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: idToken, 'content-type': 'application/json' },
        body: JSON.stringify(body ?? {}),
      });
      return { status: response.status, body: (await response.json()) as T };
    };
  return {
    idToken,
    async get<T>(path: string) {
      const response = await fetch(`${url}${path}`, { headers: { authorization: idToken } });
      return { status: response.status, body: (await response.json()) as T };
    },
    put: send('PUT'),
    post: send('POST'),
    patch: send('PATCH'),
  };
}

/** The demo learner's program in which two topics are ready to complete. */
export async function programInProgress(url: string, email: string): Promise<ProgramSummary> {
  const { body } = await (await apiAs(url, email)).get<{ data: ProgramSummary[] }>('/api/programs');
  const program = body.data.find(
    ({ topics }) => topics.filter((topic) => !topic.isCompleted && topic.done === topic.total).length === 2,
  );
  if (!program) throw new Error('No program of the demo learner has two topics ready to complete');
  return program;
}
