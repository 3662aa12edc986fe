import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import ICAL from 'ical.js';
import type { Home } from '#contract/home.ts';
import type { Calendar, CalendarFeed } from '#contract/learning/calendar.ts';
import type { CoachingSession, CoachingTimes } from '#contract/learning/coaching.ts';
import type { CoachingRoom } from '#contract/learning/coachingRoom.ts';
import type { Program } from '#contract/learning/programs.ts';
import { sql } from '#server/db/drizzle.ts';
import { asOwner } from '#server/db/withTenant.ts';
import { calendarUidOf } from '#server/learning/coaching/calendar/icalendar.ts';
import { sendReminders, sendScheduleReminders } from '#server/learning/coaching/reminders.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ hasJobs: true });
}, 60_000);
afterAll(() => api.close());

const { signal } = new AbortController();

/** A session that was confirmed some hours before it starts. */
async function scheduled(hoursAhead: number) {
  const org = await api.organisation();
  const [learner, coach] = [await api.as(org, org.learner), await api.as(org, org.coach)];
  const startsAt = new Date(api.clock.now().getTime() + hoursAhead * HOUR);
  startsAt.setUTCMilliseconds(0);
  const url = `/api/programs/${org.programId}/learners/${org.learner.userId}/coaching`;
  const { body } = await learner.post<CoachingSession>(url, {
    with: org.coach.userId,
    kind: 'remote',
    minutes: 45,
    times: [startsAt.toISOString()],
  });
  const confirm = (time: Date) =>
    coach.put(`/api/coaching/${body.sessionId}/confirmation`, { startsAt: time.toISOString() });
  expect((await confirm(startsAt)).status).toBe(200);
  /** Runs the task at a time before the start of the session. */
  const remindAt = (before: number) => {
    api.clock.pass(startsAt.getTime() - before - api.clock.now().getTime());
    return sendReminders({ pool: api.pool, jobs: api.jobs }, api.clock.now(), signal);
  };
  const reminders = () =>
    api.messaging.published.flatMap(({ channel, message }) =>
      message.notificationType === 'COACHING_SESSION_REMINDER' &&
      message.payload.extraPayload.sessionId === body.sessionId
        ? [`${channel.split('U').at(-1)} ${message.payload.extraPayload.startsIn} ${message.payload.userId}`]
        : [],
    );
  return { org, learner, coach, startsAt, sessionId: body.sessionId, remindAt, reminders };
}

it('reminds both people once, 24 hours and 10 minutes before, in the bell and by mail', async () => {
  const { org, remindAt, reminders } = await scheduled(48);
  expect(await remindAt(25 * HOUR)).toBe(0);
  expect(await remindAt(24 * HOUR - MINUTE)).toBe(2);
  expect(await remindAt(24 * HOUR - 2 * MINUTE)).toBe(0);
  expect(await remindAt(10 * MINUTE)).toBe(2);
  expect(await remindAt(9 * MINUTE)).toBe(0);
  api.outbox.wake();
  const { learner, coach } = org;
  await until(() => reminders().length === 4);
  expect(reminders().sort()).toEqual(
    [
      `${learner.userId} 24_hours ${coach.userId}`,
      `${learner.userId} 10_minutes ${coach.userId}`,
      `${coach.userId} 24_hours ${learner.userId}`,
      `${coach.userId} 10_minutes ${learner.userId}`,
    ].sort(),
  );
  const mails = () =>
    api.mails.filter(({ to, calendar }) => !calendar && [learner.email, coach.email].includes(to.address));
  await until(() => mails().length === 4);
  expect(
    mails()
      .map(({ to, subject }) => `${to.address}: ${subject}`)
      .sort(),
  ).toEqual(
    [
      `${learner.email}: Coaching session with Coach Person in 10 minutes`,
      `${learner.email}: Reminder: coaching session with Coach Person in 24 hours`,
      `${coach.email}: Coaching session with Learner Person in 10 minutes`,
      `${coach.email}: Reminder: coaching session with Learner Person in 24 hours`,
    ].sort(),
  );
  // Also the mail with the entry for the calendar.
  const all = api.mails.filter(({ to }) => [learner.email, coach.email].includes(to.address));
  expect(all.length).toBeGreaterThan(4);
  for (const { text } of all) expect(text).toMatch(/^Hello \w+,\n\nYour coaching session with /);
});

