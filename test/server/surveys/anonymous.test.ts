import { RSABSSA } from '@cloudflare/blindrsa-ts';
import type { Results } from '#contract/surveys/results.ts';
import type { Participation, Survey } from '#contract/surveys/surveys.ts';
import { sql } from '#server/db/drizzle.ts';
import { asOwner, withTenant } from '#server/db/withTenant.ts';
import { auditAnonymity, isPassed } from '#server/surveys/anonymous/auditAnonymity.ts';
import { findLinkages } from '#server/surveys/anonymous/linkage.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import type { Role, TestOrganisation } from '#test/support/testOrganisation.ts';
import { aLargeOrganisation, simulate } from './simulateAnonymity.ts';
import { comment, ROLES, rating, startSurveys, withQuestions } from './surveysApi.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());
jest.setTimeout(60_000);

const suite = RSABSSA.SHA384.PSS.Randomized();
const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const toBytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

/** The calls that a person's browser makes. */
async function browserOf(org: TestOrganisation, role: Role, survey: Survey) {
  const url = `/api/surveys/${survey.surveyId}`;
  const caller = await api.as(org, org[role]);
  const participation = async () => (await caller.get<Participation>(`${url}/participation`)).body;
  const key = await crypto.subtle.importKey(
    'spki',
    toBytes((await participation()).ticketKey ?? ''),
    { name: 'RSA-PSS', hash: 'SHA-384' },
    true,
    ['verify'],
  );
  const message = suite.prepare(crypto.getRandomValues(new Uint8Array(32)));
  const { blindedMsg, inv } = await suite.blind(key, message);
  const request = () => caller.post<{ signature: string }>(`${url}/tickets`, { blinded: toText(blindedMsg) });
  const { status, body } = await request();
  const ticket =
    status === 200
      ? {
          tenantId: org.tenantId,
          message: toText(message),
          signature: toText(await suite.finalize(key, message, toBytes(body.signature), inv)),
        }
      : null;
  return {
    ...caller,
    url,
    status,
    ticket,
    request,
    participation,
    submit: (answers: Record<string, unknown>, one = ticket) =>
      api.call('POST', `${url}/responses`, { body: { answers, ticket: one } }),
    mark: () => caller.put(`${url}/participation`, { isAnswered: true }),
  };
}

it('accepts one response for each ticket without an account, and publishes a report at the release', async () => {
  const { org, admin, open, move, at } = await startSurveys(api);
  const survey = await open({ mode: 'anonymous', questions: withQuestions(rating, comment) });
  const learner = await browserOf(org, 'learner', survey);
  const lines = api.lines.length;
  const [first, again] = await Promise.all([learner.submit({ q1: 4 }), learner.submit({ q1: 4 })]);
  expect([first.status, first.body, again.status]).toEqual([200, { answeredOn: null }, 200]);
  expect((await learner.submit({ q1: 5, q2: 'Changed' })).status).toBe(200);
  // The same blinded message gets the same signature; another one gets none.
  expect((await learner.request()).body.signature).toHaveLength(342);
  expect((await browserOf(org, 'learner', survey)).status).toBe(422);
  expect((await learner.participation()).answeredOn).toBeNull();
  expect((await learner.mark()).status).toBe(204);
  expect(await learner.participation()).toMatchObject({ hasTicket: true, answers: {}, at: null });
  expect((await learner.participation()).answeredOn).not.toBeNull();
  for (const role of ['manager', 'coach', 'colleague'] as const)
    expect((await (await browserOf(org, role, survey)).submit({ q1: 2 })).status).toBe(200);
  expect(api.lines.slice(lines).join('')).not.toContain('/responses');
  expect(api.lines.slice(lines).join('')).not.toContain('/tickets');

  const { body: closed } = await move(survey, 'closed');
  expect((await learner.submit({ q1: 1 })).status).toBe(422);
  const { body: released } = await move(closed, 'released');
  expect(released.anonymityReport).toMatchObject({ responses: 4 });
  expect(released.anonymityReport?.checks.every((check) => check.isPassed)).toBe(true);
  expect((await learner.participation()).anonymityReport).toEqual(released.anonymityReport);
  const { body: results } = await admin.get<Results>(at(survey, '/results'));
  expect(results).toMatchObject({ answered: 4, people: 6, named: null });
  expect(results.questions[0]?.items[0]).toMatchObject({
    total: { kind: 'figures', n: 4, counts: [0, 3, 0, 0, 1] },
    departments: [],
  });
});

