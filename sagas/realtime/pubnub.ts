/**
 * The only file of the client that depends on PubNub. The SDK is loaded after sign-in, so that login does not
 * load it.
 */
import type PubNub from 'pubnub';
import { HISTORY_CALL_SIZE, LATEST_MESSAGE_COUNT } from '#contract/limits.ts';
import { type CipherKey, encryptedLength } from '#contract/messaging/encryption.ts';
import type { MessagingConfig } from '#contract/messaging/messaging.ts';
import type {
  Realtime,
  RealtimeEvent,
  WireAction,
  WireMembership,
  WireMessage,
} from '#store/ports/realtime.ts';
import { actionEncryption, unreadableCause } from './encryption.ts';
import { EmptyContent, RealtimeError } from './realtimeError.ts';

/** A user whose tab was closed goes offline after this time. The SDK sends heartbeats only when this is set. */
const PRESENCE_TIMEOUT_S = 60;
/** A call without an answer fails after this time. */
const CALL_TIMEOUT_S = 10;
/** Proxies may cut longer addresses, so longer messages are sent by POST. */
const MAX_ADDRESS_LENGTH = 2_000;
const PAGE_SIZE = 100;
const HERE_NOW_LIMIT = 1_000;

const chunksOf = <T>(list: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );

/** The SDK's errors all have the same message; the cause is in their status. */
async function withRealtimeError<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const { status, message } = error as PubNub.PubNubError;
    throw new RealtimeError(status?.statusCode || null, status?.category ?? message);
  }
}

/** Clients write this field. Text that is not a timetoken must not count as the newest one. */
const timetokenOf = (custom: PubNub.AppContext.CustomData | null | undefined) => {
  const timetoken = String(custom?.timetoken ?? '');
  return /^[0-9]{1,17}$/.test(timetoken) ? timetoken : null;
};

/** Only edits hold text that a user wrote. */
const ENCRYPTED_TYPE = 'edit';
type ActionEncryption = ReturnType<typeof actionEncryption>;

const toWireAction = (
  channel: string,
  { uuid, ...action }: Omit<WireAction, 'channel' | 'publisher'> & { uuid: string },
  encryption: ActionEncryption,
): WireAction => ({
  channel,
  messageTimetoken: String(action.messageTimetoken),
  actionTimetoken: String(action.actionTimetoken),
  publisher: uuid,
  type: action.type,
  ...(action.type === ENCRYPTED_TYPE ? encryption.decrypt(action.value) : { value: action.value }),
});

/** No content, or only white space. */
const isEmpty = (message: unknown) => {
  const content =
    typeof message === 'object' && message !== null && 'details' in message ? message.details : message;
  return content === undefined || content === null || (typeof content === 'string' && content.trim() === '');
};

function listenerOf(
  emit: (event: RealtimeEvent) => void,
  { hasKey, encryption }: { hasKey: boolean; encryption: ActionEncryption },
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
        ...unreadableCause(message, error, hasKey),
      }),
    messageAction({ channel, event, data }) {
      if (event === 'added') emit({ kind: 'action', ...toWireAction(channel, data, encryption) });
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
    ...unreadableCause(fetched.message, fetched.error, hasKey),
  }) satisfies WireMessage;

/**
 * The SDK's module with one cryptor for each key. The id of a key is the cryptor's identifier, which the SDK writes into the
 * header of a message and reads to choose the cryptor. The first key, the newest, encrypts.
 */
function cryptoModuleOf(CryptoModule: typeof PubNub.CryptoModule, keys: readonly CipherKey[]) {
  const modules = keys.map(({ key }) => CryptoModule.aesCbcCryptoModule({ cipherKey: key }));
  const [current, ...older] = modules.map(({ defaultCryptor }, index): typeof defaultCryptor =>
    Object.create(defaultCryptor, { identifier: { value: keys[index]?.id } }),
  );
  if (!current) throw new Error('An encrypted organisation needs a key');
  // The other cryptors of a module report errors for texts without a header, which no member has encrypted.
  return new CryptoModule({ default: current, cryptors: [...older, ...(modules[0]?.cryptors ?? [])] });
}