it('sends no reminder for a time that was just confirmed, or for a cancelled session', async () => {
  const { learner, sessionId, remindAt } = await scheduled(3);
  expect(await remindAt(3 * HOUR - MINUTE)).toBe(0);
  await learner.put(`/api/coaching/${sessionId}/cancellation`, { reason: 'I am ill.' });
  expect(await remindAt(10 * MINUTE)).toBe(0);
});

it('sends a new reminder for a session that was moved', async () => {
  const { org, sessionId, startsAt, remindAt } = await scheduled(48);
  expect(await remindAt(24 * HOUR)).toBe(2);
  const [learner, coach] = [await api.as(org, org.learner), await api.as(org, org.coach)];
  const later = new Date(startsAt.getTime() + 72 * HOUR);
  await learner.put(`/api/coaching/${sessionId}/proposal`, { times: [later.toISOString()] });
  expect(
    (await coach.put(`/api/coaching/${sessionId}/confirmation`, { startsAt: later.toISOString() })).status,
  ).toBe(200);
  expect(await remindAt(10 * MINUTE)).toBe(0);
  expect(await remindAt(24 * HOUR - 72 * HOUR)).toBe(2);
});

/** Turns the first step of the first topic into a session. */
const askForSession = (org: Awaited<ReturnType<TestApi['organisation']>>) =>
  asOwner(api.pool, org.tenantId, (tx) =>
    tx.execute(sql`update topic_steps set kind = 'session' where step_key = ${org.stepKeys[0]![0]}`),
  );

it('reminds a learner to plan a session if a selected topic requires one and none is planned', async () => {
  const org = await api.organisation();
  const sent = () =>
    api.messaging.published.filter(
      ({ channel, message }) =>
        message.notificationType === 'SCHEDULE_SESSION_REMINDER' &&
        channel.endsWith(`U${org.learner.userId}`),
    );
  const remind = async () => {
    await sendScheduleReminders({ pool: api.pool }, api.clock.now(), signal);
    api.outbox.wake();
    await until(async () => (await api.outbox.countPending()) === 0);
    return sent().length;
  };
  expect(await remind()).toBe(0);
  await askForSession(org);
  expect(await remind()).toBe(1);
  expect(sent()[0]?.message.payload).toEqual({ programId: org.programId, programName: 'A program' });
  // Once a week.
  expect(await remind()).toBe(1);
  for (let day = 1; day < 7; day += 1) {
    api.clock.pass(24 * HOUR);
    expect(await remind()).toBe(1);
  }
  api.clock.pass(24 * HOUR);
  expect(await remind()).toBe(2);
  const learner = await api.as(org, org.learner);
  await learner.post(`/api/programs/${org.programId}/learners/${org.learner.userId}/coaching`, {
    with: org.coach.userId,
    kind: 'remote',
    minutes: 45,
    times: [new Date(api.clock.now().getTime() + 30 * 24 * HOUR).toISOString()],
  });
  api.clock.pass(8 * 24 * HOUR);
  expect(await remind()).toBe(2);
});

// A session is completed after its wrap-up.
it.each(['held', 'completed'])(
  'reminds a learner according to the coaching plan, until the planned number of sessions was %s',
  async (state) => {
    const org = await api.organisation();
    await asOwner(api.pool, org.tenantId, (tx) =>
      tx.execute(
        sql`update programs set planned_sessions = 1, session_every_days = 10 where id = ${org.programId}`,
      ),
    );
    await asOwner(api.pool, org.tenantId, (tx) =>
      tx.execute(
        sql`update enrolments set joined_at = ${api.clock.now().toISOString()}::timestamptz - interval '9 days' where program_id = ${org.programId}`,
      ),
    );
    const remind = async () => {
      await sendScheduleReminders({ pool: api.pool }, api.clock.now(), signal);
      api.outbox.wake();
      await until(async () => (await api.outbox.countPending()) === 0);
      return api.messaging.published.filter(
        ({ channel, message }) =>
          message.notificationType === 'SCHEDULE_SESSION_REMINDER' &&
          channel.endsWith(`U${org.learner.userId}`),
      ).length;
    };
    expect(await remind()).toBe(0);
    api.clock.pass(24 * HOUR);
    expect(await remind()).toBe(1);
    await asOwner(api.pool, org.tenantId, (tx) =>
      tx.execute(sql`insert into coaching_sessions (id, tenant_id, enrolment_id, learner_id, peer_id, kind, minutes, state,
        starts_at, confirmed_at, ended_at, created_at, created_by)
      select ${state.padEnd(16, 's')}, e.tenant_id, e.id, e.user_id, e.coach_id, 'remote', 45, ${state}, now(), now(), now(), now(), e.user_id
      from enrolments as e where e.user_id = ${org.learner.userId} limit 1`),
    );
    api.clock.pass(20 * 24 * HOUR);
    expect(await remind()).toBe(1);
  },
);

