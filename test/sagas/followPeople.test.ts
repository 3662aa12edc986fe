import { personCheckinChannel } from '#contract/messaging/channels.ts';
import { presenceShown, selectPresence } from '#store/presence/presenceSlice.ts';
import { lena, max, TENANT, zoe } from '#test/fixtures/people.ts';
import { pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { json } from '#test/support/fakeApi.ts';
import { withHistory } from '#test/support/lenaAndMax.ts';

const start = clientsUnderFakeTimers();
const channelOf = ({ userId }: { userId: number }) => personCheckinChannel(TENANT, userId);
const EVERYONE = 'app_T3_checkin';

/** Lena in an organisation that is too large to follow everyone. She has a conversation with Max, who is online. */
async function startInLargeOrganisation() {
  const messaging = withHistory(1);
  messaging.presentOn.set(channelOf(max), new Set([max.uuid])).set(channelOf(zoe), new Set());
  const config = { authKey: 'key-1', subKey: 'sub', pubKey: 'pub', uuid: lena.uuid, expiresIn: 3_600 };
  const client = start({
    messaging,
    answers: { 'GET /api/messaging/config': () => json({ ...config, presence: 'met' }) },
  });
  await pass(1_000);
  return {
    client,
    messaging,
    presenceOf: ({ uuid }: { uuid: string }) => selectPresence(client.state(), uuid),
    channels: () => [...messaging.connections].flatMap(({ channels }) => [...channels]),
  };
}

describe('the presence of a large organisation', () => {
  it('is followed for people with a conversation, and is unknown for other people', async () => {
    const { presenceOf, channels } = await startInLargeOrganisation();
    expect([presenceOf(max), presenceOf(zoe)]).toEqual(['online', 'unknown']);
    expect(channels()).toEqual(expect.arrayContaining([channelOf(lena), `${channelOf(max)}-pnpres`]));
    expect(channels()).not.toContain(EVERYONE);
    expect(channels()).not.toContain(`${channelOf(zoe)}-pnpres`);
  });

  it('is followed once for people on screen', async () => {
    const { client, presenceOf, channels, messaging } = await startInLargeOrganisation();
    const show = () => client.store.dispatch(presenceShown({ userId: zoe.userId }));
    show();
    show();
    await pass(1_000);
    expect([presenceOf(max), presenceOf(zoe)]).toEqual(['online', 'offline']);
    messaging.announce(channelOf(zoe), [zoe.uuid], []);
    await pass(100);
    expect(presenceOf(zoe)).toBe('online');
    expect(channels().filter((channel) => channel === `${channelOf(zoe)}-pnpres`)).toHaveLength(1);
  });

  it('changes to recently online after a person leaves', async () => {
    const { presenceOf, messaging } = await startInLargeOrganisation();
    messaging.announce(channelOf(max), [], [max.uuid]);
    await pass(11_000);
    expect(presenceOf(max)).toBe('recently');
  });

  it('does not change when someone enters the channel of another person', async () => {
    const { client, presenceOf, messaging } = await startInLargeOrganisation();
    client.store.dispatch(presenceShown({ userId: zoe.userId }));
    await pass(1_000);
    messaging.announce(channelOf(zoe), ['uuid-other'], []);
    messaging.announce(channelOf(zoe), [max.uuid], [max.uuid]);
    await pass(11_000);
    expect([presenceOf(max), presenceOf(zoe)]).toEqual(['online', 'offline']);
  });
});
