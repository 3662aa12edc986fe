import { problemSchema } from '#contract/problems.ts';
import { startApi, type TestApi } from '#test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
}
interface Operation {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content?: Record<string, { schema: Schema }> };
}
type Methods = 'get' | 'put' | 'post' | 'delete';
interface Document {
  paths: Record<string, Partial<Record<Methods, Operation>>>;
}

const INVALID_VALUES: unknown[] = [
  undefined,
  null,
  true,
  -1,
  1e308,
  2_147_483_648,
  '',
  'a\u0000b',
  '\ud800',
  'x'.repeat(100_000),
  [],
  {},
  { $ne: null },
];

/** All operations of the OpenAPI document, with the ids of an existing organisation in their paths. */
async function listOperations() {
  const org = await api.organisation({ stepsDone: 1 });
  const { body } = await api.call<Document>('GET', '/api/openapi.json');
  const values: Record<string, string> = {
    programId: org.programId,
    topicId: org.topicIds[0] ?? '',
    stepKey: org.stepKeys[0]?.[0] ?? '',
    userId: String(org.learner.userId),
    id: 'aaaaaaaaaaaaaaaa',
    objectiveId: 'aaaaaaaaaaaaaaaa',
    changeId: 'aaaaaaaaaaaaaaaa',
  };
  const list = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase() as 'GET' | 'PUT' | 'POST' | 'DELETE',
      path,
      url: path.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? 'x'),
      operation,
      schema: operation.requestBody?.content?.['application/json']?.schema,
    })),
  );
  return { org, list, person: await api.as(org, org.learner) };
}