it('completes a session step only after a held session', async () => {
  const { org, sessionId } = await scheduled(1);
  await askForSession(org);
  const stepKey = org.stepKeys[0]![0]!;
  api.clock.pass(2 * HOUR);
  const [learner, coach] = [await api.as(org, org.learner), await api.as(org, org.coach)];
  const stateOf = async () => {
    const { body } = await learner.get<Program>(`/api/programs/${org.programId}`);
    return body.topics.flatMap(({ steps }) => steps).find((step) => step.stepKey === stepKey)?.state;
  };
  expect(
    (await learner.put(`/api/programs/${org.programId}/steps/${stepKey}/record`, { done: true })).status,
  ).toBe(422);
  await learner.put(`/api/coaching/${sessionId}/outcome`, { outcome: 'held' });
  expect(await stateOf()).toBe('none');
  const completedStep = async () =>
    (await coach.get<CoachingRoom>(`/api/coaching/${sessionId}/room`)).body.completedStep;
  expect(await completedStep()).toBe(false);
  await coach.put(`/api/coaching/${sessionId}/outcome`, { outcome: 'held' });
  expect(await stateOf()).toBe('done');
  expect(await completedStep()).toBe(true);
});

it('completes no step of a locked topic with a held session', async () => {
  const { org, sessionId } = await scheduled(1);
  const locked = org.stepKeys[1]![0]!;
  await asOwner(api.pool, org.tenantId, async (tx) => {
    await tx.execute(sql`update programs set topic_order = 'fixed' where id = ${org.programId}`);
    await tx.execute(sql`update topic_steps set kind = 'session' where step_key = ${locked}`);
  });
  api.clock.pass(2 * HOUR);
  const [learner, coach] = [await api.as(org, org.learner), await api.as(org, org.coach)];
  for (const person of [learner, coach])
    await person.put(`/api/coaching/${sessionId}/outcome`, { outcome: 'held' });
  const { body } = await learner.get<Program>(`/api/programs/${org.programId}`);
  const step = body.topics.flatMap(({ steps }) => steps).find(({ stepKey }) => stepKey === locked);
  expect(step).toMatchObject({
    state: 'none',
    lock: { reason: expect.stringMatching(/^Complete the topic/) },
  });
});

it('completes no step with a held session that no step needs', async () => {
  const { org, sessionId } = await scheduled(1);
  api.clock.pass(2 * HOUR);
  for (const person of [org.learner, org.coach])
    await (await api.as(org, person)).put(`/api/coaching/${sessionId}/outcome`, { outcome: 'held' });
  const coach = await api.as(org, org.coach);
  expect((await coach.get<CoachingRoom>(`/api/coaching/${sessionId}/room`)).body.completedStep).toBe(false);
});

/** The calendar entries that were mailed to a person, as another library reads them. */
const entriesOf = (email: string) =>
  api.mails.flatMap(({ to, calendar, text }) => {
    if (to.address !== email || !calendar) return [];
    const file = new ICAL.Component(ICAL.parse(calendar.content) as never);
    const event = new ICAL.Event(file.getFirstSubcomponent('vevent')!);
    return [
      {
        method: String(file.getFirstPropertyValue('method')),
        uid: event.uid,
        sequence: event.sequence,
        startsAt: event.startDate.toJSDate().toISOString(),
        wall: event.startDate.toString(),
        status: String(event.component.getFirstPropertyValue('status')),
        effect: /The attached entry (\w+) /.exec(text)?.[1],
      },
    ];
  });

