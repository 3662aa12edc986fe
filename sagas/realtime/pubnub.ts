/** The only file of the client that knows PubNub. The SDK is loaded after sign-in, so that login does not carry it. */
import type PubNub from 'pubnub';
import { encryptedLength } from '#contract/encryption.ts';
import { HISTORY_CALL_SIZE, LATEST_MESSAGE_COUNT } from '#contract/limits.ts';
import type { MessagingConfig } from '#contract/messaging.ts';
import type { Realtime, RealtimeEvent, WireAction, WireMembership, WireMessage } from '#sagas/ports.ts';
import { EmptyContent, RealtimeError } from '#sagas/realtime/realtimeError.ts';
import { readability, sealValues } from '#sagas/realtime/sealing.ts';

/** Somebody whose tab was closed is gone after this long; setting it also makes the SDK send heartbeats at all. */
const PRESENCE_TIMEOUT_S = 60;
/** An answer that takes longer counts as lost. */
const CALL_TIMEOUT_S = 10;
/** What stands between us and the service may cut long addresses. */
const LONGEST_IN_ADDRESS = 2_000;
const PAGE_SIZE = 100;
const HERE_NOW_LIMIT = 1_000;

const chunksOf = <T>(list: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );

/** The SDK's errors all carry one constant text: what happened stands in their status. */
async function told<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const { status, message } = error as PubNub.PubNubError;
    throw new RealtimeError(status?.statusCode || null, status?.category ?? message);
  }
}

/** People write it themselves: what is no timetoken must not pass for one that lies after everything. */
const timetokenOf = (custom: PubNub.AppContext.CustomData | null | undefined) => {
  const timetoken = String(custom?.timetoken ?? '');
  return /^[0-9]{1,17}$/.test(timetoken) ? timetoken : null;
};

/** A correction is what somebody wrote; that one likes a message is not. */
const SEALED_TYPE = 'edit';
type Values = ReturnType<typeof sealValues>;

const actionOf = (
  channel: string,
  { uuid, ...said }: Omit<WireAction, 'channel' | 'publisher'> & { uuid: string },
  values: Values,
): WireAction => ({
  channel,
  messageTimetoken: String(said.messageTimetoken),
  actionTimetoken: String(said.actionTimetoken),
  publisher: uuid,
  type: said.type,
  ...(said.type === SEALED_TYPE ? values.open(said.value) : { value: said.value }),
});

/** What holds nothing, or a text without a word. */
const isEmpty = (message: unknown) => {
  const content =
    typeof message === 'object' && message !== null && 'details' in message ? message.details : message;
  return content === undefined || content === null || (typeof content === 'string' && content.trim() === '');
};

function listenerOf(
  emit: (event: RealtimeEvent) => void,
  { hasKey, values }: { hasKey: boolean; values: Values },
): PubNub.Listener {
  return {
    message: ({ channel, timetoken, publisher, message, userMetadata, error }) =>
      emit({
        kind: 'message',
        channel,
        timetoken,
        publisher: publisher ?? '',
        message,
        meta: userMetadata,
        ...readability(message, error, hasKey),
      }),
    messageAction({ channel, event, data }) {
      if (event === 'added') emit({ kind: 'action', ...actionOf(channel, data, values) });
    },
    signal: ({ channel, publisher, message }) =>
      emit({ kind: 'signal', channel, publisher: publisher ?? '', message }),
    presence(event) {
      const channel = event.channel.replace(/-pnpres$/, '');
      if (event.action === 'interval') {
        const { join = [], leave = [], timeout = [], hereNowRefresh } = event;
        emit({
          kind: 'presence',
          channel,
          joined: join,
          left: [...leave, ...timeout],
          isIncomplete: hereNowRefresh,
        });
      } else if (event.action !== 'state-change') {
        const isJoin = event.action === 'join';
        const [joined, left] = isJoin ? [[event.uuid], []] : [[], [event.uuid]];
        emit({ kind: 'presence', channel, joined, left, isIncomplete: false });
      }
    },
    objects({ message }) {
      if (message.type !== 'membership' || message.event !== 'set') return;
      const { channel, uuid, custom } = message.data;
      emit({ kind: 'membership', channel: channel.id, uuid: uuid.id, timetoken: timetokenOf(custom) });
    },
    status({ category, error, currentTimetoken }) {
      if (category === 'PNConnectedCategory')
        emit({
          kind: 'connected',
          timetoken: typeof currentTimetoken === 'string' ? currentTimetoken : null,
        });
      if (category === 'PNDisconnectedUnexpectedlyCategory' || category === 'PNConnectionErrorCategory')
        emit({ kind: 'disconnected', isRefused: error === 'PNAccessDeniedCategory' });
    },
  };
}

