import { chatChannel } from '#contract/channels.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import type { TestOrganisation, TestPerson } from '#test/support/testOrganisation.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());
afterEach(() => {
  api.messaging.isDown = false;
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
    actionTypes: [],
  });
const read = (org: TestOrganisation, reader: TestPerson, from: TestPerson) =>
  void api.messaging.positions.set(`${channelOf(org, reader, from)}/${reader.uuid}`, timetoken());

it('is accepted once until the receiver has read it', async () => {
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

it('counts only messages of the sender, also after many new ones', async () => {
  const org = await api.organisation();
  const learner = await api.as(org, org.learner);
  write(org, org.learner, org.coach);
  await post(learner, org.coach.userId);
  api.clock.pass(60_000);
  for (let n = 0; n < 200; n++) write(org, org.learner, org.coach);
  expect((await post(learner, org.coach.userId)).body).toEqual({ accepted: false });
  // The receiver's own messages are not unread.
  api.messaging.messages.splice(0, api.messaging.messages.length);
  write(org, org.coach, org.learner);
  expect((await post(learner, org.coach.userId)).body).toEqual({ accepted: true });
});

it('answers 503 when the messaging service is not available', async () => {
  const org = await api.organisation();
  const learner = await api.as(org, org.learner);
  await post(learner, org.manager.userId);
  api.messaging.isDown = true;
  expect(await post(learner, org.manager.userId)).toMatchObject({
    status: 503,
    body: { code: 'unavailable' },
  });
});

it('stores only the prefix of confidential feedback, and 120 characters of other messages', async () => {
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

it('refuses people of other organisations, deactivated people and the sender', async () => {
  const [org, foreign] = [await api.organisation(), await api.organisation()];
  const learner = await api.as(org, org.learner);
  expect((await post(learner, foreign.manager.userId)).status).toBe(404);
  await api.pool.query(`update users set status = 'deactivated' where id = $1`, [org.colleague.userId]);
  expect((await post(learner, org.colleague.userId)).status).toBe(404);
  expect((await post(learner, org.learner.userId)).body).toMatchObject({
    fields: { receiverId: 'must be another person' },
  });
  expect((await post(learner, 2_147_483_648)).body).toMatchObject({
    fields: { receiverId: expect.any(String) },
  });
});
