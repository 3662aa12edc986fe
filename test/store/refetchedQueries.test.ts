import type { UnknownAction } from '@reduxjs/toolkit';
import { POLLED } from '#src/app/polling.ts';
import { blankProgram } from '#src/programs/setup/useProgramDocument.ts';
import { departmentsApi } from '#store/admin/departmentsApi.ts';
import { peopleImportApi } from '#store/admin/peopleImportApi.ts';
import { personApi } from '#store/admin/personApi.ts';
import { checkInsApi } from '#store/checkIns/checkInsApi.ts';
import { reviewApi } from '#store/checkIns/reviewApi.ts';
import { coachingApi } from '#store/coaching/coachingApi.ts';
import { nextCoachingApi } from '#store/coaching/nextCoachingApi.ts';
import { roomApi } from '#store/coaching/room/roomApi.ts';
import { profileApi } from '#store/profile/profileApi.ts';
import { invitationsApi } from '#store/programs/invitationsApi.ts';
import { joiningApi } from '#store/programs/joiningApi.ts';
import { learnersApi } from '#store/programs/learnersApi.ts';
import { programsApi } from '#store/programs/programsApi.ts';
import { setupApi } from '#store/programs/setupApi.ts';
import { teamApi } from '#store/team/teamApi.ts';
import { anAdminPerson } from '#test/fixtures/adminPeople.ts';
import { aSession, SESSION_ID } from '#test/fixtures/coaching.ts';
import { anImport, importId } from '#test/fixtures/peopleImport.ts';
import { PROGRAM_ID } from '#test/fixtures/programs.ts';
import { type Client, pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { type Answer, json, problem } from '#test/support/fakeApi.ts';

const start = clientsUnderFakeTimers();

/** The paths that a change reads again, out of those of the open screens. */
async function refetchedBy(change: unknown, screens: unknown[], answers: Record<string, Answer>) {
  const client: Client = start({ answers });
  await pass(100);
  for (const screen of screens) client.store.dispatch(screen as UnknownAction);
  await pass(1_000);
  const before = client.api.requests.length;
  client.store.dispatch(change as UnknownAction);
  await pass(1_000);
  return client.api.requests
    .slice(before)
    .filter(({ method }) => method === 'GET')
    .map(({ url }) => new URL(url).pathname);
}

it('reads home, which the navigation counts, again when the window gets the focus', async () => {
  const client = start();
  await pass(1_000);
  expect(client.api.asked('GET /api/home')).toBe(1);
  client.page.change('focus', { isFocused: false });
  await pass();
  client.page.change('focus', { isFocused: true });
  await pass();
  expect(client.api.asked('GET /api/home')).toBe(2);
});

const toReview = {
  checkInId: 'c'.repeat(16),
  person: { userId: 2, firstName: 'Nina', lastName: 'Ott', initials: 'NO', userAvatar: null },
  week: '2026-11-16',
  sentAt: '2026-11-19T12:00:00.000Z',
  reviewedAt: null,
  reasons: [],
};
const teamCheckIns = (queue: unknown[]) => ({
  week: '2026-11-16',
  lastDay: '2026-11-22',
  nextWeek: '2026-11-23',
  queue,
  reviewed: [],
  missing: [],
  question: null,
  nextQuestion: null,
  mood: [],
  minGroupSize: 5,
  reports: 2,
});

it('reads home again when there is another check-in to review', async () => {
  const queue: unknown[] = [];
  const client = start({ answers: { 'GET /api/team/check-ins': () => json(teamCheckIns(queue)) } });
  await pass(1_000);
  const read = async () => {
    void client.store.dispatch(
      reviewApi.endpoints.getTeamCheckIns.initiate(undefined, { forceRefetch: true, subscribe: false }),
    );
    await pass();
    return client.api.asked('GET /api/home');
  };
  const before = await read();
  expect(await read()).toBe(before);
  queue.push(toReview);
  expect(await read()).toBe(before + 1);
});

const launch = {
  at: '2026-11-21T08:00:00.000Z',
  by: null,
  total: 60,
  invited: 0,
  joined: 0,
  endedAt: null,
  failedAt: null,
};
const launched = { ...blankProgram, programId: PROGRAM_ID, status: 'active' as const, launch };
const importCall = `/api/admin/people/import/${importId}`;
const forced = { forceRefetch: true, subscribe: false };

it.each([
  {
    what: 'an import',
    call: importCall,
    query: () => peopleImportApi.endpoints.getImport.initiate({ importId }, forced),
    running: anImport({ state: 'applying' }),
    ended: anImport({ state: 'done' }),
  },
  {
    what: 'the current import',
    call: '/api/admin/people/import',
    query: () => peopleImportApi.endpoints.getCurrentImport.initiate(undefined, forced),
    running: { data: anImport({ state: 'reverting' }) },
    ended: { data: anImport({ state: 'reverted' }) },
  },
  {
    what: 'the sending of invitations',
    call: `/api/programs/${PROGRAM_ID}/setup`,
    query: () => setupApi.endpoints.getProgramSetup.initiate({ programId: PROGRAM_ID }, forced),
    running: launched,
    ended: { ...launched, launch: { ...launch, invited: 60, endedAt: '2026-11-21T08:01:00.000Z' } },
  },
])('reads home again when $what ends', async ({ call, query, running, ended }) => {
  let current: unknown = running;
  const client = start({ answers: { [`GET ${call}`]: () => json(current) } });
  await pass(1_000);
  const read = async () => {
    client.store.dispatch(query() as never);
    await pass(100);
    return client.api.asked('GET /api/home');
  };
  expect([await read(), await read()]).toEqual([1, 1]);
  current = ended;
  expect(await read()).toBe(2);
  expect(await read()).toBe(2);
});

it('polls while the page is visible, even beside the window with the focus', async () => {
  const client = start({ answers: { 'GET /api/team/check-ins': () => json(teamCheckIns([])) } });
  await pass(1_000);
  const asked = () => client.api.asked('GET /api/team/check-ins');
  void client.store.dispatch(
    reviewApi.endpoints.getTeamCheckIns.initiate(undefined, { subscriptionOptions: POLLED }),
  );
  await pass(1_000);
  expect(asked()).toBe(1);
  client.page.change('blur', { isFocused: false });
  await pass(15_000);
  expect(asked()).toBe(2);
  client.page.change('hidden', { isVisible: false });
  await pass(60_000);
  expect(asked()).toBe(2);
  client.page.change('visible', { isVisible: true });
  await pass(100);
  expect(asked()).toBe(3);
});

it('reads what a held session changes when the answer of the other person arrives', async () => {
  let session = aSession({ state: 'scheduled' });
  const url = `/api/coaching/${SESSION_ID}`;
  const client = start({ answers: { [`GET ${url}`]: () => json(session) } });
  await pass(1_000);
  void client.store.dispatch(roomApi.endpoints.getCoachingRoom.initiate({ sessionId: SESSION_ID }));
  void client.store.dispatch(programsApi.endpoints.getProgram.initiate({ programId: PROGRAM_ID }));
  const asked = () =>
    [url, `${url}/room`, `/api/programs/${PROGRAM_ID}`].map((path) => client.api.asked(`GET ${path}`));
  const read = async () => {
    void client.store.dispatch(
      coachingApi.endpoints.getCoachingSession.initiate({ sessionId: SESSION_ID }, { forceRefetch: true }),
    );
    await pass(1_000);
  };
  await read();
  await read();
  expect(asked()).toEqual([2, 1, 1]);
  session = aSession({ state: 'held' });
  await read();
  const [, ...others] = asked();
  expect(others).toEqual([2, 2]);
});

describe('a change reads open screens again', () => {
  it('reads home and the list of check-ins once when the user reviews a check-in', async () => {
    let queue: unknown[] = [toReview];
    const refetched = await refetchedBy(
      reviewApi.endpoints.changeCheckInReview.initiate({
        checkInId: toReview.checkInId,
        review: { isReviewed: true, version: 1 },
      }),
      [reviewApi.endpoints.getTeamCheckIns.initiate()],
      {
        'GET /api/team/check-ins': () => json(teamCheckIns(queue)),
        [`PUT /api/team/check-ins/${toReview.checkInId}/review`]: () => {
          queue = [];
          return problem(409, 'conflict');
        },
      },
    );
    expect(refetched.toSorted()).toEqual(['/api/home', '/api/team/check-ins']);
  });

  it('reads home once, and no program, when the user cancels a coaching session', async () => {
    const url = `/api/coaching/${SESSION_ID}`;
    const refetched = await refetchedBy(
      coachingApi.endpoints.cancelCoaching.initiate({ sessionId: SESSION_ID, reason: 'Ill' }),
      [
        coachingApi.endpoints.getCoachingSession.initiate({ sessionId: SESSION_ID }),
        programsApi.endpoints.getProgram.initiate({ programId: PROGRAM_ID }),
      ],
      {
        [`GET ${url}`]: () => json(aSession({ state: 'scheduled' })),
        [`PUT ${url}/cancellation`]: () => json(aSession({ state: 'cancelled' })),
      },
    );
    expect(refetched).toEqual(['/api/home']);
  });

  it('reads the program, whose step may be completed, when a room is finished', async () => {
    const refetched = await refetchedBy(
      roomApi.endpoints.finishCoachingRoom.initiate({ sessionId: 's-1' }),
      [
        programsApi.endpoints.getProgram.initiate({ programId: 'p-1' }),
        teamApi.endpoints.getVisibility.initiate({ userId: 2 }),
      ],
      { 'PUT /api/coaching/s-1/finish': () => json(null) },
    );
    expect(refetched).toEqual(expect.arrayContaining(['/api/programs/p-1', '/api/team/2/visibility']));
  });

  it.each<[string, unknown, string[]]>([
    [
      'person',
      personApi.endpoints.changePerson.initiate({ userId: 2, change: { managerId: 3 } }),
      ['/api/profile', '/api/check-ins'],
    ],
    [
      'department',
      departmentsApi.endpoints.deleteDepartment.initiate({ departmentId: 4, name: 'Sales' }),
      ['/api/profile'],
    ],
  ])('reads the user’s own data when a %s is changed, which may be their own', async (_name, change, own) => {
    const refetched = await refetchedBy(
      change,
      [profileApi.endpoints.getProfile.initiate(), checkInsApi.endpoints.getCheckIns.initiate()],
      { 'DELETE /api/admin/departments/4': () => json(null) },
    );
    expect(refetched).toEqual(expect.arrayContaining(own));
  });

  it.each<[string, unknown]>([
    ['launched', setupApi.endpoints.launchProgram.initiate({ programId: 'p-1', version: 1 })],
    [
      'sent back',
      setupApi.endpoints.changeProgramReview.initiate({
        programId: 'p-1',
        change: { action: 'return', version: 1, note: 'Add a topic' },
      }),
    ],
  ])('reads the program and home when another person has already %s a draft', async (_name, change) => {
    const refetched = await refetchedBy(
      change,
      [setupApi.endpoints.getProgramSetup.initiate({ programId: 'p-1' })],
      {
        'POST /api/programs/p-1/launch': () => problem(409, 'conflict'),
        'PUT /api/programs/p-1/review': () => problem(422, 'not-possible'),
      },
    );
    expect(refetched).toEqual(expect.arrayContaining(['/api/home', '/api/programs/p-1/setup']));
  });

  it.each<[string, unknown, Record<string, Answer>]>([
    [
      'people are invited to a program',
      invitationsApi.endpoints.invite.initiate({
        programId: 'p-1',
        invitations: { userIds: [2], coachId: null, dueOn: null },
      }),
      { 'POST /api/programs/p-1/invitations': () => json({ invited: [2], alreadyThere: [] }) },
    ],
    [
      'a request to join is answered',
      joiningApi.endpoints.answerJoinRequest.initiate({
        programId: 'p-1',
        userId: 2,
        answer: { accept: true, note: null },
      }),
      {},
    ],
    [
      'a step of a learner was already done',
      learnersApi.endpoints.waiveStep.initiate({
        programId: 'p-1',
        userId: 2,
        stepKey: 'a',
        reason: { reason: 'Done before' },
      }),
      { 'PUT /api/programs/p-1/learners/2/steps/a/waiver': () => problem(409, 'conflict') },
    ],
    [
      'a person is deactivated',
      personApi.endpoints.changePerson.initiate({ userId: 2, change: { status: 'deactivated' } }),
      { 'PATCH /api/admin/people/2': () => json(anAdminPerson()) },
    ],
  ])('reads the sessions when %s', async (_name, change, answers) => {
    const screens = [nextCoachingApi.endpoints.getNextCoaching.initiate()];
    expect(await refetchedBy(change, screens, answers)).toContain('/api/coaching/next');
  });
});