describe('invalid input to every operation of the API', () => {
  it('is tested for the complete list of operations', async () => {
    const { list } = await listOperations();
    expect(list.map(({ method, path }) => `${method} ${path}`).sort()).toMatchInlineSnapshot(`
[
  "DELETE /api/admin/people/{userId}/invitation",
  "DELETE /api/auth/sessions",
  "DELETE /api/auth/sessions/{id}",
  "DELETE /api/profile/avatar",
  "DELETE /api/programs/{programId}/learners/{userId}/topics/{topicId}/proposal",
  "GET /api/admin/audit",
  "GET /api/admin/overview",
  "GET /api/admin/people",
  "GET /api/admin/people/{userId}",
  "GET /api/analytics",
  "GET /api/auth/sessions",
  "GET /api/avatars/{id}",
  "GET /api/config",
  "GET /api/content",
  "GET /api/health",
  "GET /api/home",
  "GET /api/live",
  "GET /api/messaging/config",
  "GET /api/objectives",
  "GET /api/objectives/{objectiveId}",
  "GET /api/profile",
  "GET /api/profile/visibility",
  "GET /api/programs",
  "GET /api/programs/invitable",
  "GET /api/programs/{programId}",
  "GET /api/programs/{programId}/goals/history",
  "GET /api/programs/{programId}/invitable",
  "GET /api/programs/{programId}/learners/{userId}",
  "GET /api/programs/{programId}/people",
  "GET /api/programs/{programId}/why",
  "GET /api/propensity",
  "GET /api/ready",
  "GET /api/session",
  "GET /api/team",
  "GET /api/team/{userId}",
  "GET /api/team/{userId}/visibility",
  "GET /api/topics/{topicId}",
  "GET /api/user-pool",
  "GET /api/users",
  "GET /api/users/administrators",
  "PATCH /api/admin/people/{userId}",
  "POST /api/admin/people",
  "POST /api/admin/people/{userId}/invitation",
  "POST /api/admin/people/{userId}/password-reset",
  "POST /api/admin/people/{userId}/unlock",
  "POST /api/auth/invitation",
  "POST /api/auth/invitation/details",
  "POST /api/auth/password-reset",
  "POST /api/auth/password-reset/details",
  "POST /api/auth/refresh",
  "POST /api/auth/sign-in",
  "POST /api/auth/sign-out",
  "POST /api/auth/unlock",
  "POST /api/conversations",
  "POST /api/objectives",
  "POST /api/objectives/{objectiveId}/changes/{changeId}/response",
  "POST /api/objectives/{objectiveId}/notes",
  "POST /api/programs/{programId}/cycles",
  "POST /api/programs/{programId}/finish",
  "POST /api/programs/{programId}/invitations",
  "POST /api/programs/{programId}/learners/{userId}/topics/{topicId}/reopening",
  "POST /api/programs/{programId}/steps/{stepKey}/attempts",
  "POST /api/programs/{programId}/withdrawal",
  "POST /api/topics/{topicId}/versions",
  "POST /api/unread-messages",
  "PUT /api/admin/analytics-consent",
  "PUT /api/auth/password",
  "PUT /api/auth/password-reset",
  "PUT /api/home/marks",
  "PUT /api/objectives/{objectiveId}",
  "PUT /api/objectives/{objectiveId}/state",
  "PUT /api/profile",
  "PUT /api/profile/avatar",
  "PUT /api/programs/{programId}/goals",
  "PUT /api/programs/{programId}/invitation",
  "PUT /api/programs/{programId}/learners/{userId}/steps/{stepKey}/waiver",
  "PUT /api/programs/{programId}/learners/{userId}/topics/{topicId}/confirmation",
  "PUT /api/programs/{programId}/learners/{userId}/topics/{topicId}/proposal",
  "PUT /api/programs/{programId}/steps/{stepKey}/answers",
  "PUT /api/programs/{programId}/steps/{stepKey}/record",
  "PUT /api/programs/{programId}/topics/{topicId}/completion",
  "PUT /api/programs/{programId}/topics/{topicId}/version",
  "PUT /api/propensity",
]
`);
  });

  it('in a body is rejected with field errors and never causes a server error', async () => {
    const { list, person } = await listOperations();
    const withBody = list.filter(({ schema }) => schema);
    expect(withBody.length).toBeGreaterThanOrEqual(5);
    for (const { method, url, path, schema } of withBody) {
      const call = (payload: unknown) =>
        api.call<{ fields?: Record<string, string> }>(method, url, {
          body: JSON.stringify(payload) ?? '',
          headers: { authorization: person.token, 'content-type': 'application/json' },
        });
      const names = Object.keys(schema?.properties ?? {});
      expect(names.length).toBeGreaterThan(0);
      const invalidBodies = await Promise.all(INVALID_VALUES.map(call));
      expect(invalidBodies.map(({ status }) => [path, status])).toEqual(
        INVALID_VALUES.map(() => [path, 400]),
      );
      expect(invalidBodies.every(({ body }) => Object.keys(body.fields ?? {}).length > 0)).toBe(true);
      const invalidFields = await Promise.all(
        names.flatMap((name) => INVALID_VALUES.map((value) => call({ [name]: value }))),
      );
      for (const { status, body } of invalidFields)
        expect([path, status === 200 || (status < 500 && problemSchema.safeParse(body).success)]).toEqual([
          path,
          true,
        ]);
    }
  }, 60_000);

  it('is rejected with a problem if it is not JSON, pollutes prototypes, has another type or is too large', async () => {
    const { list, person } = await listOperations();
    const headers = { authorization: person.token, 'content-type': 'application/json' };
    for (const { method, url, schema } of list.filter(
      (one) => one.method === 'PUT' || one.method === 'POST',
    )) {
      for (const body of [
        '{',
        '{"__proto__":{"isAdmin":true}}',
        '{"constructor":{"prototype":{}}}',
        '\u0000',
      ]) {
        const answer = await api.call<{ fields?: object }>(method, url, { body, headers });
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
        expect(problemSchema.safeParse(answer.body).success).toBe(true);
      }
      if (!schema) continue;
      const long = await api.call(method, url, { body: `"${'x'.repeat(300_000)}"`, headers });
      expect(long).toMatchObject({ status: 413, body: { code: 'too-large' } });
      const form = await api.call(method, url, {
        body: 'a=b',
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(form).toMatchObject({ status: 415, body: { code: 'unsupported-type' } });
    }
  });

  it('in a path or a query is rejected and never causes a server error', async () => {
    const { list, person } = await listOperations();
    const invalidTexts = [
      '%00',
      '%ED%A0%80',
      '%',
      '..%2f..',
      '2147483648',
      '-1',
      '__proto__',
      'x'.repeat(300),
      "'--",
      '🙂',
    ];
    for (const { method, path, operation } of list)
      for (const value of invalidTexts) {
        const url = path.includes('{')
          ? path.replace(/\{\w+\}/g, value)
          : `${path}?${(operation.parameters ?? []).map(({ name }) => `${name}=${value}`).join('&')}`;
        if (!path.includes('{') && !operation.parameters?.length) continue;
        const answer = await api.call(method, url, { headers: { authorization: person.token } });
        // An unknown department is valid and has no people.
        if (path === '/api/users' && answer.status === 200) continue;
        expect([url, answer.status >= 400 && answer.status < 500]).toEqual([url, true]);
        expect(problemSchema.safeParse(answer.body).success).toBe(true);
      }
  });

  it('requires a token in all operations except public ones', async () => {
    const { list } = await listOperations();
    const isPublic = /^\/api\/(user-pool|auth\/|health|live|ready|config|avatars|openapi)/;
    for (const { method, url, path } of list.filter((one) => !isPublic.test(one.path))) {
      const { status, body } = await api.call(method, url, {});
      expect([path, status, body.code]).toEqual([path, 401, 'token-missing']);
    }
  });
});

describe('a response', () => {
  it('with a problem contains the request id, which the caller may choose', async () => {
    const given = await api.call('GET', '/api/nothing', { headers: { 'x-request-id': 'a-request-of-mine' } });
    expect(given).toMatchObject({
      status: 404,
      body: { code: 'not-found', requestId: 'a-request-of-mine' },
      headers: { 'x-request-id': 'a-request-of-mine' },
    });
    const forged = await api.call('GET', '/api/nothing', { headers: { 'x-request-id': 'a\tb {"x":1}' } });
    expect(forged.body.requestId).toMatch(/^[a-z0-9]{16}$/);
  });

  it('cannot be cached or framed and has a strict content security policy', async () => {
    const { headers } = await api.call('GET', '/api/config');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    const policy = String(headers['content-security-policy']);
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self' http://localhost:4001",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy.split(';')).toContain(part);
    expect(policy).not.toContain('unsafe');
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it('writes no secret to the log', async () => {
    const { org, person } = await listOperations();
    await api.signIn(org, org.manager);
    await person.get('/api/session?auth=secret-of-the-query&signature=v2.secret');
    await person.put('/api/profile', { password: 'secret-of-a-body' });
    expect(api.lines.filter((line) => line.includes('auth=[hidden]&signature=[hidden]'))).toHaveLength(1);
    for (const secret of [person.token, 'correct horse', 'secret-of', 'v2.secret', org.manager.email])
      expect(api.lines.filter((line) => line.includes(secret))).toEqual([]);
  });
});
