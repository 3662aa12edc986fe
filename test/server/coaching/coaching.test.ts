import type { SessionUser } from '#contract/access/session.ts';
import type { Coachees } from '#contract/learning/coachees.ts';
import type { CoachingSession, CoachingTimes, LearnerCoaching } from '#contract/learning/coaching.ts';
import type { NextCoaching } from '#contract/learning/coachingSummaries.ts';
import { instantOf, wallTimeOf } from '#contract/timeZones.ts';
import { sql } from '#server/db/drizzle.ts';
import { asOwner, withTenant } from '#server/db/withTenant.ts';
import { closeSessions } from '#server/learning/coaching/closeSessions.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';
import { onEachDatabase } from '#test/support/testPostgres.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

onEachDatabase((openDatabase) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ openDatabase });
  }, 60_000);
  afterAll(() => api.close());

  /** The people of an organisation, and calls that many tests need. */
  async function startOrganisation() {
    const org = await api.organisation();
    const [learner, coach, manager, colleague, admin] = await Promise.all(
      [org.learner, org.coach, org.manager, org.colleague, org.admin].map((person) => api.as(org, person)),
    );
    const url = `/api/programs/${org.programId}/learners/${org.learner.userId}/coaching`;
    /** Full hours, counted from tomorrow at the same hour. */
    const inHours = (hours: number) => {
      const tomorrow = Math.ceil(api.clock.now().getTime() / HOUR) * HOUR + DAY;
      return new Date(tomorrow + hours * HOUR).toISOString();
    };
    const plan = async (times: string[], partner = org.coach.userId) => {
      const answer = await learner!.post<CoachingSession>(url, {
        with: partner,
        kind: 'remote',
        minutes: 45,
        times,
      });
      expect(answer.status).toBe(200);
      return answer.body;
    };
    const confirm = (sessionId: string, startsAt: string, as = coach!) =>
      as.put<CoachingSession>(`/api/coaching/${sessionId}/confirmation`, { startsAt });
    return {
      org,
      learner: learner!,
      coach: coach!,
      manager: manager!,
      colleague: colleague!,
      admin: admin!,
      url,
      inHours,
      plan,
      confirm,
    };
  }

  it('plans a session that the other person confirms, and both see the same time', async () => {
    const { learner, coach, manager, plan, confirm, inHours, url } = await startOrganisation();
    const times = [inHours(0), inHours(24), inHours(48)];
    const planned = await plan(times);
    expect(planned).toMatchObject({
      state: 'proposed',
      startsAt: null,
      relation: 'coach',
      proposal: { by: 'me' },
    });
    expect(planned.proposal?.times).toEqual(times.map((startsAt) => ({ startsAt, isFree: true })));
    expect(planned.can).toMatchObject({ confirm: false, propose: true, cancel: true, confirmHeld: false });

    const { body: seen } = await coach.get<CoachingSession>(`/api/coaching/${planned.sessionId}`);
    expect(seen).toMatchObject({ relation: 'learner', proposal: { by: 'other' }, can: { confirm: true } });
    expect((await coach.get<NextCoaching>('/api/coaching/next')).body.session?.needsAnswer).toBe(true);

    const confirmed = await confirm(planned.sessionId, times[1]!);
    expect(confirmed.body).toMatchObject({ state: 'scheduled', startsAt: times[1], proposal: null });
    for (const person of [learner, coach]) {
      const { body } = await person.get<NextCoaching>('/api/coaching/next');
      expect(body.session).toMatchObject({
        sessionId: planned.sessionId,
        startsAt: times[1],
        state: 'scheduled',
      });
    }
    // The manager sees the date but no details.
    expect((await manager.get<LearnerCoaching>(url)).body.sessions).toMatchObject([
      { sessionId: planned.sessionId, startsAt: times[1], isMine: false, needsAnswer: false },
    ]);
    expect((await manager.get(`/api/coaching/${planned.sessionId}`)).status).toBe(404);
  });

  it('plans one session, however often the same call is sent', async () => {
    const { org, learner, coach, inHours, url } = await startOrganisation();
    const call = {
      with: org.coach.userId,
      kind: 'remote',
      minutes: 45,
      times: [inHours(0)],
      key: 'k'.repeat(16),
    };
    const answers = await Promise.all([1, 2, 3].map(() => learner.post<CoachingSession>(url, call)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.sessionId)).size).toBe(1);
    expect((await coach.get<LearnerCoaching>(url)).body.sessions).toHaveLength(1);
    const { body: other } = await learner.post<CoachingSession>(url, { ...call, key: 'j'.repeat(16) });
    expect(other.sessionId).not.toBe(answers[0]!.body.sessionId);
  });

  it('shows a session only to its two people, and responds with 404 to every call by anyone else', async () => {
    const { manager, colleague, admin, plan, inHours, url } = await startOrganisation();
    const { sessionId } = await plan([inHours(0)]);
    const path = `/api/coaching/${sessionId}`;
    for (const person of [manager, colleague, admin]) {
      expect((await person.get(path)).status).toBe(404);
      expect((await person.put(`${path}/confirmation`, { startsAt: inHours(0) })).status).toBe(404);
      expect((await person.put(`${path}/proposal`, { times: [inHours(1)] })).status).toBe(404);
      expect((await person.delete(`${path}/proposal`)).status).toBe(404);
      expect((await person.put(`${path}/cancellation`, { reason: 'No' })).status).toBe(404);
      expect((await person.put(`${path}/outcome`, { outcome: 'held' })).status).toBe(404);
      expect((await person.put(`${path}/place`, { place: null })).status).toBe(404);
    }
    for (const person of [colleague, admin]) {
      expect((await person.get(url)).status).toBe(404);
      expect((await person.get(`${url}/times?with=1&minutes=45`)).status).toBe(404);
      expect(
        (await person.post(url, { with: 1, kind: 'remote', minutes: 45, times: [inHours(0)] })).status,
      ).toBe(404);
    }
  });

  it('plans sessions only between a learner and their coach or manager', async () => {
    const { org, learner, coach, plan, inHours, url } = await startOrganisation();
    const body = { kind: 'remote', minutes: 45, times: [inHours(0)] };
    const withManager = await plan([inHours(0)], org.manager.userId);
    expect(withManager).toMatchObject({ relation: 'manager', peerRelation: 'manager' });
    const manager = await api.as(org, org.manager);
    expect((await manager.get(`/api/coaching/${withManager.sessionId}`)).body).toMatchObject({
      relation: 'learner',
      peerRelation: 'manager',
    });
    for (const [person, relation] of [
      [learner, null],
      [coach, 'coach'],
      [manager, 'manager'],
    ] as const)
      expect((await person.get(url)).body).toMatchObject({ relation });
    expect((await learner.post(url, { ...body, with: org.colleague.userId })).status).toBe(422);
    expect((await learner.post(url, { ...body, with: org.learner.userId })).status).toBe(422);
    expect(
      (await coach.post<CoachingSession>(url, { ...body, with: org.learner.userId })).body,
    ).toMatchObject({
      relation: 'learner',
      proposal: { by: 'me' },
    });
    expect((await coach.post(url, { ...body, with: org.manager.userId })).status).toBe(422);
  });

  it('names the invalid field', async () => {
    const { org, learner, inHours, url, plan } = await startOrganisation();
    const good = { with: org.coach.userId, kind: 'remote', minutes: 45, times: [inHours(0)] };
    const fieldsOf = async (more: object) =>
      (await learner.post<{ fields: object }>(url, { ...good, ...more })).body.fields;
    expect(await fieldsOf({ times: ['2020-01-01T10:00:00.000Z'] })).toEqual({
      times: 'must be in the future',
    });
    expect(await fieldsOf({ times: ['2036-01-01T10:00:00.000Z'] })).toEqual({
      times: 'cannot be more than a year ahead',
    });
    expect(await fieldsOf({ times: [] })).toEqual({ times: 'need at least one time' });
    expect(await fieldsOf({ minutes: 5 })).toEqual({ minutes: 'must be at least 15' });
    const { sessionId } = await plan([inHours(0)]);
    for (const place of ['http://meet.example', 'javascript:alert(1)', 'Room 4'])
      expect((await learner.put(`/api/coaching/${sessionId}/place`, { place })).body.fields).toEqual({
        place: 'must be an address that starts with https://',
      });
    expect(
      (await learner.put(`/api/coaching/${sessionId}/place`, { place: 'https://meet.example/a' })).body,
    ).toMatchObject({ place: 'https://meet.example/a' });
  });

  it('moves a session with the same id: the old time applies until the new one is confirmed', async () => {
    const { learner, coach, plan, confirm, inHours } = await startOrganisation();
    const { sessionId } = await plan([inHours(0)]);
    await confirm(sessionId, inHours(0));
    const path = `/api/coaching/${sessionId}/proposal`;
    const moving = await coach.put<CoachingSession>(path, { times: [inHours(5)] });
    expect(moving.body).toMatchObject({ state: 'scheduled', startsAt: inHours(0), proposal: { by: 'me' } });
    expect((await learner.delete<CoachingSession>(path)).body).toMatchObject({
      startsAt: inHours(0),
      proposal: null,
    });

    await coach.put(path, { times: [inHours(5)] });
    const moved = await confirm(sessionId, inHours(5), learner);
    expect(moved.body).toMatchObject({ sessionId, state: 'scheduled', startsAt: inHours(5), proposal: null });
    // The first time is free again.
    const other = await plan([inHours(0)]);
    expect((await confirm(other.sessionId, inHours(0))).status).toBe(200);
  });

  it('refuses actions that are not possible now, and explains why', async () => {
    const { learner, coach, plan, confirm, inHours } = await startOrganisation();
    const { sessionId } = await plan([inHours(0)]);
    const path = `/api/coaching/${sessionId}`;
    const refusal = async (answer: Promise<{ status: number; body: Record<string, unknown> }>) => {
      const { status, body } = await answer;
      return [status, body.message];
    };
    expect(await refusal(confirm(sessionId, inHours(0), learner) as never)).toEqual([
      409,
      'You proposed these times. The other person has to confirm one.',
    ]);
    expect(await refusal(confirm(sessionId, inHours(1)) as never)).toEqual([
      409,
      'This time is no longer proposed. Choose another one.',
    ]);
    expect(await refusal(coach.put(`${path}/outcome`, { outcome: 'held' }))).toEqual([
      409,
      'This session has no confirmed time yet.',
    ]);
    await confirm(sessionId, inHours(0));
    expect(await refusal(coach.put(`${path}/outcome`, { outcome: 'held' }))).toEqual([
      409,
      'This session has not begun yet.',
    ]);
    expect((await learner.put(`${path}/cancellation`, { reason: 'I am ill.' })).body).toMatchObject({
      state: 'cancelled',
      ended: { by: 'me', reason: 'I am ill.' },
    });
    expect(await refusal(coach.put(`${path}/proposal`, { times: [inHours(9)] }))).toEqual([
      409,
      'This session was cancelled. Plan a new session.',
    ]);
    const { body } = await coach.get<NextCoaching>('/api/coaching/next');
    expect(body).toMatchObject({ session: null, cancelled: { sessionId } });
  });

  it('books one of 50 sessions that are confirmed at the same moment for the same time', async () => {
    const { org, learner, coach, manager, plan, confirm, inHours } = await startOrganisation();
    const planned = [];
    for (let n = 0; n < 50; n++)
      planned.push(
        await plan([inHours(n % 2 === 0 ? 3 : 3.5)], n % 3 === 0 ? org.manager.userId : org.coach.userId),
      );
    const answers = await Promise.all(
      planned.map(({ sessionId, proposal, other }) =>
        confirm(sessionId, proposal!.times[0]!.startsAt, other.userId === org.coach.userId ? coach : manager),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    const { body } = await learner.get<NextCoaching>('/api/coaching/next');
    expect(body.session?.state).toBe('scheduled');
  });

  it('proposes times inside the working hours of both people, excluding the time of other sessions', async () => {
    const { org, learner, plan, confirm, url } = await startOrganisation();
    const first = await learner.get<CoachingTimes>(`${url}/times?with=${org.coach.userId}&minutes=60`);
    expect(first.body.times.length).toBeGreaterThan(1);
    for (const { startsAt } of first.body.times) {
      const time = new Date(startsAt);
      expect([0, 6]).not.toContain(time.getUTCDay());
      expect(time.getUTCHours()).toBeGreaterThanOrEqual(9);
      expect(time.getUTCHours()).toBeLessThan(17);
    }
    const taken = first.body.times[0]!.startsAt;
    await confirm((await plan([taken])).sessionId, taken);
    const second = await learner.get<CoachingTimes>(`${url}/times?with=${org.coach.userId}&minutes=60`);
    const from = Date.parse(taken);
    for (const { startsAt } of second.body.times)
      expect(Date.parse(startsAt) >= from + 45 * 60_000 || Date.parse(startsAt) + HOUR <= from).toBe(true);
    const { body: shown } = await learner.get<CoachingSession>(
      `/api/coaching/${(await plan([taken])).sessionId}`,
    );
    expect(shown.proposal?.times).toEqual([{ startsAt: taken, isFree: false }]);
  });

  it('proposes different times when a session is answered or moved', async () => {
    const { org, learner, coach, plan, confirm, url } = await startOrganisation();
    const timesFor = async (sessionId?: string) => {
      const { body } = await coach.get<CoachingTimes>(
        `${url}/times?with=${org.learner.userId}&minutes=45${sessionId ? `&session=${sessionId}` : ''}`,
      );
      return body.times.map(({ startsAt }) => startsAt);
    };
    const offered = await timesFor();
    const { sessionId } = await plan(offered);
    const others = await timesFor(sessionId);
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter((time) => offered.includes(time))).toEqual([]);
    await confirm(sessionId, offered[0]!);
    expect(await timesFor(sessionId)).not.toContain(offered[0]);
    expect((await learner.get<LearnerCoaching>(url)).body.programName).not.toBe('');
  });

  it('lists open sessions by time, then ended sessions, newest first', async () => {
    const { learner, plan, confirm, inHours, url } = await startOrganisation();
    const made: string[] = [];
    for (const hours of [72, 24, 48]) {
      const { sessionId } = await plan([inHours(hours)]);
      await confirm(sessionId, inHours(hours));
      made.push(sessionId);
    }
    const [late, early, middle] = made;
    await learner.put(`/api/coaching/${middle}/cancellation`, { reason: 'I am ill.' });
    const { body } = await learner.get<LearnerCoaching>(url);
    expect(body.sessions.map(({ sessionId }) => sessionId)).toEqual([early, late, middle]);
  });

  it('is held if both people confirm it; a no-show needs only one report', async () => {
    const { org, plan, confirm, inHours } = await startOrganisation();
    const [first, second] = [await plan([inHours(0)]), await plan([inHours(4)])];
    await confirm(first.sessionId, inHours(0));
    const { body: confirmed } = await confirm(second.sessionId, inHours(4));
    expect(confirmed.can.setPlace).toBe(true);
    api.clock.pass(3 * DAY);
    const [learner, coach] = [await api.as(org, org.learner), await api.as(org, org.coach)];
    const say = (person: typeof learner, sessionId: string, outcome: string) =>
      person.put<CoachingSession>(`/api/coaching/${sessionId}/outcome`, { outcome });
    const said = await say(learner, first.sessionId, 'held');
    expect(said.body).toMatchObject({
      state: 'scheduled',
      held: { me: true, other: false },
      can: { confirmHeld: false, setPlace: false },
    });
    expect((await say(coach, first.sessionId, 'other_missing')).status).toBe(409);
    expect((await say(coach, first.sessionId, 'held')).body).toMatchObject({ state: 'held' });
    expect((await say(coach, second.sessionId, 'other_missing')).body).toMatchObject({
      state: 'no_show',
      noShow: 'other',
    });
    expect((await say(learner, second.sessionId, 'held')).status).toBe(409);
  });

  it('says why no session can be planned', async () => {
    const { learner, org } = await startOrganisation();
    const why = async () => {
      const { body } = await learner.get<LearnerCoaching>(
        `/api/programs/${org.programId}/learners/${org.learner.userId}/coaching`,
      );
      return body.cannotPlan;
    };
    const set = (change: ReturnType<typeof sql>) =>
      withTenant(api.pool, org.tenantId, (tx) => tx.execute(change));
    expect(await why()).toBeNull();
    await set(sql`update programs set status = 'paused' where id = ${org.programId}`);
    expect(await why()).toBe('closed');
    await set(sql`update programs set status = 'active' where id = ${org.programId}`);
    await set(sql`update enrolments set coach_id = null where user_id = ${org.learner.userId}`);
    await set(sql`update users set manager_id = null where id = ${org.learner.userId}`);
    expect(await why()).toBe('no-coach-or-manager');
  });

  it('notifies the other person of each change', async () => {
    const { learner, coach, plan, confirm, inHours, org } = await startOrganisation();
    const { sessionId } = await plan([inHours(0)]);
    await confirm(sessionId, inHours(0));
    await coach.put(`/api/coaching/${sessionId}/proposal`, { times: [inHours(2)] });
    await learner.delete(`/api/coaching/${sessionId}/proposal`);
    await learner.put(`/api/coaching/${sessionId}/cancellation`, { reason: 'No time' });
    const sent = () =>
      api.messaging.published.flatMap(({ channel, message }) =>
        message.notificationType === 'COACHING_SESSION_CHANGED' &&
        message.payload.extraPayload.sessionId === sessionId
          ? [[Number(channel.split('U').at(-1)), message.payload.extraPayload.change]]
          : [],
      );
    await until(() => sent().length === 5);
    expect(sent()).toEqual([
      [org.coach.userId, 'proposed'],
      [org.learner.userId, 'confirmed'],
      [org.learner.userId, 'proposed'],
      [org.coach.userId, 'kept'],
      [org.coach.userId, 'cancelled'],
    ]);
  });

  it('repeats at the same time of day across a clock change, leaving out dates that are taken', async () => {
    const { org, learner, coach, plan, confirm, url } = await startOrganisation();
    const zone = 'Europe/Berlin';
    await asOwner(api.pool, org.tenantId, (tx) =>
      tx.execute(sql`update users set time_zone = ${zone} where id = ${org.learner.userId}`),
    );
    // For half of the year, the next 12 weeks include a clock change. The wall time stays the same in each
    // case.
    const first = new Date(Math.ceil(api.clock.now().getTime() / DAY) * DAY + DAY + 9 * HOUR).toISOString();
    const wallOf = (instant: string) =>
      new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
      }).format(new Date(instant));
    const taken = await plan([
      new Date(instantOf(wallTimeOf(Date.parse(first), zone) + 14 * DAY, zone)).toISOString(),
    ]);
    await confirm(taken.sessionId, taken.proposal!.times[0]!.startsAt);
    const { body: planned } = await learner.post<CoachingSession>(url, {
      with: org.coach.userId,
      kind: 'remote',
      minutes: 45,
      times: [first],
      repeat: { everyWeeks: 2, count: 12 },
    });
    expect(planned.series).toMatchObject({ everyWeeks: 2, count: 12, sessions: [{ startsAt: null }] });
    const { body } = await confirm(planned.sessionId, first);
    const times = body.series!.sessions.map(({ startsAt }) => startsAt!);
    expect(times).toHaveLength(11);
    expect(times).not.toContain(taken.proposal!.times[0]!.startsAt);
    expect(new Set(times.map(wallOf))).toEqual(new Set([wallOf(first)]));
    expect(
      new Set(times.map((time) => Math.round((Date.parse(time) - Date.parse(first)) / DAY) % 14)),
    ).toEqual(new Set([0]));

    const third = body.series!.sessions[2]!.sessionId;
    await coach.put(`/api/coaching/${third}/cancellation`, { reason: 'On leave' });
    const last = body.series!.sessions.at(-2)!.sessionId;
    await coach.put(`/api/coaching/${last}/cancellation`, { reason: 'On leave', following: true });
    const after = (await learner.get<CoachingSession>(`/api/coaching/${planned.sessionId}`)).body.series!;
    expect(after.sessions.map(({ state }) => state === 'cancelled')).toEqual(
      times.map((_time, index) => index === 2 || index >= times.length - 2),
    );
    expect(
      (
        await learner.post(url, {
          with: org.coach.userId,
          kind: 'remote',
          minutes: 45,
          times: [first],
          repeat: { everyWeeks: 4, count: 12 },
        })
      ).status,
    ).toBe(400);
  });

  it('is cancelled with the later sessions of its series, except for one that was moved and has begun', async () => {
    const { org, learner, coach, confirm, inHours, url } = await startOrganisation();
    const { body: planned } = await learner.post<CoachingSession>(url, {
      with: org.coach.userId,
      kind: 'remote',
      minutes: 45,
      times: [inHours(0)],
      repeat: { everyWeeks: 1, count: 4 },
    });
    const { body } = await confirm(planned.sessionId, inHours(0));
    const [, second, third] = body.series!.sessions.map(({ sessionId }) => sessionId);
    const begun = new Date(api.clock.now().getTime() - HOUR).toISOString();
    await asOwner(api.pool, org.tenantId, (tx) =>
      tx.execute(sql`update coaching_sessions set starts_at = ${begun}::timestamptz where id = ${third!}`),
    );
    const cancellation = { reason: 'On leave', following: true };
    const { status } = await coach.put(`/api/coaching/${second}/cancellation`, cancellation);
    expect(status).toBe(200);
    const { series } = (await learner.get<CoachingSession>(`/api/coaching/${planned.sessionId}`)).body;
    expect(series!.sessions.map(({ state }) => state)).toEqual([
      'scheduled',
      'cancelled',
      'scheduled',
      'cancelled',
    ]);
    const news = () =>
      api.messaging.published.flatMap(({ message }) =>
        message.notificationType === 'COACHING_SESSION_CHANGED' &&
        message.payload.extraPayload.change === 'cancelled'
          ? [message.payload.extraPayload]
          : [],
      );
    await until(() => news().some(({ sessionId }) => sessionId === second));
    expect(news()).toContainEqual({ sessionId: second, change: 'cancelled', following: true });
    expect(news().map(({ sessionId }) => sessionId)).not.toContain(body.series!.sessions.at(-1)!.sessionId);
  });

  it('expires when no one came, can still be confirmed by both, and is completed 3 days after it was held', async () => {
    const { org, plan, confirm, inHours } = await startOrganisation();
    const { sessionId } = await plan([inHours(0)]);
    await confirm(sessionId, inHours(0));
    const close = () => closeSessions(api, api.clock.now(), new AbortController().signal);
    const stateOf = async () =>
      (await (await api.as(org, org.learner)).get<CoachingSession>(`/api/coaching/${sessionId}`)).body;
    api.clock.pass(DAY + HOUR);
    await close();
    expect((await stateOf()).state).toBe('scheduled');
    api.clock.pass(4 * HOUR);
    await close();
    expect(await stateOf()).toMatchObject({
      state: 'expired',
      can: { confirmHeld: true, propose: false, cancel: false },
    });
    for (const person of [org.learner, org.coach])
      await (await api.as(org, person)).put(`/api/coaching/${sessionId}/outcome`, { outcome: 'held' });
    await close();
    expect((await stateOf()).state).toBe('held');
    api.clock.pass(3 * DAY + HOUR);
    await close();
    expect((await stateOf()).state).toBe('completed');
  });

  it('expires 14 days after its end when only one person said that it took place', async () => {
    const { org, plan, confirm, inHours } = await startOrganisation();
    const { sessionId } = await plan([inHours(0)]);
    await confirm(sessionId, inHours(0));
    api.clock.pass(DAY + 2 * HOUR);
    const path = `/api/coaching/${sessionId}`;
    await (await api.as(org, org.learner)).put(`${path}/outcome`, { outcome: 'held' });
    const stateAfter = async (ms: number) => {
      api.clock.pass(ms);
      await closeSessions(api, api.clock.now(), new AbortController().signal);
      return (await (await api.as(org, org.learner)).get<CoachingSession>(path)).body;
    };
    expect((await stateAfter(13 * DAY)).state).toBe('scheduled');
    expect(await stateAfter(2 * DAY)).toMatchObject({
      state: 'expired',
      held: { me: true, other: false },
      can: { confirmHeld: false },
    });
    const { body } = await (await api.as(org, org.coach)).put<CoachingSession>(`${path}/outcome`, {
      outcome: 'held',
    });
    expect(body.state).toBe('held');
  });

  it('expires when all proposed times have passed, and is no longer the next session', async () => {
    const { org, plan, inHours } = await startOrganisation();
    const { sessionId } = await plan([inHours(0), inHours(24)]);
    const close = () => closeSessions(api, api.clock.now(), new AbortController().signal);
    const path = `/api/coaching/${sessionId}`;
    api.clock.pass(DAY + 2 * HOUR);
    await close();
    let coach = await api.as(org, org.coach);
    expect((await coach.get<CoachingSession>(path)).body.state).toBe('proposed');
    api.clock.pass(DAY);
    coach = await api.as(org, org.coach);
    expect((await coach.get<NextCoaching>('/api/coaching/next')).body.session).toBeNull();
    await close();
    expect((await coach.get<CoachingSession>(path)).body).toMatchObject({
      state: 'expired',
      startsAt: null,
      proposal: null,
      can: { confirm: false, propose: false, cancel: false, confirmHeld: false, reportNoShow: false },
    });
    const learner = await api.as(org, org.learner);
    const next = (await learner.get<NextCoaching>('/api/coaching/next')).body;
    expect(next).toMatchObject({ session: null, plan: { programId: org.programId } });
  });

  it('keeps its confirmed time when other proposed times have passed', async () => {
    const { org, coach, plan, confirm, inHours } = await startOrganisation();
    const startsAt = inHours(72);
    const { sessionId } = await plan([startsAt]);
    await confirm(sessionId, startsAt);
    await coach.put(`/api/coaching/${sessionId}/proposal`, { times: [inHours(0)] });
    api.clock.pass(DAY + 2 * HOUR);
    await closeSessions(api, api.clock.now(), new AbortController().signal);
    const { body } = await (await api.as(org, org.learner)).get<CoachingSession>(
      `/api/coaching/${sessionId}`,
    );
    expect(body).toMatchObject({ state: 'scheduled', startsAt, proposal: null });
  });

  it('shows a coach without reports which coachees need attention, and why', async () => {
    const { org, learner, coach, colleague, plan, confirm, inHours } = await startOrganisation();
    const coachees = async (who = coach) => (await who.get<Coachees>('/api/coaching/coachees')).body.data;
    expect((await coach.get<SessionUser>('/api/session')).body.roles.isCoach).toBe(true);
    expect(await coachees(colleague)).toEqual([]);
    expect(await coachees(learner)).toEqual([]);
    const mine = async () =>
      (await coachees()).find(({ learner: { userId } }) => userId === org.learner.userId)!;
    expect(['new', 'none_planned']).toContain((await mine()).reason);
    const { sessionId } = await plan([inHours(0), inHours(5)]);
    expect(await mine()).toMatchObject({ reason: 'answer', sessionId, proposed: 2, next: null });
    await confirm(sessionId, inHours(0));
    expect(await mine()).toMatchObject({ reason: 'planned', sessionId, next: { startsAt: inHours(0) } });
    api.clock.pass(2 * DAY);
    const later = await api.as(org, org.coach);
    const seen = (await later.get<Coachees>('/api/coaching/coachees')).body;
    expect(seen.data[0]).toMatchObject({ reason: 'outcome', sessionId, lastHeldAt: null });
    expect(seen.ratings).toEqual([]);
  });
});
