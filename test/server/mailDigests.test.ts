import pino from 'pino';
import { chatChannel } from '#contract/messaging/channels.ts';
import { startDigests } from '#server/chat/index.ts';
import { type Mail, MailRejected, MailUnavailable, mailRetryDelay } from '#server/mail/index.ts';
import { PUBLIC_ORIGIN, startApi, type TestApi, until } from '#test/support/api.ts';
import type { TestOrganisation, TestPerson } from '#test/support/testOrganisation.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

const MINUTE = 60_000;
type Sender = Parameters<typeof startDigests>[0]['mail'] & { stop(): void };

/** A mail sender that stores mail, and fails if the test requests it. */
function createFakeMail() {
  const fake = {
    sent: [] as Mail[],
    attempts: 0,
    failure: null as Error | null,
    sender: null as unknown as Sender,
  };
  fake.sender = {
    async send(one) {
      fake.attempts++;
      if (fake.failure) throw fake.failure;
      fake.sent.push(one);
    },
    stop() {},
  };
  return fake;
}
const startOn = (sender: Sender) =>
  startDigests({
    pool: api.pool,
    realtime: api.messaging.realtime,
    mail: sender,
    publicOrigin: PUBLIC_ORIGIN,
    delayMs: 2 * MINUTE,
    now: api.clock.now,
    log: pino({ level: 'silent' }),
    pollMs: 20,
  });

let mail: ReturnType<typeof createFakeMail>;
let digests: ReturnType<typeof startOn>;
beforeEach(() => {
  mail = createFakeMail();
  digests = startOn(mail.sender);
});
afterEach(async () => {
  api.messaging.isDown = false;
  await digests.stop();
  await api.pool.query(
    `update mail_digests set ended_at = now(), outcome = 'dropped', leased_until = null where ended_at is null`,
  );
});

const timetoken = () => `${api.clock.now().getTime()}0000`;
const channelOf = ({ tenantId }: TestOrganisation, a: TestPerson, b: TestPerson) =>
  chatChannel(tenantId, a.userId, b.userId);
/** Each person signs in only once. */
const logins = new Map<string, ReturnType<TestApi['as']>>();

async function write(org: TestOrganisation, from: TestPerson, to: TestPerson, previewText: string) {
  api.messaging.messages.push({
    channel: channelOf(org, from, to),
    publisher: from.uuid,
    timetoken: timetoken(),
    actionTypes: [],
  });
  const sender = logins.get(from.uuid) ?? api.as(org, from);
  logins.set(from.uuid, sender);
  await (await sender).post('/api/conversations', { peerId: to.userId });
  return (await sender).post('/api/unread-messages', { receiverId: to.userId, previewText });
}
const read = (org: TestOrganisation, reader: TestPerson, from: TestPerson) =>
  void api.messaging.positions.set(`${channelOf(org, reader, from)}/${reader.uuid}`, timetoken());
const outcomes = async ({ tenantId }: TestOrganisation) => {
  const { rows } = await api.pool.query<{ outcome: string | null }>(
    'select outcome from mail_digests where tenant_id = $1 order by outcome',
    [tenantId],
  );
  return rows.map(({ outcome }) => outcome);
};
/** Waits for several polls of the queue. */
const polls = async (n = 3) => {
  for (let poll = 0; poll < n; poll++) await new Promise((resolve) => setTimeout(resolve, 40));
};

it('sends no mail to a person who has switched it off, and none before a mute ends', async () => {
  const org = await api.organisation();
  const settings = { bellOff: [], mailOff: [], mutedUntil: null };
  const [manager, coach] = [await api.as(org, org.manager), await api.as(org, org.coach)];
  await manager.put('/api/notification-settings', { ...settings, mailOff: ['UNREAD_MESSAGES'] });
  const mutedUntil = new Date(api.clock.now().getTime() + 60 * MINUTE).toISOString();
  await coach.put('/api/notification-settings', { ...settings, mutedUntil });
  await write(org, org.learner, org.manager, 'Switched off');
  await write(org, org.learner, org.coach, 'Muted');
  api.clock.pass(3 * MINUTE);
  await until(async () => (await outcomes(org)).includes('dropped'));
  expect(mail.sent).toEqual([]);
  api.clock.pass(60 * MINUTE);
  await until(() => mail.sent.length > 0);
  expect(mail.sent.map(({ to }) => to.address)).toEqual([org.coach.email]);
});

it('sends the mail when a mute is ended early', async () => {
  const org = await api.organisation();
  const coach = await api.as(org, org.coach);
  const mutedUntil = new Date(api.clock.now().getTime() + 7 * 24 * 60 * MINUTE).toISOString();
  await coach.put('/api/notification-settings', { mutedUntil });
  await write(org, org.learner, org.coach, 'Muted');
  api.clock.pass(3 * MINUTE);
  await polls();
  expect(mail.sent).toEqual([]);
  await coach.put('/api/notification-settings', { mutedUntil: null });
  await until(() => mail.sent.length > 0);
  expect(mail.sent.map(({ to }) => to.address)).toEqual([org.coach.email]);
});

