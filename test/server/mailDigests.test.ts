import pino from 'pino';
import { chatChannel } from '#contract/channels.ts';
import { startDigests, waitAfterMail } from '#server/chat/index.ts';
import { type Mail, MailAway, MailRefusal, type MailSender } from '#server/mail/index.ts';
import type { TestOrganisation, TestPerson } from '#test/support/anOrganisation.ts';
import { PUBLIC_ORIGIN, startApi, type TestApi, until } from '#test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

const MINUTE = 60_000;

/** A post office that keeps what it is given, and fails as the test wants it to. */
function openPostOffice() {
  const office = {
    sent: [] as Mail[],
    tries: 0,
    fails: null as Error | null,
    sender: null as unknown as MailSender,
  };
  office.sender = {
    async send(mail) {
      office.tries++;
      if (office.fails) throw office.fails;
      office.sent.push(mail);
    },
    stop() {},
  };
  return office;
}
const startOn = (mail: MailSender) =>
  startDigests({
    pool: api.pool,
    realtime: api.messaging.realtime,
    mail,
    publicOrigin: PUBLIC_ORIGIN,
    delayMs: 2 * MINUTE,
    now: api.clock.now,
    log: pino({ level: 'silent' }),
    pollMs: 20,
  });

let office: ReturnType<typeof openPostOffice>;
let digests: ReturnType<typeof startOn>;
beforeEach(() => {
  office = openPostOffice();
  digests = startOn(office.sender);
});
afterEach(async () => {
  api.messaging.isAway = false;
  await digests.stop();
  await api.pool.query(
    `update mail_digests set ended_at = now(), outcome = 'dropped', leased_until = null where ended_at is null`,
  );
});

const timetoken = () => `${api.clock.now().getTime()}0000`;
const channelOf = ({ tenantId }: TestOrganisation, a: TestPerson, b: TestPerson) =>
  chatChannel(tenantId, a.userId, b.userId);
/** Each signs in once. */
const logins = new Map<string, ReturnType<TestApi['as']>>();