const wireOf = (
  channel: string,
  fetched: { timetoken: number | string; uuid?: string; message: unknown; meta?: unknown; error?: string },
  hasKey: boolean,
) =>
  ({
    channel,
    timetoken: String(fetched.timetoken),
    publisher: fetched.uuid ?? '',
    message: fetched.message,
    meta: fetched.meta,
    ...readability(fetched.message, fetched.error, hasKey),
  }) satisfies WireMessage;

export async function connectPubNub(config: MessagingConfig): Promise<Realtime> {
  const { default: Client } = await import('pubnub');
  const { cipherKey } = config;
  const hasKey = cipherKey !== undefined;
  const cryptoModule = hasKey ? Client.CryptoModule.aesCbcCryptoModule({ cipherKey }) : null;
  const values = sealValues(cryptoModule);
  const client = new Client({
    subscribeKey: config.subKey,
    publishKey: config.pubKey,
    userId: config.uuid,
    ...(config.origin && { origin: config.origin }),
    ssl: config.ssl ?? true,
    // What is published as a plain object stays readable beside it: the server's own messages, and what was written before.
    ...(cryptoModule && { cryptoModule }),
    // What the network does is watched by sagas/realtime/watchLine.ts: two owners would undo each other's work.
    autoNetworkDetection: false,
    listenToBrowserNetworkEvents: false,
    transactionalRequestTimeout: CALL_TIMEOUT_S,
    presenceTimeout: PRESENCE_TIMEOUT_S,
    // The SDK gives up after six tries and is silent meanwhile: sagas/realtime/connection.ts tries for ever instead.
    retryConfiguration: Client.NoneRetryPolicy(),
  });
  client.setToken(config.authKey);
  /** The SDK keeps every subscription it is asked for, also the same one again: each channel is asked for once. */
  const subscribed = new Set<string>();
  /** Stopping only to begin again is no loss to tell of. */
  let isRestarting = false;
  const fetchPage = (parameters: PubNub.History.FetchMessagesParameters) =>
    told(client.fetchMessages({ ...parameters, includeMeta: true, includeUUID: true }));

  return {
    listen(onEvent) {
      const listener = listenerOf(
        (event) => {
          if (!(isRestarting && event.kind === 'disconnected')) onEvent(event);
        },
        { hasKey, values },
      );
      client.addListener(listener);
      return () => client.removeListener(listener);
    },
    subscribe(channels, options) {
      const added = channels.filter((channel) => !subscribed.has(channel));
      if (added.length === 0) return;
      for (const channel of added) subscribed.add(channel);
      const { withPresence = false, since } = options ?? {};
      client.subscribe({ channels: added, withPresence, ...(since && { timetoken: since }) });
    },
    reconnect() {
      isRestarting = true;
      client.disconnect(true); // as if the network had gone: the person does not leave
      isRestarting = false;
      client.reconnect();
    },
    renewKey: (authKey) => client.setToken(authKey),
    async publish(channel, message, id) {
      if (isEmpty(message)) throw new EmptyContent();
      const { length } = JSON.stringify(message);
      const { timetoken } = await told(
        client.publish({
          channel,
          message: message as PubNub.Payload,
          meta: { id },
          sendByPost: (hasKey ? encryptedLength(length) : length) > LONGEST_IN_ADDRESS,
        }),
      );
      return { timetoken: String(timetoken) };
    },
    async history(channel, { count, before, after }) {
      const { channels } = await fetchPage({
        channels: [channel],
        count: Math.min(count, HISTORY_CALL_SIZE),
        ...(before && { start: before }),
        ...(after && { end: after }),
      });
      const found = (channels[channel] ?? []).map((fetched) => wireOf(channel, fetched, hasKey));
      return found.filter(({ timetoken }) => timetoken !== after); // the SDK's `end` is inclusive
    },
    async latest(channels) {
      const pages = await Promise.all(
        chunksOf(channels, PAGE_SIZE).map((some) =>
          fetchPage({ channels: some, count: LATEST_MESSAGE_COUNT }),
        ),
      );
      return pages.flatMap((page) =>
        Object.entries(page.channels).flatMap(([channel, found]) =>
          found.map((fetched) => wireOf(channel, fetched, hasKey)),
        ),
      );
    },
    async counts(positions) {
      const chunks = chunksOf(Object.entries(positions), PAGE_SIZE).map((some) =>
        told(
          client.messageCounts({
            channels: some.map(([channel]) => channel),
            channelTimetokens: some.map(([, timetoken]) => timetoken),
          }),
        ),
      );
      return Object.assign({}, ...(await Promise.all(chunks)).map(({ channels }) => channels));
    },
    async signal(channel, message) {
      await told(client.signal({ channel, message: message as PubNub.Payload }));
    },
    async addAction(channel, messageTimetoken, action) {
      const { type, value } = action;
      const said = type === SEALED_TYPE ? { type, value: values.seal(value) } : action;
      const { data } = await told(client.addMessageAction({ channel, messageTimetoken, action: said }));
      values.arrived(value);
      return { timetoken: String(data.actionTimetoken) };
    },
    async actions(channel, { before }) {
      const { data } = await told(
        client.getMessageActions({ channel, limit: PAGE_SIZE, ...(before && { start: before }) }),
      );
      return data.map((said) => actionOf(channel, said, values));
    },
    async memberships() {
      const found: WireMembership[] = [];
      for (let next: string | undefined; ; ) {
        const page = await told(
          client.objects.getMemberships({
            uuid: config.uuid,
            include: { customFields: true },
            limit: PAGE_SIZE,
            ...(next && { page: { next } }),
          }),
        );
        for (const { channel, custom } of page.data)
          found.push({ channel: channel.id, uuid: config.uuid, timetoken: timetokenOf(custom) });
        if (page.data.length < PAGE_SIZE || !page.next) return found;
        next = page.next;
      }
    },
    async setMembers(channel, members) {
      // One without a timetoken is named only: what the service keeps of that person stays as it is.
      const uuids = members.map(({ uuid, timetoken }) =>
        timetoken ? { id: uuid, custom: { timetoken } } : uuid,
      );
      await told(client.objects.setChannelMembers({ channel, uuids }));
    },
    async setOwnPosition(channel, timetoken) {
      await told(client.objects.setMemberships({ channels: [{ id: channel, custom: { timetoken } }] }));
    },
    async hereNow(channel) {
      const uuids: string[] = [];
      for (let offset = 0; ; offset += HERE_NOW_LIMIT) {
        const { channels } = await told(
          client.hereNow({ channels: [channel], includeUUIDs: true, limit: HERE_NOW_LIMIT, offset }),
        );
        const occupants = channels[channel]?.occupants ?? [];
        uuids.push(...occupants.map(({ uuid }) => uuid));
        if (occupants.length < HERE_NOW_LIMIT) return uuids;
      }
    },
    async probe() {
      await told(client.time());
    },
    stop({ isQuiet } = { isQuiet: false }) {
      client.removeAllListeners();
      if (isQuiet) client.disconnect(true);
      else client.unsubscribeAll();
      client.destroy(isQuiet);
    },
  };
}