it('waits until the organisation’s quiet hours end in the receiver’s time zone', async () => {
  const org = await api.organisation();
  const minute = (plus: number) =>
    new Date(api.clock.now().getTime() + plus * MINUTE).toISOString().slice(11, 16);
  await api.pool.query(
    'insert into organisation_settings (tenant_id, quiet_from, quiet_until) values ($1, $2, $3)',
    [org.tenantId, minute(-10), minute(60)],
  );
  await api.pool.query(`update users set time_zone = 'UTC' where id = $1`, [org.manager.userId]);
  await write(org, org.learner, org.manager, 'At night');
  api.clock.pass(3 * MINUTE);
  const isPostponed = async () => {
    const { rows } = await api.pool.query<{ later: boolean }>(
      'select not_before > $2 as later from mail_digests where tenant_id = $1 and leased_until is null',
      [org.tenantId, new Date(api.clock.now().getTime() + 30 * MINUTE)],
    );
    return rows[0]?.later === true;
  };
  await until(isPostponed);
  expect(mail.sent).toEqual([]);
  api.clock.pass(60 * MINUTE);
  await until(() => mail.sent.length > 0);
});

it('sends one mail about all unread messages, 2 minutes after the first', async () => {
  const org = await api.organisation();
  await write(org, org.learner, org.manager, 'Can we  talk\nabout Thursday?');
  api.clock.pass(MINUTE);
  await write(org, org.coach, org.manager, 'Confidential session feedback: between us');
  await write(org, org.coach, org.manager, 'and more');
  await polls();
  expect(mail.sent).toEqual([]);
  api.clock.pass(MINUTE);
  await until(() => mail.sent.length > 0);
  await polls();
  expect(mail.sent).toHaveLength(1);
  const [sent] = mail.sent;
  expect(sent).toMatchObject({
    to: { name: 'Manager Person', address: org.manager.email },
    subject: '2 people wrote to you',
  });
  const links = [org.learner, org.coach].map(({ userId }) => `${PUBLIC_ORIGIN}/home?chat=${userId}`);
  for (const part of [sent?.text ?? '', sent?.html ?? '']) {
    for (const link of links) expect(part).toContain(link);
    expect(part).toContain('Can we talk about Thursday?');
    expect(part).toContain('“Confidential session feedback:”');
    expect(part).not.toContain('between us');
    expect(part).toContain('(2 messages)');
    expect(part).toContain('You receive this email because');
    expect(part).not.toMatch(/unsubscribe|<img|utm_|pixel/i);
    expect(part.match(/https?:\/\/[^\s"<]+/g)?.every((url) => links.includes(url))).toBe(true);
  }
});

it('includes only messages that are still unread', async () => {
  const org = await api.organisation();
  await write(org, org.learner, org.manager, 'read soon');
  await write(org, org.learner, org.coach, 'read soon');
  await write(org, org.manager, org.coach, 'stays');
  api.clock.pass(MINUTE);
  read(org, org.manager, org.learner);
  read(org, org.coach, org.learner);
  api.clock.pass(MINUTE);
  await until(async () => (await outcomes(org)).every((outcome) => outcome !== null));
  expect(await outcomes(org)).toEqual(['dropped', 'sent']);
  expect(mail.sent.map(({ subject }) => subject)).toEqual(['Manager Person wrote to you']);
  expect(mail.sent[0]?.text).not.toContain('read soon');
});

it('sends another mail about a conversation only after the conversation was read', async () => {
  const org = await api.organisation();
  await write(org, org.learner, org.manager, 'one');
  api.clock.pass(2 * MINUTE);
  await until(() => mail.sent.length === 1);
  await until(async () => (await outcomes(org)).join() === 'sent');
  await write(org, org.learner, org.manager, 'two');
  api.clock.pass(10 * MINUTE);
  await polls();
  expect(mail.sent).toHaveLength(1);
  // Another conversation gets its own mail, which does not repeat the first conversation.
  await write(org, org.coach, org.manager, 'from the coach');
  api.clock.pass(2 * MINUTE);
  await until(() => mail.sent.length === 2);
  expect(mail.sent[1]?.subject).toBe('Coach Person wrote to you');
  read(org, org.manager, org.learner);
  api.clock.pass(MINUTE);
  await write(org, org.learner, org.manager, 'three');
  api.clock.pass(2 * MINUTE);
  await until(() => mail.sent.length === 3);
  expect(mail.sent[2]?.text).toContain('three');
  expect(new Set(mail.sent.map(({ id }) => id)).size).toBe(3);
});

it('does not quote edited messages, and does not mention deleted ones', async () => {
  const org = await api.organisation();
  await write(org, org.learner, org.manager, 'a slip');
  await write(org, org.coach, org.manager, 'a regret');
  const changesOf = ({ uuid }: TestPerson) =>
    api.messaging.messages.findLast(({ publisher }) => publisher === uuid)?.actionTypes;
  changesOf(org.learner)?.push('edit');
  changesOf(org.coach)?.push('delete');
  api.clock.pass(2 * MINUTE);
  await until(() => mail.sent.length === 1);
  const [sent] = mail.sent;
  expect(sent?.subject).toBe('Learner Person wrote to you');
  for (const part of [sent?.text, sent?.html]) expect(part).not.toMatch(/a slip|a regret/);
});

it('escapes names and previews, and puts them on one line', async () => {
  const org = await api.organisation();
  await api.pool.query(`update users set first_name = '<b>&"', last_name = '</p>' where id = $1`, [
    org.learner.userId,
  ]);
  await write(org, org.learner, org.manager, '<img src=x onerror=alert(1)>\n--\nDear all');
  await write(org, org.coach, org.manager, 'ä'.repeat(200));
  api.clock.pass(2 * MINUTE);
  await until(() => mail.sent.length === 1);
  const { html = '', text = '' } = mail.sent[0] ?? {};
  expect(html).toContain('&lt;b&gt;&amp;&quot; &lt;/p&gt;');
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; -- Dear all');
  expect(html).not.toMatch(/<img|<b>/);
  expect(text).toContain('“<img src=x onerror=alert(1)> -- Dear all”');
  expect(/“(ä+)”/.exec(text)?.[1]).toHaveLength(120);
});

it('sends no mail to deactivated people and suspended organisations', async () => {
  const [org, suspended] = [await api.organisation(), await api.organisation()];
  await write(org, org.learner, org.manager, 'x');
  await write(suspended, suspended.learner, suspended.manager, 'x');
  await api.pool.query(`update users set status = 'deactivated' where id = $1`, [org.manager.userId]);
  await api.pool.query(`update tenants set status = 'suspended' where id = $1`, [suspended.tenantId]);
  api.clock.pass(2 * MINUTE);
  await until(
    async () => [...(await outcomes(org)), ...(await outcomes(suspended))].join() === 'dropped,dropped',
  );
  expect(mail.attempts).toBe(0);
});

it('retries with growing delays while the mail server is not available, and includes newer messages', async () => {
  const org = await api.organisation();
  mail.failure = new MailUnavailable('connection refused', false);
  await write(org, org.learner, org.manager, 'one');
  api.clock.pass(2 * MINUTE);
  await until(() => mail.attempts === 1);
  await write(org, org.coach, org.manager, 'two');
  const isReleased = async (attempts: number) => {
    const { rowCount } = await api.pool.query(
      'select from mail_digests where tenant_id = $1 and attempts = $2 and leased_until is null',
      [org.tenantId, attempts],
    );
    return rowCount === 1;
  };
  for (let tries = 1; tries < 4; tries++) {
    await until(() => isReleased(tries));
    api.clock.pass(mailRetryDelay(tries) - 2_000);
    await polls();
    expect(mail.attempts).toBe(tries);
    api.clock.pass(2_000);
  }
  await until(() => isReleased(4));
  mail.failure = null;
  api.clock.pass(mailRetryDelay(4));
  await until(() => mail.sent.length === 1);
  expect(mail.sent[0]?.subject).toBe('2 people wrote to you');
  expect([1, 2, 3, 7, 100].map(mailRetryDelay)).toEqual([10_000, 20_000, 40_000, 600_000, 600_000]);
});

it('waits while the messaging service is not available', async () => {
  const org = await api.organisation();
  await write(org, org.learner, org.manager, 'one');
  api.messaging.isDown = true;
  api.clock.pass(2 * MINUTE);
  await until(async () => {
    const { rows } = await api.pool.query(
      'select attempts, leased_until from mail_digests where tenant_id = $1',
      [org.tenantId],
    );
    return rows[0]?.attempts === 1 && rows[0].leased_until === null;
  });
  expect(mail.attempts).toBe(0);
  api.messaging.isDown = false;
  api.clock.pass(MINUTE);
  await until(() => mail.sent.length === 1);
});

it('sends exactly the same mail again if it is unknown whether it was sent', async () => {
  const org = await api.organisation();
  const got: Mail[] = [];
  mail.sender.send = async (one) => {
    got.push(one);
    if (got.length === 1) throw new MailUnavailable('the answer was lost', true);
  };
  await write(org, org.learner, org.manager, 'one');
  api.clock.pass(2 * MINUTE);
  await until(() => got.length === 1);
  await write(org, org.coach, org.manager, 'two');
  api.clock.pass(MINUTE);
  await until(() => got.length === 2);
  expect(got[1]).toEqual(got[0]);
  // A newer message gets a new mail.
  api.clock.pass(2 * MINUTE);
  await until(() => got.length === 3);
  expect(got[2]?.subject).toBe('Coach Person wrote to you');
  expect(got[2]?.id).not.toBe(got[0]?.id);
});

it('sends exactly the same mail again after a crash between sending and storing the result', async () => {
  const org = await api.organisation();
  await write(org, org.learner, org.manager, 'one');
  let crash = (_error: Error) => {};
  const crashed = new Promise<void>((_resolve, reject) => {
    crash = reject;
  });
  const got: Mail[] = [];
  mail.sender.send = (one) => {
    got.push(one);
    return got.length === 1 ? crashed : Promise.resolve(); // simulates a crash of the process
  };
  api.clock.pass(2 * MINUTE);
  await until(() => got.length === 1);
  const other = startOn(mail.sender);
  await polls();
  expect(got).toHaveLength(1);
  api.clock.pass(3 * MINUTE); // the lease has expired
  await until(() => got.length === 2);
  expect(got[1]).toEqual(got[0]);
  await until(async () => (await outcomes(org)).join() === 'sent');
  crash(new MailRejected('from the dead process'));
  await other.stop();
});

it('does not retry a rejected mail, and sends the next one', async () => {
  const org = await api.organisation();
  mail.failure = new MailRejected('550 no such mailbox');
  await write(org, org.learner, org.manager, 'one');
  api.clock.pass(2 * MINUTE);
  await until(async () => (await outcomes(org)).join() === 'refused');
  api.clock.pass(20 * MINUTE);
  await polls();
  expect(mail.attempts).toBe(1);
  mail.failure = null;
  await write(org, org.learner, org.coach, 'two');
  api.clock.pass(2 * MINUTE);
  await until(() => mail.sent.length === 1);
});

it('sends another mail about a message that arrives while a mail is being sent', async () => {
  const org = await api.organisation();
  let started = () => {};
  let finish = () => {};
  const isSending = new Promise<void>((resolve) => {
    started = resolve;
  });
  const got: Mail[] = [];
  mail.sender.send = async (one) => {
    got.push(one);
    if (got.length > 1) return;
    started();
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  };
  await write(org, org.learner, org.manager, 'one');
  api.clock.pass(2 * MINUTE);
  await isSending;
  await write(org, org.coach, org.manager, 'two');
  finish();
  await until(async () => (await outcomes(org)).length === 2);
  api.clock.pass(2 * MINUTE);
  await until(() => got.length === 2);
  expect(got.map(({ subject }) => subject)).toEqual([
    'Learner Person wrote to you',
    'Coach Person wrote to you',
  ]);
});

it('deletes posts after the number of days that the organisation has set', async () => {
  const org = await api.organisation();
  await api.pool.query('insert into organisation_settings (tenant_id, mail_record_days) values ($1, 7)', [
    org.tenantId,
  ]);
  await write(org, org.learner, org.coach, 'read');
  read(org, org.coach, org.learner);
  api.clock.pass(2 * MINUTE);
  await until(async () => (await outcomes(org)).join() === 'dropped');
  const countPosts = async () => {
    await digests.cleanUp.deleteOld(() => false);
    const { rowCount } = await api.pool.query('select 1 from unread_posts where tenant_id = $1', [
      org.tenantId,
    ]);
    return rowCount;
  };
  api.clock.pass(6 * 24 * 60 * MINUTE);
  expect(await countPosts()).toBe(1);
  api.clock.pass(2 * 24 * 60 * MINUTE);
  expect(await countPosts()).toBe(0);
});

it('deletes posts a month after they were read, and keeps unread ones', async () => {
  const org = await api.organisation();
  await write(org, org.learner, org.manager, 'unread for long');
  await write(org, org.learner, org.coach, 'read');
  read(org, org.coach, org.learner);
  api.clock.pass(2 * MINUTE);
  await until(async () => (await outcomes(org)).join() === 'dropped,sent');
  api.clock.pass(31 * 24 * 60 * MINUTE);
  const next = startOn(mail.sender);
  await next.cleanUp.deleteOld(() => false);
  expect((await outcomes(org)).join()).toBe('sent');
  const { rows } = await api.pool.query('select preview from unread_posts where tenant_id = $1', [
    org.tenantId,
  ]);
  expect(rows).toEqual([{ preview: 'unread for long' }]);
  await polls();
  expect(mail.sent).toHaveLength(1);
  await next.stop();
});