it('refuses forged tickets, tickets of other surveys and responses with an account', async () => {
  const { org, open, at } = await startSurveys(api);
  const survey = await open({ mode: 'anonymous' });
  const other = await open({ mode: 'anonymous' });
  const learner = await browserOf(org, 'learner', survey);
  const ticket = learner.ticket as NonNullable<typeof learner.ticket>;
  const forged = { ...ticket, message: toText(crypto.getRandomValues(new Uint8Array(64))) };
  expect((await learner.submit({ q1: 3 }, forged)).status).toBe(422);
  const send = (url: string, body: object) => api.call('POST', url, { body });
  expect((await send(at(other, '/responses'), { answers: { q1: 3 }, ticket })).status).toBe(422);
  expect((await send(at(survey, '/responses'), { answers: { q1: 3 } })).status).toBe(401);
  expect((await learner.post(at(survey, '/responses'), { answers: { q1: 3 } })).status).toBe(422);
  expect((await learner.patch(at(survey, '/draft'), { answers: { q1: 3 }, at: null })).status).toBe(422);
  const elsewhere = await api.organisation();
  const stranger = { ...ticket, tenantId: elsewhere.tenantId };
  expect((await learner.submit({ q1: 3 }, stranger)).status).toBe(404);
  const named = await open({ mode: 'named' });
  expect((await send(at(named, '/responses'), { answers: { q1: 3 }, ticket })).status).toBe(404);
  expect((await learner.post(at(named, '/tickets'), { blinded: ticket.signature })).status).toBe(404);
  expect((await learner.submit({ q1: 9 })).status).toBe(400);
});

it('cannot be opened for fewer people than the smallest group', async () => {
  const { create, move } = await startSurveys(api);
  const draft = await create({ mode: 'anonymous', k: 7 });
  expect(await move(draft, 'open')).toMatchObject({
    status: 422,
    body: { fields: { audience: expect.any(String) } },
  });
});

it('lets attacks find authors only by chance, while the survey is open and after it is closed', async () => {
  const org = await aLargeOrganisation(api, 20);
  const runs = 3;
  const totals = new Map<string, number>();
  for (let run = 0; run < runs; run++) {
    const { ofSubmissions, ofResponses, people, leftOver } = await simulate(api, org);
    // The attack finds the authors by the order of submissions, so the test would notice a leak. The content stays encrypted.
    expect(ofSubmissions.get('acted with transaction')).toBe(people / 2);
    expect(leftOver).toBe(0);
    for (const [name, hits] of ofResponses) totals.set(name, (totals.get(name) ?? 0) + hits);
  }
  // Chance finds at most 1 author in each pairing. An attack finds 20 in 3 runs by chance only once in 100 million
  // attacks.
  expect([...totals].filter(([, hits]) => hits >= 20)).toEqual([]);
});

it('does not release results when a stored value leads to a person', async () => {
  const { org, open, move } = await startSurveys(api);
  const survey = await open({ mode: 'anonymous' });
  for (const role of ROLES.slice(0, 4)) await (await browserOf(org, role, survey)).submit({ q1: 3 });
  const { body: closed } = await move(survey, 'closed');
  const audit = () =>
    withTenant(api.pool, org.tenantId, (tx) =>
      auditAnonymity(tx, { id: survey.surveyId, k: 3 }, '2026-11-23'),
    );
  expect(isPassed(await audit())).toBe(true);
  await asOwner(api.pool, org.tenantId, (tx) =>
    tx.execute(sql`update survey_participations
      set ticket_request = (select respondent from survey_responses where survey_id = ${survey.surveyId} limit 1)
      where survey_id = ${survey.surveyId} and user_id = ${org.learner.userId}`),
  );
  expect(isPassed(await audit())).toBe(false);
  expect(await move(closed, 'released')).toMatchObject({ status: 422 });
});

it('finds only values that people and responses have in common', () => {
  const people = ['1', '2', '3'];
  const table = (values: string[]) => [
    { name: 'person', rows: people.map((person, at) => ({ person, value: values[at] ?? null })) },
  ];
  const responses = [{ id: 'abcdefghijkl' }, { id: 'zzzzzzzzzzzz' }];
  const smallest = (values: string[]) =>
    Math.min(...findLinkages(people, table(values), responses).map(({ candidates }) => candidates));
  expect(smallest(['x', 'y', 'z'])).toBe(3);
  expect(smallest(['abcdefghijkl', 'y', 'z'])).toBe(1);
  expect(smallest(['x', 'survey:zzzzzzzzzzzz:2', 'z'])).toBe(1);
});
