import { chatChannel } from '#contract/messaging/channels.ts';
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

type Client = Awaited<ReturnType<TestApi['as']>>;
const start = (from: Client, peerId: number) => from.post('/api/conversations', { peerId });
const post = (from: Client, receiverId: number, previewText = 'Hello') =>
  from.post('/api/unread-messages', { receiverId, previewText });
/** A learner with conversations with the manager and the coach. */
async function createLearner() {
  const org = await api.organisation();
  const learner = await api.as(org, org.learner);
  for (const { userId } of [org.manager, org.coach]) await start(learner, userId);
  return { org, learner };
}
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

describe('starting a conversation', () => {
  it('makes both people members of their channel, once', async () => {
    const org = await api.organisation();
    const learner = await api.as(org, org.learner);
    const channel = channelOf(org, org.learner, org.coach);
    const answers = [await start(learner, org.coach.userId), await start(learner, org.coach.userId)];
    expect(answers).toMatchObject(Array(2).fill({ status: 200, body: { channel } }));
    const members = [...api.messaging.members].filter((member) => member.startsWith(`${channel}/`));
    expect(members.sort()).toEqual([org.learner, org.coach].map(({ uuid }) => `${channel}/${uuid}`).sort());
  });

  it('is refused for people outside the directory and for the person themselves', async () => {
    const [org, foreign] = [await api.organisation(), await api.organisation()];
    const learner = await api.as(org, org.learner);
    const before = api.messaging.members.size;
    expect((await start(learner, foreign.coach.userId)).status).toBe(404);
    expect((await start(learner, 2_147_483_647)).status).toBe(404);
    await api.pool.query(`update users set status = 'invited' where id = $1`, [org.colleague.userId]);
    expect((await start(learner, org.colleague.userId)).status).toBe(404);
    expect(await start(learner, org.learner.userId)).toMatchObject({
      status: 400,
      body: { fields: { peerId: 'must be another person' } },
    });
    expect(api.messaging.members.size).toBe(before);
  });

  it('responds with 503 if the messaging service is not available', async () => {
    const org = await api.organisation();
    const learner = await api.as(org, org.learner);
    api.messaging.isDown = true;
    expect(await start(learner, org.manager.userId)).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
    });
  });
});

it('refuses an unread message without a conversation', async () => {
  const org = await api.organisation();
  const learner = await api.as(org, org.learner);
  write(org, org.learner, org.coach);
  // A person can write only their own membership.
  api.messaging.members.add(`${channelOf(org, org.learner, org.coach)}/${org.learner.uuid}`);
  expect(await post(learner, org.coach.userId)).toMatchObject({
    status: 422,
    body: { code: 'not-possible', message: 'You have no conversation with this person.' },
  });
  const { rows } = await api.pool.query('select 1 from unread_posts where tenant_id = $1', [org.tenantId]);
  expect(rows).toEqual([]);
});

it('accepts an unread message once until the receiver has read it', async () => {
  const { org, learner } = await createLearner();
  const manager = await api.as(org, org.manager);
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

it('counts only messages from the sender, even after many new ones', async () => {
  const { org, learner } = await createLearner();
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

it('responds with 503 if the messaging service is not available', async () => {
  const { org, learner } = await createLearner();
  await post(learner, org.manager.userId);
  api.messaging.isDown = true;
  expect(await post(learner, org.manager.userId)).toMatchObject({
    status: 503,
    body: { code: 'unavailable' },
  });
});

it('stores only the prefix of confidential feedback, and 120 characters of other messages', async () => {
  const { org, learner } = await createLearner();
  await post(learner, org.manager.userId, 'Confidential session feedback: between us');
  await post(learner, org.coach.userId, 'ä'.repeat(200));
  const { rows } = await api.pool.query(
    'select preview from unread_posts where tenant_id = $1 order by created_at',
    [org.tenantId],
  );
  expect(rows).toEqual([{ preview: 'Confidential session feedback:' }, { preview: 'ä'.repeat(120) }]);
});

it('refuses people from other organisations, deactivated people and the sender', async () => {
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