async function write(org: TestOrganisation, from: TestPerson, to: TestPerson, previewText: string) {
  api.messaging.messages.push({
    channel: channelOf(org, from, to),
    publisher: from.uuid,
    timetoken: timetoken(),
    changes: [],
  });
  const sender = logins.get(from.uuid) ?? api.as(org, from);
  logins.set(from.uuid, sender);
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
/** Several looks at the queue, each of them whole. */
const rounds = async (n = 3) => {
  for (let round = 0; round < n; round++) await new Promise((resolve) => setTimeout(resolve, 40));
};

it('tells of everything that is unread in one mail, two minutes after the first', async () => {
  const org = await api.organisation();
  await write(org, org.learner, org.manager, 'Can we  talk\nabout Thursday?');
  api.clock.pass(MINUTE);
  await write(org, org.coach, org.manager, 'Confidential session feedback: between us');
  await write(org, org.coach, org.manager, 'and more');
  await rounds();
  expect(office.sent).toEqual([]);
  api.clock.pass(MINUTE);
  await until(() => office.sent.length > 0);
  await rounds();
  expect(office.sent).toHaveLength(1);
  const [mail] = office.sent;
  expect(mail).toMatchObject({
    to: { name: 'Manager Person', address: org.manager.email },
    subject: '2 people wrote to you',
  });
  const links = [org.learner, org.coach].map(({ userId }) => `${PUBLIC_ORIGIN}/home?chat=${userId}`);
  for (const part of [mail?.text ?? '', mail?.html ?? '']) {
    for (const link of links) expect(part).toContain(link);
    expect(part).toContain('Can we talk about Thursday?');
    expect(part).toContain('“Confidential session feedback:”');
    expect(part).not.toContain('between us');
    expect(part).toContain('(2 messages)');
    expect(part).toContain('You get this mail because');
    expect(part).not.toMatch(/unsubscribe|<img|utm_|pixel/i);
    expect(part.match(/https?:\/\/[^\s"<]+/g)?.every((url) => links.includes(url))).toBe(true);
  }
});

it('mails nothing that was read meanwhile, and only the rest of what was read in part', async () => {
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
  expect(office.sent.map(({ subject }) => subject)).toEqual(['Manager Person wrote to you']);
  expect(office.sent[0]?.text).not.toContain('read soon');
});

it('mails of a conversation again only after it was read', async () => {
  const org = await api.organisation();
  await write(org, org.learner, org.manager, 'one');
  api.clock.pass(2 * MINUTE);
  await until(() => office.sent.length === 1);
  await until(async () => (await outcomes(org)).join() === 'sent');
  await write(org, org.learner, org.manager, 'two');
  api.clock.pass(10 * MINUTE);
  await rounds();
  expect(office.sent).toHaveLength(1);
  // Another conversation has a mail of its own, which does not repeat the first.
  await write(org, org.coach, org.manager, 'from the coach');
  api.clock.pass(2 * MINUTE);
  await until(() => office.sent.length === 2);
  expect(office.sent[1]?.subject).toBe('Coach Person wrote to you');
  read(org, org.manager, org.learner);
  api.clock.pass(MINUTE);
  await write(org, org.learner, org.manager, 'three');
  api.clock.pass(2 * MINUTE);
  await until(() => office.sent.length === 3);
  expect(office.sent[2]?.text).toContain('three');
  expect(new Set(office.sent.map(({ id }) => id)).size).toBe(3);
});

it('quotes nothing that was corrected since, and tells nothing of what was withdrawn', async () => {
  const org = await api.organisation();
  await write(org, org.learner, org.manager, 'a slip');
  await write(org, org.coach, org.manager, 'a regret');
  const changesOf = ({ uuid }: TestPerson) =>
    api.messaging.messages.findLast(({ publisher }) => publisher === uuid)?.changes;
  changesOf(org.learner)?.push('edit');
  changesOf(org.coach)?.push('delete');
  api.clock.pass(2 * MINUTE);
  await until(() => office.sent.length === 1);
  const [mail] = office.sent;
  expect(mail?.subject).toBe('Learner Person wrote to you');
  for (const part of [mail?.text, mail?.html]) expect(part).not.toMatch(/a slip|a regret/);
});

it('puts names and words into the mail as text, on one line', async () => {
  const org = await api.organisation();
  await api.pool.query(`update users set first_name = '<b>&"', last_name = '</p>' where id = $1`, [
    org.learner.userId,
  ]);
  await write(org, org.learner, org.manager, '<img src=x onerror=alert(1)>\n--\nDear all');
  await write(org, org.coach, org.manager, 'ä'.repeat(200));
  api.clock.pass(2 * MINUTE);
  await until(() => office.sent.length === 1);
  const { html = '', text = '' } = office.sent[0] ?? {};
  expect(html).toContain('&lt;b&gt;&amp;&quot; &lt;/p&gt;');
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; -- Dear all');
  expect(html).not.toMatch(/<img|<b>/);
  expect(text).toContain('“<img src=x onerror=alert(1)> -- Dear all”');
  expect(/“(ä+)”/.exec(text)?.[1]).toHaveLength(120);
});

it('mails nobody who was deactivated, and nobody of a suspended organisation', async () => {
  const [org, suspended] = [await api.organisation(), await api.organisation()];
  await write(org, org.learner, org.manager, 'x');
  await write(suspended, suspended.learner, suspended.manager, 'x');
  await api.pool.query(`update users set status = 'deactivated' where id = $1`, [org.manager.userId]);
  await api.pool.query(`update tenants set status = 'suspended' where id = $1`, [suspended.tenantId]);
  api.clock.pass(2 * MINUTE);
  await until(
    async () => [...(await outcomes(org)), ...(await outcomes(suspended))].join() === 'dropped,dropped',
  );
  expect(office.tries).toBe(0);
});

it('waits longer and longer while the mail server is away, takes in what comes meanwhile, and loses nothing', async () => {
  const org = await api.organisation();
  office.fails = new MailAway('connection refused', false);
  await write(org, org.learner, org.manager, 'one');
  api.clock.pass(2 * MINUTE);
  await until(() => office.tries === 1);
  await write(org, org.coach, org.manager, 'two');
  const isGivenBack = async (attempts: number) => {
    const { rowCount } = await api.pool.query(
      'select from mail_digests where tenant_id = $1 and attempts = $2 and leased_until is null',
      [org.tenantId, attempts],
    );
    return rowCount === 1;
  };
  for (let tries = 1; tries < 4; tries++) {
    await until(() => isGivenBack(tries));
    api.clock.pass(waitAfterMail(tries) - 2_000);
    await rounds();
    expect(office.tries).toBe(tries);
    api.clock.pass(2_000);
  }
  await until(() => isGivenBack(4));
  office.fails = null;
  api.clock.pass(waitAfterMail(4));
  await until(() => office.sent.length === 1);
  expect(office.sent[0]?.subject).toBe('2 people wrote to you');
  expect([1, 2, 3, 7, 100].map(waitAfterMail)).toEqual([10_000, 20_000, 40_000, 600_000, 600_000]);
});

it('waits while the messaging service cannot say what is unread', async () => {
  const org = await api.organisation();
  await write(org, org.learner, org.manager, 'one');
  api.messaging.isAway = true;
  api.clock.pass(2 * MINUTE);
  await until(async () => {
    const { rows } = await api.pool.query(
      'select attempts, leased_until from mail_digests where tenant_id = $1',
      [org.tenantId],
    );
    return rows[0]?.attempts === 1 && rows[0].leased_until === null;
  });
  expect(office.tries).toBe(0);
  api.messaging.isAway = false;
  api.clock.pass(MINUTE);
  await until(() => office.sent.length === 1);
});

it('is the same mail again, and no other, when nobody knows whether it went out', async () => {
  const org = await api.organisation();
  const got: Mail[] = [];
  office.sender.send = async (mail) => {
    got.push(mail);
    if (got.length === 1) throw new MailAway('the answer did not come', true);
  };
  await write(org, org.learner, org.manager, 'one');
  api.clock.pass(2 * MINUTE);
  await until(() => got.length === 1);
  await write(org, org.coach, org.manager, 'two');
  api.clock.pass(MINUTE);
  await until(() => got.length === 2);
  expect(got[1]).toEqual(got[0]);
  // What came meanwhile is not lost with it.
  api.clock.pass(2 * MINUTE);
  await until(() => got.length === 3);
  expect(got[2]?.subject).toBe('Coach Person wrote to you');
  expect(got[2]?.id).not.toBe(got[0]?.id);
});

it('is the same mail again after a crash between sending and writing that down', async () => {
  const org = await api.organisation();
  await write(org, org.learner, org.manager, 'one');
  let crash = (_error: Error) => {};
  const crashed = new Promise<void>((_resolve, reject) => {
    crash = reject;
  });
  const got: Mail[] = [];
  office.sender.send = (mail) => {
    got.push(mail);
    return got.length === 1 ? crashed : Promise.resolve(); // the process dies here: nothing of it goes on
  };
  api.clock.pass(2 * MINUTE);
  await until(() => got.length === 1);
  const other = startOn(office.sender);
  await rounds();
  expect(got).toHaveLength(1);
  api.clock.pass(3 * MINUTE); // its lease is over
  await until(() => got.length === 2);
  expect(got[1]).toEqual(got[0]);
  await until(async () => (await outcomes(org)).join() === 'sent');
  crash(new MailRefusal('the dead one does not speak'));
  await other.stop();
});

it('is not tried again after a refusal for good, and the next one goes out', async () => {
  const org = await api.organisation();
  office.fails = new MailRefusal('550 no such mailbox');
  await write(org, org.learner, org.manager, 'one');
  api.clock.pass(2 * MINUTE);
  await until(async () => (await outcomes(org)).join() === 'refused');
  api.clock.pass(20 * MINUTE);
  await rounds();
  expect(office.tries).toBe(1);
  office.fails = null;
  await write(org, org.learner, org.coach, 'two');
  api.clock.pass(2 * MINUTE);
  await until(() => office.sent.length === 1);
});

it('is sent once by several servers side by side', async () => {
  const orgs = await Promise.all(Array.from({ length: 4 }, () => api.organisation()));
  for (const org of orgs)
    for (const to of [org.manager, org.coach, org.admin]) await write(org, org.learner, to, 'hello');
  const others = Array.from({ length: 3 }, () => startOn(office.sender));
  api.clock.pass(2 * MINUTE);
  await until(() => office.sent.length >= 12);
  await rounds(5);
  await Promise.all(others.map((other) => other.stop()));
  expect(office.sent).toHaveLength(12);
  expect(new Set(office.sent.map(({ to }) => to.address)).size).toBe(12);
});

it('misses no post that comes while a mail is under way', async () => {
  const org = await api.organisation();
  let isUnderWay = () => {};
  let goOn = () => {};
  const underWay = new Promise<void>((resolve) => {
    isUnderWay = resolve;
  });
  const got: Mail[] = [];
  office.sender.send = async (mail) => {
    got.push(mail);
    if (got.length > 1) return;
    isUnderWay();
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
  };
  await write(org, org.learner, org.manager, 'one');
  api.clock.pass(2 * MINUTE);
  await underWay;
  await write(org, org.coach, org.manager, 'two');
  goOn();
  await until(async () => (await outcomes(org)).length === 2);
  api.clock.pass(2 * MINUTE);
  await until(() => got.length === 2);
  expect(got.map(({ subject }) => subject)).toEqual([
    'Learner Person wrote to you',
    'Coach Person wrote to you',
  ]);
});

it('forgets after a month what was read, and keeps what still waits to be', async () => {
  const org = await api.organisation();
  await write(org, org.learner, org.manager, 'unread for long');
  await write(org, org.learner, org.coach, 'read');
  read(org, org.coach, org.learner);
  api.clock.pass(2 * MINUTE);
  await until(async () => (await outcomes(org)).join() === 'dropped,sent');
  api.clock.pass(31 * 24 * 60 * MINUTE);
  const next = startOn(office.sender); // the first round of a process clears away
  await until(async () => (await outcomes(org)).join() === 'sent');
  const { rows } = await api.pool.query('select preview from unread_posts where tenant_id = $1', [
    org.tenantId,
  ]);
  expect(rows).toEqual([{ preview: 'unread for long' }]);
  await rounds();
  expect(office.sent).toHaveLength(1);
  await next.stop();
});
