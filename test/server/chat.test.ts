import { chatChannel } from '#contract/channels.ts';
import type { TestOrganisation, TestPerson } from '#test/support/anOrganisation.ts';
import { startApi, type TestApi } from '#test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());
afterEach(() => {
  api.messaging.isAway = false;
});

const post = async (from: Awaited<ReturnType<TestApi['as']>>, receiverId: number, previewText = 'Hello') =>
  from.post('/api/unread-messages', { receiverId, previewText });
const channelOf = ({ tenantId }: TestOrganisation, a: TestPerson, b: TestPerson) =>
  chatChannel(tenantId, a.userId, b.userId);
const timetoken = () => `${api.clock.now().getTime()}0000`;
const write = (org: TestOrganisation, from: TestPerson, to: TestPerson) =>
  void api.messaging.messages.push({
    channel: channelOf(org, from, to),
    publisher: from.uuid,
    timetoken: timetoken(),
    changes: [],
  });
const read = (org: TestOrganisation, reader: TestPerson, from: TestPerson) =>
  void api.messaging.positions.set(`${channelOf(org, reader, from)}/${reader.uuid}`, timetoken());

it('is taken once until the receiver has read it, however often they were here', async () => {
  const org = await api.organisation();
  const [learner, manager] = [await api.as(org, org.learner), await api.as(org, org.manager)];
  write(org, org.learner, org.manager);
  const posts = await Promise.all(Array.from({ length: 5 }, () => post(learner, org.manager.userId)));
  expect(posts.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(posts.filter(({ body }) => body.accepted)).toHaveLength(1);
  expect((await post(learner, org.coach.userId)).body).toEqual({ accepted: true });
  await manager.get('/api/messaging/config');
  expect((await post(learner, org.manager.userId)).body).toEqual({ accepted: false });

  api.clock.pass(60_000);
  read(org, org.manager, org.learner);
  api.clock.pass(60_000);
  write(org, org.learner, org.manager);
  expect((await post(learner, org.manager.userId)).body).toEqual({ accepted: true });
  expect((await post(learner, org.manager.userId)).body).toEqual({ accepted: false });
});

it('goes by the messages of the sender alone, however many follow', async () => {
  const org = await api.organisation();
  const learner = await api.as(org, org.learner);
  write(org, org.learner, org.coach);
  await post(learner, org.coach.userId);
  api.clock.pass(60_000);
  for (let n = 0; n < 200; n++) write(org, org.learner, org.coach);
  expect((await post(learner, org.coach.userId)).body).toEqual({ accepted: false });
  // What the receiver writes is nothing that they have to read.
  api.messaging.messages.splice(0, api.messaging.messages.length);
  write(org, org.coach, org.learner);
  expect((await post(learner, org.coach.userId)).body).toEqual({ accepted: true });
});

it('is to be said again when nobody can say whether the one before was read', async () => {
  const org = await api.organisation();
  const learner = await api.as(org, org.learner);
  await post(learner, org.manager.userId);
  api.messaging.isAway = true;
  expect(await post(learner, org.manager.userId)).toMatchObject({
    status: 503,
    body: { code: 'unavailable' },
  });
});

it('keeps no more of confidential feedback than its prefix, and 120 characters of the rest', async () => {
  const org = await api.organisation();
  const learner = await api.as(org, org.learner);
  await post(learner, org.manager.userId, 'Confidential session feedback: between us');
  await post(learner, org.coach.userId, 'ä'.repeat(200));
  const { rows } = await api.pool.query(
    'select preview from unread_posts where tenant_id = $1 order by created_at',
    [org.tenantId],
  );
  expect(rows).toEqual([{ preview: 'Confidential session feedback:' }, { preview: 'ä'.repeat(120) }]);
});

it('goes to nobody elsewhere, nobody gone, and not to oneself', async () => {
  const [org, foreign] = [await api.organisation(), await api.organisation()];
  const learner = await api.as(org, org.learner);
  expect((await post(learner, foreign.manager.userId)).status).toBe(404);
  await api.pool.query(`update users set status = 'deactivated' where id = $1`, [org.colleague.userId]);
  expect((await post(learner, org.colleague.userId)).status).toBe(404);
  expect((await post(learner, org.learner.userId)).body).toMatchObject({
    fields: { receiverId: 'is you' },
  });
  expect((await post(learner, 2_147_483_648)).body).toMatchObject({
    fields: { receiverId: expect.any(String) },
  });
});
