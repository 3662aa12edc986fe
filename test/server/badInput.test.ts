import { PROGRAM_FILE_MAX_BYTES } from '#contract/learning/programLife.ts';
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
    departmentId: '1',
    kind: 'shared',
    id: 'aaaaaaaaaaaaaaaa',
    objectiveId: 'aaaaaaaaaaaaaaaa',
    changeId: 'aaaaaaaaaaaaaaaa',
    importId: 'aaaaaaaaaaaaaaaa',
    week: '2026-11-23',
    checkInId: 'aaaaaaaaaaaaaaaa',
    sessionId: 'aaaaaaaaaaaaaaaa',
    sourceId: 'aaaaaaaaaaaaaaaa',
    endpointId: 'aaaaaaaaaaaaaaaa',
    surveyId: 'aaaaaaaaaaaaaaaa',
    actionId: 'aaaaaaaaaaaaaaaa',
    followUpId: 'aaaaaaaaaaaaaaaa',
    packageId: 'aaaaaaaaaaaaaaaa',
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

// The SCIM routes are not in the document. test/server/access/scim.test.ts covers them.
describe('invalid input to every operation of the API', () => {
  it('is tested with the complete list of operations', async () => {
    const { list } = await listOperations();
    expect(list.map(({ method, path }) => `${method} ${path}`).sort()).toMatchInlineSnapshot(`
[
  "DELETE /api/admin/departments/{departmentId}",
  "DELETE /api/admin/directory/tokens/{tokenId}",
  "DELETE /api/admin/people/{userId}/invitation",
  "DELETE /api/admin/settings/logo",
  "DELETE /api/admin/sign-on/domains/{domain}",
  "DELETE /api/admin/webhooks/{endpointId}",
  "DELETE /api/auth/passkeys/{id}",
  "DELETE /api/auth/sessions",
  "DELETE /api/auth/sessions/{id}",
  "DELETE /api/calendar/days",
  "DELETE /api/calendar/feed",
  "DELETE /api/calendar/sources/{sourceId}",
  "DELETE /api/coaching/{sessionId}/presence",
  "DELETE /api/coaching/{sessionId}/proposal",
  "DELETE /api/coaching/{sessionId}/readers/{userId}",
  "DELETE /api/data-requests/erasure",
  "DELETE /api/packages/{packageId}",
  "DELETE /api/profile/avatar",
  "DELETE /api/programs/{programId}/join-request",
  "DELETE /api/programs/{programId}/learners/{userId}/topics/{topicId}/proposal",
  "DELETE /api/surveys/{surveyId}/actions/{actionId}",
  "GET /api/admin/audit",
  "GET /api/admin/data-requests",
  "GET /api/admin/departments",
  "GET /api/admin/departments/{departmentId}",
  "GET /api/admin/directory",
  "GET /api/admin/overview",
  "GET /api/admin/people",
  "GET /api/admin/people/bulk",
  "GET /api/admin/people/import",
  "GET /api/admin/people/import/{importId}",
  "GET /api/admin/people/import/{importId}/errors.csv",
  "GET /api/admin/people/import/{importId}/revert",
  "GET /api/admin/people/import/{importId}/rows",
  "GET /api/admin/people/{userId}",
  "GET /api/admin/readiness",
  "GET /api/admin/settings",
  "GET /api/admin/sign-on",
  "GET /api/admin/webhooks",
  "GET /api/admin/webhooks/{endpointId}/deliveries",
  "GET /api/analytics",
  "GET /api/auth/passkeys",
  "GET /api/auth/sessions",
  "GET /api/avatars/{id}",
  "GET /api/calendar",
  "GET /api/calendar/feeds/{file}",
  "GET /api/check-ins",
  "GET /api/check-ins/{week}",
  "GET /api/coaching/actions",
  "GET /api/coaching/coachees",
  "GET /api/coaching/next",
  "GET /api/coaching/{sessionId}",
  "GET /api/coaching/{sessionId}/room",
  "GET /api/coaching/{sessionId}/shared-notes",
  "GET /api/config",
  "GET /api/content",
  "GET /api/data-requests",
  "GET /api/data-requests/{requestId}/file",
  "GET /api/health",
  "GET /api/home",
  "GET /api/images/{id}",
  "GET /api/insights/programs/{programId}",
  "GET /api/insights/programs/{programId}/people",
  "GET /api/insights/programs/{programId}/steps",
  "GET /api/live",
  "GET /api/logos/{id}",
  "GET /api/messaging/config",
  "GET /api/notification-settings",
  "GET /api/objectives",
  "GET /api/objectives/{objectiveId}",
  "GET /api/packages/{packageId}",
  "GET /api/packages/{packageId}/address",
  "GET /api/profile",
  "GET /api/profile/account-history",
  "GET /api/profile/visibility",
  "GET /api/programs",
  "GET /api/programs/candidates",
  "GET /api/programs/catalogue",
  "GET /api/programs/invitable",
  "GET /api/programs/managed",
  "GET /api/programs/open-topics",
  "GET /api/programs/options",
  "GET /api/programs/templates",
  "GET /api/programs/{programId}",
  "GET /api/programs/{programId}/file",
  "GET /api/programs/{programId}/goals/history",
  "GET /api/programs/{programId}/invitable",
  "GET /api/programs/{programId}/join-requests",
  "GET /api/programs/{programId}/learners/{userId}",
  "GET /api/programs/{programId}/learners/{userId}/coaching",
  "GET /api/programs/{programId}/learners/{userId}/coaching/times",
  "GET /api/programs/{programId}/people",
  "GET /api/programs/{programId}/preview",
  "GET /api/programs/{programId}/preview/steps/{stepKey}/file",
  "GET /api/programs/{programId}/setup",
  "GET /api/programs/{programId}/why",
  "GET /api/propensity",
  "GET /api/propensity/shared",
  "GET /api/ready",
  "GET /api/search",
  "GET /api/session",
  "GET /api/surveys",
  "GET /api/surveys/audience",
  "GET /api/surveys/{surveyId}",
  "GET /api/surveys/{surveyId}/feedback",
  "GET /api/surveys/{surveyId}/participation",
  "GET /api/surveys/{surveyId}/raters",
  "GET /api/surveys/{surveyId}/results",
  "GET /api/surveys/{surveyId}/results.csv",
  "GET /api/team",
  "GET /api/team/check-ins",
  "GET /api/team/check-ins/people/{userId}",
  "GET /api/team/check-ins/{checkInId}",
  "GET /api/team/follow-ups",
  "GET /api/team/{userId}",
  "GET /api/team/{userId}/visibility",
  "GET /api/topics/{topicId}",
  "GET /api/topics/{topicId}/comparison",
  "GET /api/topics/{topicId}/surveys",
  "GET /api/user-pool",
  "GET /api/users",
  "GET /api/users/administrators",
  "GET /api/users/known",
  "GET /api/users/search",
  "PATCH /api/admin/departments/{departmentId}",
  "PATCH /api/admin/people/{userId}",
  "PATCH /api/admin/settings",
  "PATCH /api/admin/webhooks/{endpointId}",
  "PATCH /api/programs/{programId}",
  "PATCH /api/surveys/{surveyId}",
  "PATCH /api/surveys/{surveyId}/actions/{actionId}",
  "PATCH /api/surveys/{surveyId}/draft",
  "PATCH /api/topics/{topicId}",
  "POST /api/admin/audit/check",
  "POST /api/admin/audit/export",
  "POST /api/admin/departments",
  "POST /api/admin/departments/{departmentId}/merge",
  "POST /api/admin/directory/tokens",
  "POST /api/admin/mail-test",
  "POST /api/admin/people",
  "POST /api/admin/people/bulk",
  "POST /api/admin/people/bulk/preview",
  "POST /api/admin/people/bulk/{bulkId}/undo",
  "POST /api/admin/people/export",
  "POST /api/admin/people/import",
  "POST /api/admin/people/import/{importId}/apply",
  "POST /api/admin/people/import/{importId}/cancel",
  "POST /api/admin/people/import/{importId}/check",
  "POST /api/admin/people/import/{importId}/revert",
  "POST /api/admin/people/invitations",
  "POST /api/admin/people/{userId}/invitation",
  "POST /api/admin/people/{userId}/password-reset",
  "POST /api/admin/people/{userId}/unlock",
  "POST /api/admin/sign-on/domains",
  "POST /api/admin/sign-on/domains/{domain}/verification",
  "POST /api/admin/sign-on/test",
  "POST /api/admin/webhooks",
  "POST /api/admin/webhooks/deliveries/{deliveryId}/replay",
  "POST /api/admin/webhooks/{endpointId}/secret",
  "POST /api/admin/webhooks/{endpointId}/test",
  "POST /api/auth/invitation",
  "POST /api/auth/invitation/details",
  "POST /api/auth/passkey",
  "POST /api/auth/passkey/options",
  "POST /api/auth/passkeys",
  "POST /api/auth/passkeys/options",
  "POST /api/auth/password-reset",
  "POST /api/auth/password-reset/details",
  "POST /api/auth/refresh",
  "POST /api/auth/setup",
  "POST /api/auth/setup/details",
  "POST /api/auth/sign-in",
  "POST /api/auth/sign-on",
  "POST /api/auth/sign-on/session",
  "POST /api/auth/sign-out",
  "POST /api/auth/unlock",
  "POST /api/calendar/feed",
  "POST /api/calendar/sources",
  "POST /api/calendar/sources/file",
  "POST /api/calendar/sources/{sourceId}/reading",
  "POST /api/coaching/{sessionId}/channel",
  "POST /api/conversations",
  "POST /api/data-requests/erasure",
  "POST /api/data-requests/export",
  "POST /api/insights/programs/{programId}/export",
  "POST /api/insights/programs/{programId}/people/export",
  "POST /api/insights/programs/{programId}/reminders",
  "POST /api/objectives",
  "POST /api/objectives/{objectiveId}/changes/{changeId}/response",
  "POST /api/objectives/{objectiveId}/notes",
  "POST /api/packages",
  "POST /api/programs",
  "POST /api/programs/from-template",
  "POST /api/programs/imports",
  "POST /api/programs/{programId}/consequences",
  "POST /api/programs/{programId}/copies",
  "POST /api/programs/{programId}/cycles",
  "POST /api/programs/{programId}/finish",
  "POST /api/programs/{programId}/invitations",
  "POST /api/programs/{programId}/join",
  "POST /api/programs/{programId}/launch",
  "POST /api/programs/{programId}/learners/{userId}/coaching",
  "POST /api/programs/{programId}/learners/{userId}/topics/{topicId}/reopening",
  "POST /api/programs/{programId}/preview/answers",
  "POST /api/programs/{programId}/preview/attempts",
  "POST /api/programs/{programId}/steps/{stepKey}/attempts",
  "POST /api/programs/{programId}/steps/{stepKey}/file/openings",
  "POST /api/programs/{programId}/steps/{stepKey}/package/launches",
  "POST /api/programs/{programId}/steps/{stepKey}/package/problems",
  "POST /api/programs/{programId}/steps/{stepKey}/package/results",
  "POST /api/programs/{programId}/withdrawal",
  "POST /api/surveys",
  "POST /api/surveys/{surveyId}/actions",
  "POST /api/surveys/{surveyId}/responses",
  "POST /api/surveys/{surveyId}/tickets",
  "POST /api/team/check-ins/people/{userId}/reminder",
  "POST /api/team/check-ins/{checkInId}/comments",
  "POST /api/team/check-ins/{checkInId}/follow-ups",
  "POST /api/topics",
  "POST /api/topics/{topicId}/copies",
  "POST /api/topics/{topicId}/draft",
  "POST /api/topics/{topicId}/review/comments",
  "POST /api/topics/{topicId}/versions",
  "POST /api/unread-messages",
  "PUT /api/admin/analytics-consent",
  "PUT /api/admin/settings/logo",
  "PUT /api/admin/sign-on",
  "PUT /api/auth/password",
  "PUT /api/auth/password-reset",
  "PUT /api/calendar/days",
  "PUT /api/check-ins/{week}",
  "PUT /api/coaching/key",
  "PUT /api/coaching/{sessionId}/agreement",
  "PUT /api/coaching/{sessionId}/cancellation",
  "PUT /api/coaching/{sessionId}/confirmation",
  "PUT /api/coaching/{sessionId}/documents/{kind}",
  "PUT /api/coaching/{sessionId}/feedback",
  "PUT /api/coaching/{sessionId}/finish",
  "PUT /api/coaching/{sessionId}/outcome",
  "PUT /api/coaching/{sessionId}/place",
  "PUT /api/coaching/{sessionId}/presence",
  "PUT /api/coaching/{sessionId}/proposal",
  "PUT /api/coaching/{sessionId}/readers/{userId}",
  "PUT /api/home/marks",
  "PUT /api/notification-settings",
  "PUT /api/objectives/{objectiveId}",
  "PUT /api/objectives/{objectiveId}/state",
  "PUT /api/packages/{packageId}/content",
  "PUT /api/profile",
  "PUT /api/profile/avatar",
  "PUT /api/programs/{programId}/goals",
  "PUT /api/programs/{programId}/invitation",
  "PUT /api/programs/{programId}/join-request",
  "PUT /api/programs/{programId}/join-requests/{userId}",
  "PUT /api/programs/{programId}/learners/{userId}/steps/{stepKey}/waiver",
  "PUT /api/programs/{programId}/learners/{userId}/topics/{topicId}/confirmation",
  "PUT /api/programs/{programId}/learners/{userId}/topics/{topicId}/proposal",
  "PUT /api/programs/{programId}/review",
  "PUT /api/programs/{programId}/state",
  "PUT /api/programs/{programId}/steps/{stepKey}/answers",
  "PUT /api/programs/{programId}/steps/{stepKey}/record",
  "PUT /api/programs/{programId}/steps/{stepKey}/video",
  "PUT /api/programs/{programId}/topics/{topicId}/completion",
  "PUT /api/programs/{programId}/topics/{topicId}/proposals",
  "PUT /api/programs/{programId}/topics/{topicId}/version",
  "PUT /api/propensity",
  "PUT /api/propensity/draft",
  "PUT /api/propensity/sharing",
  "PUT /api/surveys/{surveyId}/participation",
  "PUT /api/surveys/{surveyId}/raters",
  "PUT /api/surveys/{surveyId}/state",
  "PUT /api/team/check-ins/question",
  "PUT /api/team/check-ins/{checkInId}/review",
  "PUT /api/team/follow-ups/{followUpId}",
  "PUT /api/topics/{topicId}/retirement",
  "PUT /api/topics/{topicId}/review",
]
`);
  });

  it('is rejected in a body with field errors, and never causes a server error', async () => {
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
    for (const { method, url, path, schema } of list.filter(
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
      const tooLong = path === '/api/programs/imports' ? PROGRAM_FILE_MAX_BYTES : 300_000;
      const long = await api.call(method, url, { body: `"${'x'.repeat(tooLong)}"`, headers });
      expect(long).toMatchObject({ status: 413, body: { code: 'too-large' } });
      const form = await api.call(method, url, {
        body: 'a=b',
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(form).toMatchObject({ status: 415, body: { code: 'unsupported-type' } });
    }
  });

  it('is rejected in a path or a query, and never causes a server error', async () => {
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
        // Unknown departments and people are valid and have no rows, and any search text is valid.
        if (
          ['/api/users', '/api/users/known', '/api/users/search', '/api/search'].includes(path) &&
          answer.status === 200
        )
          continue;
        expect([url, answer.status >= 400 && answer.status < 500]).toEqual([url, true]);
        expect(problemSchema.safeParse(answer.body).success).toBe(true);
      }
  });

  it('requires a token for all operations except public ones', async () => {
    const { list } = await listOperations();
    const isPublic =
      /^\/api\/(user-pool|auth\/|health|live|ready|config|avatars|logos|images|openapi|calendar\/feeds)/;
    for (const { method, url, path } of list.filter((one) => !isPublic.test(one.path))) {
      const { status, body } = await api.call(method, url, {});
      expect([path, status, body.code]).toEqual([path, 401, 'token-missing']);
    }
  });
});

describe('an API response', () => {
  it('contains the request id in a problem, and the caller may choose the id', async () => {
    const given = await api.call('GET', '/api/nothing', { headers: { 'x-request-id': 'a-request-of-mine' } });
    expect(given).toMatchObject({
      status: 404,
      body: { code: 'not-found', requestId: 'a-request-of-mine' },
      headers: { 'x-request-id': 'a-request-of-mine' },
    });
    const forged = await api.call('GET', '/api/nothing', { headers: { 'x-request-id': 'a\tb {"x":1}' } });
    expect(forged.body.requestId).toMatch(/^[a-z0-9]{16}$/);
  });

  it('cannot be cached or framed, and has a strict Content Security Policy', async () => {
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