it('updates one calendar entry in both zones when a session moves twice across a clock change and is cancelled', async () => {
  // From January, the clock changes in spring are less than a year ahead.
  const january = Date.UTC(api.clock.now().getUTCFullYear() + 1, 0, 10);
  api.clock.pass(january - api.clock.now().getTime());
  const { org, learner, coach, sessionId, startsAt } = await scheduled(48);
  await asOwner(api.pool, org.tenantId, async (tx) => {
    await tx.execute(sql`update users set time_zone = 'Europe/Berlin' where id = ${org.learner.userId}`);
    await tx.execute(sql`update users set time_zone = 'America/New_York' where id = ${org.coach.userId}`);
  });
  const emails = [org.learner.email, org.coach.email];
  const untilSent = (count: number) =>
    until(() => emails.every((email) => entriesOf(email).length === count));
  await untilSent(1);
  // In spring, New York changes its clocks 3 weeks before Berlin.
  const year = startsAt.getUTCFullYear();
  const times = [`${year}-03-20T14:00:00.000Z`, `${year}-04-02T14:00:00.000Z`];
  for (const [index, time] of times.entries()) {
    expect((await learner.put(`/api/coaching/${sessionId}/proposal`, { times: [time] })).status).toBe(200);
    expect((await coach.put(`/api/coaching/${sessionId}/confirmation`, { startsAt: time })).status).toBe(200);
    await untilSent(2 + index);
  }
  await coach.put(`/api/coaching/${sessionId}/cancellation`, { reason: 'I am ill.' });
  await untilSent(4);
  const [mine, theirs] = emails.map((email) => entriesOf(email));
  expect(new Set([...mine!, ...theirs!].map(({ uid }) => uid)).size).toBe(1);
  for (const entries of [mine!, theirs!]) {
    expect(entries.map(({ method, sequence, status, effect }) => [method, sequence, status, effect])).toEqual(
      [
        ['REQUEST', 0, 'CONFIRMED', 'adds'],
        ['REQUEST', 1, 'CONFIRMED', 'changes'],
        ['REQUEST', 2, 'CONFIRMED', 'changes'],
        ['CANCEL', 3, 'CANCELLED', 'removes'],
      ],
    );
    expect(entries.map((one) => one.startsAt)).toEqual([startsAt.toISOString(), ...times, times[1]]);
  }
  expect(mine!.map(({ wall }) => wall.slice(11, 16)).slice(1)).toEqual(['15:00', '16:00', '16:00']);
  expect(theirs!.map(({ wall }) => wall.slice(11, 16)).slice(1)).toEqual(['10:00', '10:00', '10:00']);
});

it('mails an entry again when the place changes, but not to people who switched entries off', async () => {
  const { org, learner, sessionId } = await scheduled(48);
  await until(() => entriesOf(org.coach.email).length === 1);
  const { body: settings } = await learner.get<object>('/api/notification-settings');
  await learner.put('/api/notification-settings', { ...settings, mailOff: ['COACHING_CALENDAR'] });
  await learner.put(`/api/coaching/${sessionId}/place`, { place: 'https://meet.example/1' });
  await until(() => entriesOf(org.coach.email).length === 2);
  expect(entriesOf(org.coach.email).map(({ sequence }) => sequence)).toEqual([0, 1]);
  expect(entriesOf(org.learner.email)).toHaveLength(1);
});

it('serves the sessions of a person at a secret address, which can be renewed and revoked, and is never stored', async () => {
  const { org, learner, startsAt, sessionId } = await scheduled(48);
  const create = async () => (await learner.post<CalendarFeed>('/api/calendar/feed')).body.address;
  const read = (address: string, headers = {}) =>
    api.app.inject({ method: 'GET', url: new URL(address).pathname, headers });
  const first = await create();
  const answer = await read(first);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
  const events = new ICAL.Component(ICAL.parse(answer.body) as never).getAllSubcomponents('vevent');
  expect(events.map((event) => new ICAL.Event(event).startDate.toJSDate())).toEqual([startsAt]);
  expect(new ICAL.Event(events[0]!).uid).toBe(calendarUidOf(sessionId));
  expect((await read(first, { 'if-none-match': answer.headers.etag })).statusCode).toBe(304);
  expect((await learner.get<Calendar>('/api/calendar')).body.feed?.lastReadAt).not.toBeNull();

  const second = await create();
  expect((await read(first)).statusCode).toBe(404);
  expect((await read(second)).statusCode).toBe(200);
  const secret = second.split('/').at(-1)!;
  const stored = await asOwner(api.pool, org.tenantId, (tx) =>
    tx.execute(sql`select f::text as row from calendar_feeds as f`),
  );
  expect(JSON.stringify(stored.rows)).not.toContain(secret.slice(4, 20));
  expect(api.lines.join('')).not.toContain(secret.slice(4, 20));

  await learner.delete('/api/calendar/feed');
  expect((await read(second)).statusCode).toBe(404);
  expect((await learner.get<Calendar>('/api/calendar')).body.feed).toBeNull();
  const third = await create();
  await asOwner(api.pool, org.tenantId, (tx) =>
    tx.execute(sql`update users set status = 'deactivated' where id = ${org.learner.userId}`),
  );
  for (const address of [third, `${third}x`, third.replace(/feeds\/\d+/, 'feeds/999999')])
    expect((await read(address)).statusCode).toBe(404);
});

