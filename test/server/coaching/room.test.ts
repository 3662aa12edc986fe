import type { CoachingSession, LearnerCoaching } from '#contract/learning/coaching.ts';
import type { CoachingActions } from '#contract/learning/coachingActions.ts';
import type { CoachingRoom, RoomChannel, SharedNotes } from '#contract/learning/coachingRoom.ts';
import type { NextCoaching } from '#contract/learning/coachingSummaries.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import { asOwner } from '#server/db/withTenant.ts';
import { closeSessions } from '#server/learning/coaching/closeSessions.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';
import { onEachDatabase } from '#test/support/testPostgres.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Id tokens last for an hour. */
const AHEAD = 40 * MINUTE;
const KEY = 'K'.repeat(87);
const OTHER_KEY = 'L'.repeat(87);
const SECRET = 's'.repeat(120);
const key = (publicKey: string, replaces: string | null = null) => ({
  publicKey,
  wrappedKey: SECRET,
  replaces,
});
const envelopeFor = (publicKey: string) => ({ publicKey, envelope: `${SECRET}${publicKey[0]}` });

onEachDatabase((openDatabase) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ openDatabase });
  }, 60_000);
  afterAll(() => api.close());

  /** A full minute. */
  const inMs = (ms: number) =>
    new Date(Math.floor((api.clock.now().getTime() + ms) / MINUTE) * MINUTE).toISOString();

  /** A confirmed remote session of learner and coach. */
  async function startSession() {
    const org = await api.organisation();
    const [learner, coach, manager, admin] = await Promise.all(
      [org.learner, org.coach, org.manager, org.admin].map((person) => api.as(org, person)),
    );
    const startsAt = inMs(AHEAD);
    const { body: session } = await learner!.post<CoachingSession>(
      `/api/programs/${org.programId}/learners/${org.learner.userId}/coaching`,
      { with: org.coach.userId, kind: 'remote', minutes: 45, times: [startsAt] },
    );
    await coach!.put(`/api/coaching/${session.sessionId}/confirmation`, { startsAt });
    const url = `/api/coaching/${session.sessionId}`;
    const room = async (who = learner!) => (await who.get<CoachingRoom>(`${url}/room`)).body;
    return { org, url, room, learner: learner!, coach: coach!, manager: manager!, admin: admin! };
  }
  const isNotified = (type: string, userId: number) =>
    api.messaging.published.filter(
      ({ channel, message }) => channel.endsWith(`_U${userId}`) && message.notificationType === type,
    ).length;

  it('shows the room to its two people and responds with 404 to everyone else, including administrators', async () => {
    const { url, learner, coach, manager, admin } = await startSession();
    for (const person of [learner, coach]) expect((await person.get(`${url}/room`)).status).toBe(200);
    for (const person of [manager, admin]) {
      expect((await person.get(`${url}/room`)).status).toBe(404);
      expect((await person.post(`${url}/channel`)).status).toBe(404);
      expect((await person.put(`${url}/presence`)).status).toBe(404);
      expect((await person.put(`${url}/agreement`)).status).toBe(404);
      expect((await person.put(`${url}/finish`)).status).toBe(404);
      expect((await person.put(`${url}/documents/shared`, { version: 0, snapshot: SECRET })).status).toBe(
        404,
      );
    }
  });

  it('opens 15 minutes before the session and gives access to its channel only while it is open', async () => {
    const { org, url, room, learner } = await startSession();
    expect((await room()).isOpen).toBe(false);
    expect((await learner.put(`${url}/presence`)).status).toBe(409);
    expect((await learner.post(`${url}/channel`)).status).toBe(409);
    api.clock.pass(AHEAD - 15 * MINUTE);
    expect((await room()).isOpen).toBe(true);
    const { status, body } = await learner.post<RoomChannel>(`${url}/channel`);
    expect(status).toBe(200);
    expect(body.channel).toBe(`coach_T${org.tenantId}_S${url.split('/').at(-1)}`);
    await learner.put(`${url}/finish`);
    expect((await learner.post(`${url}/channel`)).status).toBe(409);
  });

  it('notifies the other person once when a person joins, and withdraws the alert when they leave', async () => {
    const { org, url, room, learner, coach } = await startSession();
    api.clock.pass(AHEAD);
    await learner.put(`${url}/presence`);
    await learner.put(`${url}/presence`);
    await until(() => isNotified('PEER_JOINED_SESSION', org.coach.userId) === 1);
    expect((await room(coach)).otherJoinedAt).not.toBeNull();
    await learner.delete(`${url}/presence`);
    await until(() => isNotified('PEER_LEFT_SESSION', org.coach.userId) === 1);
    expect((await room(coach)).otherJoinedAt).toBeNull();
    // The learner returns, and the coach is notified. When the coach enters, both are in the room, so no one
    // is notified.
    await learner.put(`${url}/presence`);
    await coach.put(`${url}/presence`);
    await until(() => isNotified('PEER_JOINED_SESSION', org.coach.userId) === 2);
    expect(isNotified('PEER_JOINED_SESSION', org.learner.userId)).toBe(0);
    expect((await room()).metAt).not.toBeNull();
    // A browser that stopped reporting no longer counts as present.
    api.clock.pass(MINUTE);
    expect((await room()).otherJoinedAt).toBeNull();
  });

  it('counts the time together, and marks a finished session of 10 minutes as held', async () => {
    const { url, room, learner, coach } = await startSession();
    api.clock.pass(AHEAD);
    for (let seconds = 0; seconds <= 600; seconds += 30) {
      await learner.put(`${url}/presence`);
      await coach.put(`${url}/presence`);
      api.clock.pass(30_000);
    }
    // The 10 minutes do not end the meeting.
    expect(await room()).toMatchObject({ togetherSeconds: 600, isOpen: true });
    await coach.put(`${url}/finish`);
    expect((await room()).finishedBy).toBe((await learner.get<CoachingSession>(url)).body.other.userId);
    expect((await learner.get<CoachingSession>(url)).body.state).toBe('held');
    expect((await learner.put(`${url}/presence`)).status).toBe(409);
  });

  it('starts again when the session is moved after people were in the room', async () => {
    const { org, url, room, learner, coach } = await startSession();
    api.clock.pass(AHEAD - 5 * MINUTE);
    for (const person of [learner, coach]) await person.put(`${url}/presence`);
    await coach.put(`${url}/finish`);
    expect(await room()).toMatchObject({ finishedAt: expect.any(String) });
    const startsAt = new Date(api.clock.now().getTime() + 60 * MINUTE).toISOString();
    await coach.put(`${url}/proposal`, { times: [startsAt] });
    expect((await learner.put(`${url}/confirmation`, { startsAt })).status).toBe(200);
    expect(await room()).toMatchObject({
      finishedAt: null,
      metAt: null,
      togetherSeconds: 0,
      otherJoinedAt: null,
    });
    api.clock.pass(60 * MINUTE);
    expect((await room(await api.as(org, org.learner))).isOpen).toBe(true);
  });

  it('offers to join a session until it is finished, then the wrap-up until the person has sent feedback', async () => {
    const { org, url, learner, coach } = await startSession();
    const sessionId = url.split('/').at(-1);
    const next = async (who: typeof learner) => (await who.get<NextCoaching>('/api/coaching/next')).body;
    api.clock.pass(AHEAD + MINUTE);
    expect(await next(coach)).toMatchObject({ session: { sessionId }, room: {}, wrapUp: null });
    await coach.put(`${url}/finish`);
    for (const person of [learner, coach])
      expect(await next(person)).toMatchObject({
        session: null,
        room: null,
        wrapUp: { sessionId, state: 'scheduled' },
      });
    await learner.put(`${url}/feedback`, { listened: 5, chosen: 4, nextStep: 5 });
    expect(await next(learner)).toMatchObject({ session: null, room: null, wrapUp: null });
    // After its end, the session is not also asked about: the wrap-up is the answer.
    api.clock.pass(50 * MINUTE);
    const later = await api.as(org, org.coach);
    expect(await next(later)).toMatchObject({ session: null, wrapUp: { sessionId } });
  });

  it('does not offer to join a session that the person has confirmed as held', async () => {
    const { url, room, learner, coach } = await startSession();
    api.clock.pass(AHEAD + MINUTE);
    expect((await learner.put(`${url}/outcome`, { outcome: 'held' })).status).toBe(200);
    const next = async (who: typeof learner) => (await who.get<NextCoaching>('/api/coaching/next')).body;
    expect(await next(learner)).toMatchObject({ session: null, room: null });
    expect((await next(coach)).session).not.toBeNull();
    expect([(await room(learner)).isOpen, (await room(coach)).isOpen]).toEqual([false, true]);
  });

  it('closes the room when both have confirmed that the session took place', async () => {
    const { url, room, learner, coach } = await startSession();
    api.clock.pass(AHEAD + MINUTE);
    await learner.put(`${url}/outcome`, { outcome: 'held' });
    expect((await room(coach)).isOpen).toBe(true);
    await coach.put(`${url}/outcome`, { outcome: 'held' });
    expect(await room()).toMatchObject({ isOpen: false, finishedAt: null });
    for (const answer of [await coach.put(`${url}/presence`), await coach.post(`${url}/channel`)])
      expect(answer).toMatchObject({
        status: 409,
        body: { message: 'You both confirmed that this session took place.' },
      });
    // Finishing it in the room leads to the wrap-up.
    expect((await coach.put(`${url}/finish`)).status).toBe(200);
    expect((await coach.get<NextCoaching>('/api/coaching/next')).body).toMatchObject({ wrapUp: {} });
  });

  it('counts as held when both were there for 10 minutes, even if no one finished it', async () => {
    const { org, url, learner, coach } = await startSession();
    api.clock.pass(AHEAD);
    for (let seconds = 0; seconds <= 600; seconds += 30) {
      await learner.put(`${url}/presence`);
      await coach.put(`${url}/presence`);
      api.clock.pass(30_000);
    }
    api.clock.pass(3 * 60 * MINUTE);
    await closeSessions(api, api.clock.now(), new AbortController().signal);
    const later = await api.as(org, org.learner);
    expect((await later.get<CoachingSession>(url)).body.state).toBe('held');
  });

  it('is held when both send their feedback, which the other person cannot read', async () => {
    const { url, room, learner, coach } = await startSession();
    const ratings = { listened: 5, chosen: 4, nextStep: 5 };
    expect((await learner.put(`${url}/feedback`, ratings)).status).toBe(409);
    api.clock.pass(AHEAD + MINUTE);
    expect((await learner.put(`${url}/feedback`, { ...ratings, listened: 6 })).status).toBe(400);
    expect((await learner.put(`${url}/feedback`, ratings)).status).toBe(200);
    expect((await learner.put(`${url}/feedback`, ratings)).status).toBe(200);
    expect((await learner.get<CoachingSession>(url)).body).toMatchObject({
      state: 'scheduled',
      held: { me: true, other: false },
    });
    expect(await room(coach)).toMatchObject({ hasFeedback: false });
    expect(JSON.stringify(await room(coach))).not.toContain('listened');
    await coach.put(`${url}/feedback`, ratings);
    // Held, and completed immediately because both have sent their feedback.
    expect((await coach.get<CoachingSession>(url)).body.state).toBe('completed');
  });

  it('stores documents by version, with envelopes for current keys only', async () => {
    const { url, room, learner, coach } = await startSession();
    await learner.put('/api/coaching/key', key(KEY));
    expect((await learner.put('/api/coaching/key', key(OTHER_KEY))).status).toBe(409);
    const first = {
      version: 0,
      snapshot: SECRET,
      mine: envelopeFor(KEY),
      other: envelopeFor(OTHER_KEY),
    };
    expect((await learner.put(`${url}/documents/shared`, first)).body).toMatchObject({ version: 1 });
    // Both created it at the same time: the second one has to merge.
    expect((await coach.put(`${url}/documents/shared`, first)).status).toBe(409);
    expect((await room()).shared).toMatchObject({ version: 1, isShared: false, envelope: `${SECRET}K` });
    expect((await room(coach)).shared).toMatchObject({ envelope: null });
    await coach.put('/api/coaching/key', key(OTHER_KEY));
    await learner.put(`${url}/documents/shared`, { ...first, version: 1 });
    expect((await room(coach)).shared).toMatchObject({ version: 2, envelope: `${SECRET}L` });
    expect((await learner.put(`${url}/documents/shared`, { ...first, version: 1 })).status).toBe(409);
    // Own documents are for their owner only.
    await learner.put(`${url}/documents/own`, { ...first, mine: envelopeFor(KEY) });
    expect((await room()).own).toMatchObject({ envelope: `${SECRET}K` });
    expect((await room(coach)).own).toBeNull();
    // A new start removes the data that only the old key could open.
    await learner.put('/api/coaching/key', key('M'.repeat(87), KEY));
    expect(await room()).toMatchObject({ own: null, shared: { envelope: null } });
    expect((await room(coach)).shared).toMatchObject({ envelope: `${SECRET}L`, isShared: false });
  });

  it('lets the two begin new shared notes if both have started again', async () => {
    const { url, room, learner, coach } = await startSession();
    const [newKey, newOtherKey] = ['M'.repeat(87), 'N'.repeat(87)];
    await learner.put('/api/coaching/key', key(KEY));
    await coach.put('/api/coaching/key', key(OTHER_KEY));
    const document = { version: 0, snapshot: SECRET };
    const write = (who: typeof learner, edit: object) => who.put(`${url}/documents/shared`, edit);
    await write(learner, { ...document, mine: envelopeFor(KEY), other: envelopeFor(OTHER_KEY) });
    await learner.put('/api/coaching/key', key(newKey, KEY));
    // The coach can still open them and encrypt them for the learner.
    expect((await write(learner, { ...document, mine: envelopeFor(newKey) })).status).toBe(409);
    await coach.put('/api/coaching/key', key(newOtherKey, OTHER_KEY));
    expect([(await room()).shared, (await room(coach)).shared]).toEqual([null, null]);
    const created = await Promise.all([
      write(learner, { ...document, mine: envelopeFor(newKey), other: envelopeFor(newOtherKey) }),
      write(coach, { ...document, mine: envelopeFor(newOtherKey), other: envelopeFor(newKey) }),
    ]);
    expect(created.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409]);
    expect((await room()).shared).toMatchObject({ version: 1, envelope: `${SECRET}M`, isShared: true });
    expect((await room(coach)).shared).toMatchObject({ version: 1, envelope: `${SECRET}N`, isShared: true });
  });

  it('shows the shared notes of a session in the next one after it has ended', async () => {
    const { org, url, learner, coach } = await startSession();
    await learner.put('/api/coaching/key', key(KEY));
    await learner.put(`${url}/documents/shared`, {
      version: 0,
      snapshot: SECRET,
      mine: envelopeFor(KEY),
    });
    const startsAt = inMs(3 * DAY);
    const { body: next } = await learner.post<CoachingSession>(
      `/api/programs/${org.programId}/learners/${org.learner.userId}/coaching`,
      { with: org.coach.userId, kind: 'remote', minutes: 45, times: [startsAt] },
    );
    const nextUrl = `/api/coaching/${next.sessionId}`;
    await coach.put(`${nextUrl}/confirmation`, { startsAt });
    const previous = async () => (await learner.get<CoachingRoom>(`${nextUrl}/room`)).body.previous;
    expect(await previous()).toBeNull();
    api.clock.pass(AHEAD);
    await coach.put(`${url}/finish`);
    expect(await previous()).toMatchObject({ shared: { envelope: `${SECRET}K` } });
  });

  it('shows no notes of a cancelled session as those of the last one', async () => {
    const { org, url, learner, coach } = await startSession();
    await learner.put('/api/coaching/key', key(KEY));
    await learner.put(`${url}/documents/shared`, { version: 0, snapshot: SECRET, mine: envelopeFor(KEY) });
    await learner.put(`${url}/cancellation`, { reason: 'I am ill.' });
    const startsAt = inMs(3 * DAY);
    const { body: next } = await learner.post<CoachingSession>(
      `/api/programs/${org.programId}/learners/${org.learner.userId}/coaching`,
      { with: org.coach.userId, kind: 'remote', minutes: 45, times: [startsAt] },
    );
    await coach.put(`/api/coaching/${next.sessionId}/confirmation`, { startsAt });
    api.clock.pass(2 * DAY);
    const { body } = await (await api.as(org, org.learner)).get<CoachingRoom>(
      `/api/coaching/${next.sessionId}/room`,
    );
    expect(body.previous).toBeNull();
  });

  it('hides the sessions with a former coach from the new coach, in the API and in the database', async () => {
    const { org, url, learner, coach, manager } = await startSession();
    const newKey = 'N'.repeat(87);
    await learner.put('/api/coaching/key', key(KEY));
    await coach.put('/api/coaching/key', key(OTHER_KEY));
    await manager.put('/api/coaching/key', key(newKey));
    await learner.put(`${url}/documents/shared`, {
      version: 0,
      snapshot: SECRET,
      mine: envelopeFor(KEY),
      other: envelopeFor(OTHER_KEY),
    });
    const asDatabaseOwner = (query: SQL) => asOwner(api.pool, org.tenantId, (tx) => tx.execute(query));
    await asDatabaseOwner(
      sql`update enrolments set coach_id = ${org.manager.userId} where user_id = ${org.learner.userId}`,
    );
    expect((await manager.get(`${url}/room`)).status).toBe(404);
    const startsAt = inMs(3 * DAY);
    const { body: next } = await learner.post<CoachingSession>(
      `/api/programs/${org.programId}/learners/${org.learner.userId}/coaching`,
      { with: org.manager.userId, kind: 'remote', minutes: 45, times: [startsAt] },
    );
    const nextUrl = `/api/coaching/${next.sessionId}`;
    await manager.put(`${nextUrl}/confirmation`, { startsAt });
    api.clock.pass(AHEAD);
    await coach.put(`${url}/finish`);
    expect((await manager.get<CoachingRoom>(`${nextUrl}/room`)).body).toMatchObject({
      previous: null,
      shared: null,
    });
    // Envelopes for the keys of the two people only: no other key opens what is stored.
    const { rows } = await asDatabaseOwner(sql`
      select envelope from coaching_envelopes as e
      join coaching_documents as d on d.id = e.document_id where d.session_id = ${url.split('/').at(-1)}`);
    expect(
      rows.map(({ envelope }) => String(envelope)).sort((one, other) => one.localeCompare(other)),
    ).toEqual([`${SECRET}K`, `${SECRET}L`]);
  });

  it('lets the learner show the notes of a former coach to the new one, and stop sharing them', async () => {
    const { org, url, room, learner, coach, manager, admin } = await startSession();
    const newKey = 'N'.repeat(87);
    await learner.put('/api/coaching/key', key(KEY));
    await coach.put('/api/coaching/key', key(OTHER_KEY));
    await manager.put('/api/coaching/key', key(newKey));
    await learner.put(`${url}/documents/shared`, {
      version: 0,
      snapshot: SECRET,
      mine: envelopeFor(KEY),
      other: envelopeFor(OTHER_KEY),
    });
    const reader = `${url}/readers/${org.manager.userId}`;
    expect((await room()).readers).toEqual([]);
    api.clock.pass(AHEAD + MINUTE);
    for (const person of [learner, coach])
      await person.put(`${url}/feedback`, { listened: 5, chosen: 5, nextStep: 5 });
    expect((await learner.get<CoachingSession>(url)).body.state).toBe('completed');
    expect((await room()).readers).toMatchObject([
      { person: { userId: org.manager.userId }, publicKey: newKey, canRead: false },
    ]);
    expect((await room(coach)).readers).toEqual([]);
    expect((await coach.put(reader, envelopeFor(newKey))).status).toBe(409);
    expect((await manager.put(reader, envelopeFor(newKey))).status).toBe(404);
    expect((await learner.put(`${url}/readers/${org.admin.userId}`, envelopeFor(newKey))).status).toBe(409);
    expect((await manager.get(`${url}/shared-notes`)).status).toBe(404);

    expect((await learner.put(reader, envelopeFor(newKey))).status).toBe(200);
    expect((await room()).readers).toMatchObject([{ canRead: true }]);
    expect((await manager.get<SharedNotes>(`${url}/shared-notes`)).body).toMatchObject({
      shared: { envelope: `${SECRET}N` },
      peer: { userId: org.coach.userId },
    });
    const list = `/api/programs/${org.programId}/learners/${org.learner.userId}/coaching`;
    expect((await manager.get<LearnerCoaching>(list)).body.sessions).toMatchObject([
      { isSharedWithMe: true },
    ]);
    expect((await admin.get(`${url}/shared-notes`)).status).toBe(404);
    expect((await learner.delete(reader)).status).toBe(200);
    expect((await manager.get(`${url}/shared-notes`)).status).toBe(404);
  });

  it('keeps the key of a passkey until new keys are created, and returns recent notes only to their readers', async () => {
    const { url, room, learner, coach } = await startSession();
    const passkey = { credentialId: 'c'.repeat(32), wrappedKey: SECRET };
    await learner.put('/api/coaching/key', { ...key(KEY), passkey });
    expect((await room()).myKey).toMatchObject({ passkeys: [passkey] });
    await learner.put(`${url}/documents/shared`, { version: 0, snapshot: SECRET, mine: envelopeFor(KEY) });
    const actions = async (who = learner) => (await who.get<CoachingActions>('/api/coaching/actions')).body;
    expect(await actions()).toMatchObject({
      myKey: { publicKey: KEY },
      sessions: [{ sessionId: url.split('/').at(-1), shared: { envelope: `${SECRET}K` } }],
    });
    expect(await actions(coach)).toEqual({ myKey: null, sessions: [] });
    await learner.put('/api/coaching/key', key('M'.repeat(87), KEY));
    expect((await room()).myKey).toMatchObject({ passkeys: [] });
  });
});