export async function connectPubNub(config: MessagingConfig): Promise<Realtime> {
  const { cipherKeys } = config;
  const hasKey = cipherKeys !== undefined;
  const { default: Client } = await (hasKey ? import('pubnub') : import('./pubnubWithoutEncryption.ts'));
  const cryptoModule = hasKey ? cryptoModuleOf(Client.CryptoModule, cipherKeys) : null;
  const encryption = actionEncryption(cryptoModule);
  const client = new Client({
    subscribeKey: config.subKey,
    publishKey: config.pubKey,
    userId: config.uuid,
    // Set as a key, not by `setToken`: the build without encryption has no token parser.
    authKey: config.authKey,
    ...(config.origin && { origin: config.origin }),
    ssl: config.ssl ?? true,
    // Plain messages stay readable: messages from the server, and messages from before encryption was switched on.
    ...(cryptoModule && { cryptoModule }),
    // sagas/realtime/watchConnection.ts watches the network. 2 watchers would interfere with each other.
    autoNetworkDetection: false,
    listenToBrowserNetworkEvents: false,
    transactionalRequestTimeout: CALL_TIMEOUT_S,
    presenceTimeout: PRESENCE_TIMEOUT_S,
    // The SDK gives up after six attempts without an event: sagas/realtime/connection.ts keeps retrying instead.
    retryConfiguration: Client.NoneRetryPolicy(),
  });
  /** The SDK keeps duplicate subscriptions, so each channel is subscribed once. */
  const subscribed = new Set<string>();
  /** Disconnecting in order to reconnect is not reported as a lost connection. */
  let isRestarting = false;
  const fetchPage = (parameters: PubNub.History.FetchMessagesParameters) =>
    withRealtimeError(client.fetchMessages({ ...parameters, includeMeta: true, includeUUID: true }));

  return {
    listen(onEvent) {
      const listener = listenerOf(
        (event) => {
          if (!(isRestarting && event.kind === 'disconnected')) onEvent(event);
        },
        { hasKey, encryption },
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
      client.disconnect(true); // offline mode: the user stays present
      isRestarting = false;
      client.reconnect();
    },
    renewKey: (authKey) => client.setAuthKey(authKey),
    async publish(channel, message, id) {
      if (isEmpty(message)) throw new EmptyContent();
      const { length } = JSON.stringify(message);
      const { timetoken } = await withRealtimeError(
        client.publish({
          channel,
          message: message as PubNub.Payload,
          meta: { id },
          sendByPost: (hasKey ? encryptedLength(length) : length) > MAX_ADDRESS_LENGTH,
        }),
      );
      return { timetoken: String(timetoken) };
    },
    async send(channel, message) {
      const { length } = JSON.stringify(message);
      await withRealtimeError(
        client.publish({
          channel,
          message: message as PubNub.Payload,
          storeInHistory: false,
          sendByPost: length > MAX_ADDRESS_LENGTH,
        }),
      );
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
        withRealtimeError(
          client.messageCounts({
            channels: some.map(([channel]) => channel),
            channelTimetokens: some.map(([, timetoken]) => timetoken),
          }),
        ),
      );
      return Object.assign({}, ...(await Promise.all(chunks)).map(({ channels }) => channels));
    },
    async signal(channel, message) {
      await withRealtimeError(client.signal({ channel, message: message as PubNub.Payload }));
    },
    async addAction(channel, messageTimetoken, action) {
      const { type, value } = action;
      const sent = type === ENCRYPTED_TYPE ? { type, value: encryption.encrypt(value) } : action;
      const { data } = await withRealtimeError(
        client.addMessageAction({ channel, messageTimetoken, action: sent }),
      );
      encryption.delivered(value);
      return { timetoken: String(data.actionTimetoken) };
    },
    async actions(channel, { before }) {
      const { data } = await withRealtimeError(
        client.getMessageActions({ channel, limit: PAGE_SIZE, ...(before && { start: before }) }),
      );
      return data.map((action) => toWireAction(channel, action, encryption));
    },
    async memberships() {
      const found: WireMembership[] = [];
      for (let next: string | undefined; ; ) {
        const page = await withRealtimeError(
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
    async setOwnPosition(channel, timetoken) {
      await withRealtimeError(
        client.objects.setMemberships({ channels: [{ id: channel, custom: { timetoken } }] }),
      );
    },
    async hereNow(channels) {
      const uuids = new Set<string>();
      for (const some of chunksOf(channels, PAGE_SIZE)) {
        for (let offset = 0, most = HERE_NOW_LIMIT; most === HERE_NOW_LIMIT; offset += HERE_NOW_LIMIT) {
          const page = await withRealtimeError(
            client.hereNow({ channels: some, includeUUIDs: true, limit: HERE_NOW_LIMIT, offset }),
          );
          const lists = Object.values(page.channels).map(({ occupants }) => occupants);
          for (const { uuid } of lists.flat()) uuids.add(uuid);
          most = Math.max(0, ...lists.map(({ length }) => length));
        }
      }
      return [...uuids];
    },
    async probe() {
      await withRealtimeError(client.time());
    },
    stop({ isQuiet } = { isQuiet: false }) {
      client.removeAllListeners();
      if (isQuiet) client.disconnect(true);
      else client.unsubscribeAll();
      client.destroy(isQuiet);
    },
  };
}