describe('calendars that say when a person is busy', () => {
  /** Mondays to Fridays in the next weeks, from 9:00 to 17:00 in UTC. */
  const allDay = (name: string) =>
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'UID:1',
      `SUMMARY:${name}`,
      'DTSTART:20200101T080000Z',
      'DTEND:20200101T170000Z',
      'RRULE:FREQ=DAILY',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n');
  const upload = (person: Awaited<ReturnType<TestApi['as']>>, name: string, text: string) =>
    api.app.inject({
      method: 'POST',
      url: `/api/calendar/sources/file?name=${encodeURIComponent(name)}`,
      headers: { authorization: person.token, 'content-type': 'text/calendar' },
      payload: text,
    });

  it('are read from a file, are excluded from proposed times, and can be removed', async () => {
    const { org, learner, coach } = await scheduled(48);
    const url = `/api/programs/${org.programId}/learners/${org.learner.userId}/coaching/times?with=${org.coach.userId}&minutes=45`;
    const proposed = async () => (await learner.get<CoachingTimes>(url)).body.times.length;
    expect(await proposed()).toBe(3);
    const added = await upload(coach, 'Work', allDay('Secret title'));
    expect(added.statusCode).toBe(200);
    const [source] = added.json<Calendar>().sources;
    expect(source).toMatchObject({ name: 'Work', kind: 'file', failure: null });
    expect(source!.times).toBeGreaterThan(360);
    expect(await proposed()).toBe(0);
    // Other people cannot remove it, and no title is stored.
    expect((await learner.delete(`/api/calendar/sources/${source!.sourceId}`)).status).toBe(404);
    const { rows } = await asOwner(api.pool, org.tenantId, (tx) =>
      tx.execute(sql`select s::text as row from calendar_sources as s`),
    );
    expect(JSON.stringify(rows)).not.toContain('Secret title');
    expect((await upload(coach, 'Work', allDay('Again'))).statusCode).toBe(422);
    expect((await upload(coach, 'Other', 'hello')).json()).toMatchObject({
      message: 'This is not a calendar in the iCalendar format (.ics).',
      fields: { file: 'could not be read' },
    });
    expect((await coach.delete<Calendar>(`/api/calendar/sources/${source!.sourceId}`)).body.sources).toEqual(
      [],
    );
    expect(await proposed()).toBe(3);
  });

  it('are reloaded from their address, keep the last times after an error, and never show the address', async () => {
    const { org, learner } = await scheduled(48);
    const answer = { status: 200, body: allDay('Meeting') };
    const server = createServer((_request, response) =>
      response.writeHead(answer.status, { 'content-type': 'text/calendar' }).end(answer.body),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const address = `http://127.0.0.1:${port}/private-key/basic.ics`;
      const added = await learner.post<Calendar>('/api/calendar/sources', { name: 'Work', address });
      expect(added.status).toBe(200);
      expect(JSON.stringify(added.body)).not.toContain('private-key');
      const { sourceId, times } = added.body.sources[0]!;
      const read = async () =>
        (await learner.post<Calendar>(`/api/calendar/sources/${sourceId}/reading`)).body.sources[0]!;
      answer.status = 503;
      expect(await read()).toMatchObject({
        times,
        failure: 'The server of the calendar answered with the error 503.',
      });
      Object.assign(answer, { status: 200, body: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' });
      expect(await read()).toMatchObject({ times: 0, failure: null });
      answer.body = 'x'.repeat(1_000_001);
      expect((await read()).failure).toBe('The calendar is larger than 1 MB.');
      const { rows } = await asOwner(api.pool, org.tenantId, (tx) =>
        tx.execute(sql`select s::text as row from calendar_sources as s`),
      );
      expect(JSON.stringify(rows)).not.toContain('private-key');
      expect(api.lines.join('')).not.toContain('private-key');
    } finally {
      server.close();
    }
    for (const address of [
      'ftp://calendar.example/a.ics',
      'https://user:key@calendar.example/a.ics',
      'hello',
    ])
      expect((await learner.post('/api/calendar/sources', { name: 'Other', address })).status).toBe(400);
  });
});

it('proposes no times on days off, and uses the hours of days with other hours', async () => {
  const { org, learner, coach } = await scheduled(48);
  const url = `/api/programs/${org.programId}/learners/${org.learner.userId}/coaching/times?with=${org.coach.userId}&minutes=45`;
  const days = async () => (await learner.get<CoachingTimes>(url)).body.times.map(({ startsAt }) => startsAt);
  const [first] = await days();
  const day = first!.slice(0, 10);
  const inDays = (count: number) => new Date(Date.parse(day) + count * 24 * HOUR).toISOString().slice(0, 10);
  const range = { firstDay: day, lastDay: inDays(6) };
  const set = await coach.put<Calendar>('/api/calendar/days', { ...range, hours: null });
  expect(set.body.days).toHaveLength(7);
  expect((await days())[0]!.slice(0, 10) > range.lastDay).toBe(true);
  await coach.put('/api/calendar/days', { ...range, hours: { from: '15:00', until: '16:00' } });
  expect((await days())[0]).toMatch(/T15:00/);
  const removed = await coach.delete<Calendar>(
    `/api/calendar/days?firstDay=${range.firstDay}&lastDay=${range.lastDay}`,
  );
  expect(removed.body.days).toEqual([]);
  expect((await days())[0]).toBe(first);
  for (const body of [
    { firstDay: inDays(1), lastDay: day, hours: null },
    { firstDay: day, lastDay: inDays(200), hours: null },
    { ...range, hours: { from: '17:00', until: '09:00' } },
  ])
    expect((await coach.put('/api/calendar/days', body)).status).toBe(400);
});

it('lists proposed times and sessions without a result among each person’s needs', async () => {
  const { org, learner, coach, sessionId, startsAt } = await scheduled(48);
  const needs = async (person: typeof learner) =>
    (await person.get<Home>('/api/home')).body.needs.flatMap(({ kind, group, path }) =>
      kind.startsWith('session_') ? [[kind, group, path.split(sessionId)[1]]] : [],
    );
  expect(await needs(learner)).toEqual([]);
  const later = new Date(startsAt.getTime() + 72 * HOUR).toISOString();
  await learner.put(`/api/coaching/${sessionId}/proposal`, { times: [later] });
  expect(await needs(learner)).toEqual([['session_waiting', 'waiting', '?type=remote']]);
  expect(await needs(coach)).toEqual([['session_answer', 'week', '?type=remote#choose-time']]);
  const [asked] = (await coach.get<Home>('/api/home')).body.needs.filter(
    ({ kind }) => kind === 'session_answer',
  );
  expect(asked!.relation).toBe('coach');
  await coach.put('/api/home/marks', { keys: asked!.keys, mark: 'next_week' });
  expect(await needs(coach)).toEqual([]);
  // A snooze is for one proposal.
  api.clock.pass(60_000);
  await learner.put(`/api/coaching/${sessionId}/proposal`, { times: [later] });
  expect(await needs(coach)).toEqual([['session_answer', 'week', '?type=remote#choose-time']]);
  await coach.delete(`/api/coaching/${sessionId}/proposal`);
  expect(await needs(coach)).toEqual([]);
  // No one confirms one of these times before the session begins. Afterwards, no one can.
  await learner.put(`/api/coaching/${sessionId}/proposal`, { times: [later] });
  api.clock.pass(50 * HOUR);
  const [after, coachAfter] = [await api.as(org, org.learner), await api.as(org, org.coach)];
  expect(await needs(coachAfter)).toEqual([['session_outcome', 'today', '?type=remote']]);
  await coachAfter.put(`/api/coaching/${sessionId}/outcome`, { outcome: 'held' });
  expect(await needs(coachAfter)).toEqual([]);
  expect(await needs(after)).toEqual([['session_outcome', 'today', '?type=remote']]);
});
