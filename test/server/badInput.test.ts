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

const HOSTILE: unknown[] = [
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

/** All operations that the document describes, with the ids of a real organisation in their paths. */
async function operations() {
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

describe('bad input, to every call that the interface describes', () => {
  it('knows all of them', async () => {
    const { list } = await operations();
    expect(list.map(({ method, path }) => `${method} ${path}`).sort()).toMatchInlineSnapshot(`
[
  "DELETE /api/profile/avatar",
  "DELETE /api/programs/{programId}/learners/{userId}/topics/{topicId}/proposal",
  "GET /api/admin/overview",
  "GET /api/analytics",
  "GET /api/avatars/{id}",
  "GET /api/config",
  "GET /api/content",
  "GET /api/health",
  "GET /api/home",
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
  "GET /api/session",
  "GET /api/team",
  "GET /api/team/{userId}",
  "GET /api/team/{userId}/visibility",
  "GET /api/topics/{topicId}",
  "GET /api/user-pool",
  "GET /api/users",
  "POST /api/auth/refresh",
  "POST /api/auth/sign-in",
  "POST /api/auth/sign-out",
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

  it('of any shape in a body is refused with the fields, and never fails', async () => {
    const { list, person } = await operations();
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
      const wholes = await Promise.all(HOSTILE.map(call));
      expect(wholes.map(({ status }) => [path, status])).toEqual(HOSTILE.map(() => [path, 400]));
      expect(wholes.every(({ body }) => Object.keys(body.fields ?? {}).length > 0)).toBe(true);
      const parts = await Promise.all(
        names.flatMap((name) => HOSTILE.map((value) => call({ [name]: value }))),
      );
      for (const { status, body } of parts)
        expect([path, status === 200 || (status < 500 && problemSchema.safeParse(body).success)]).toEqual([
          path,
          true,
        ]);
    }
  }, 60_000);

  it('that is not JSON, pollutes, is of another type or far too long is refused in words', async () => {
    const { list, person } = await operations();
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

  it('in a path or a query is refused, and never fails', async () => {
    const { list, person } = await operations();
    const hostile = [
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
      for (const value of hostile) {
        const url = path.includes('{')
          ? path.replace(/\{\w+\}/g, value)
          : `${path}?${(operation.parameters ?? []).map(({ name }) => `${name}=${value}`).join('&')}`;
        if (!path.includes('{') && !operation.parameters?.length) continue;
        const answer = await api.call(method, url, { headers: { authorization: person.token } });
        // A department that does not exist has nobody in it: that is an answer.
        if (path === '/api/users' && answer.status === 200) continue;
        expect([url, answer.status >= 400 && answer.status < 500]).toEqual([url, true]);
        expect(problemSchema.safeParse(answer.body).success).toBe(true);
      }
  });

  it('without a token is refused by all but the open ones', async () => {
    const { list } = await operations();
    const open = /^\/api\/(user-pool|auth\/|health|config|avatars|openapi)/;
    for (const { method, url, path } of list.filter((one) => !open.test(one.path))) {
      const { status, body } = await api.call(method, url, {});
      expect([path, status, body.code]).toEqual([path, 401, 'token-missing']);
    }
  });
});

describe('an answer', () => {
  it('that is a problem says which request it was, by the caller’s id when that is one', async () => {
    const given = await api.call('GET', '/api/nothing', { headers: { 'x-request-id': 'a-request-of-mine' } });
    expect(given).toMatchObject({
      status: 404,
      body: { code: 'not-found', requestId: 'a-request-of-mine' },
      headers: { 'x-request-id': 'a-request-of-mine' },
    });
    const forged = await api.call('GET', '/api/nothing', { headers: { 'x-request-id': 'a\tb {"x":1}' } });
    expect(forged.body.requestId).toMatch(/^[a-z0-9]{16}$/);
  });

  it('is kept by nobody, framed by nobody, and may call and run only what is ours', async () => {
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

  it('puts no secret into the log', async () => {
    const { org, person } = await operations();
    await api.signIn(org, org.manager);
    await person.get('/api/session?auth=secret-of-the-query&signature=v2.secret');
    await person.put('/api/profile', { password: 'secret-of-a-body' });
    expect(api.lines.filter((line) => line.includes('auth=[hidden]&signature=[hidden]'))).toHaveLength(1);
    for (const secret of [person.token, 'correct horse', 'secret-of', 'v2.secret', org.manager.email])
      expect(api.lines.filter((line) => line.includes(secret))).toEqual([]);
  });
});
