import { nanoid } from '@reduxjs/toolkit';
import { laterOf } from '#store/messaging/timetoken.ts';
import type { Realtime, RealtimeEvent } from '#store/ports/realtime.ts';
import type { InterTabMessage } from './interTabChannel.ts';
import type { SubscriptionSet } from './subscriptionSet.ts';

/** When 10 tabs notice a lost connection at the same time, they cause one reconnect. */
const MIN_RECONNECT_INTERVAL_MS = 4_000;

interface Options {
  connect: () => Promise<Realtime>;
  subscriptions: SubscriptionSet;
  /** Newest timetoken that the previous connection delivered. */
  since: string | null;
  emit: (event: RealtimeEvent) => void;
  send: (message: InterTabMessage) => void;
}

/** The leader: keeps the only subscribed connection and sends every event to the other tabs. */
export function leaderConnection({ connect, subscriptions, since, emit, send }: Options) {
  const leader = nanoid();
  let connection: Realtime | null = null;
  let isOver = false;
  let isConnected = false;
  let count = 0;
  let newest = since;
  let newKey: string | null = null;
  let reconnectedAt = Date.now();

  const sendState = (to: string | null) =>
    send({ kind: 'state', leader, to, count, isConnected, timetoken: newest });
  const forward = (event: RealtimeEvent) => {
    if (event.kind === 'connected') isConnected = true;
    if (event.kind === 'disconnected') isConnected = false;
    const timetoken = event.kind === 'message' || event.kind === 'connected' ? event.timetoken : null;
    if (timetoken) newest = laterOf(newest ?? '0', timetoken);
    count += 1;
    send({ kind: 'event', leader, count, event });
    emit(event);
  };
  const subscribe = () => {
    const from = since === null ? {} : { since };
    const { channels, presence } = subscriptions;
    if (presence.length > 0) connection?.subscribe(presence, { withPresence: true, ...from });
    if (channels.length > 0) connection?.subscribe(channels, from);
    since = null; // later subscriptions continue from the position of the connection
  };
  const reconnect = () => {
    reconnectedAt = Date.now();
    connection?.reconnect();
  };

  const start = async () => {
    sendState(null); // followers answer with the channels they need
    try {
      const opened = await connect();
      if (isOver) return opened.stop({ isQuiet: true });
      connection = opened;
      if (newKey) connection.renewKey(newKey);
      connection.listen(forward);
      subscribe();
    } catch {
      // The SDK file did not load. keepConnected calls reconnect(), which starts again.
      if (!isOver) forward({ kind: 'disconnected', isRefused: false });
    }
  };
  void start();

  return {
    receive(message: InterTabMessage) {
      if (message.kind === 'subscribe') {
        const hasMore = subscriptions.add(message.channels, false);
        if (subscriptions.add(message.presence, true) || hasMore) subscribe();
        sendState(message.from);
      } else if (message.kind === 'reconnect') {
        if (message.authKey) connection?.renewKey(message.authKey);
        if (message.authKey || Date.now() - reconnectedAt >= MIN_RECONNECT_INTERVAL_MS) reconnect();
      }
    },
    subscribe,
    reconnect() {
      if (connection) reconnect();
      else void start();
    },
    renewKey(key: string) {
      newKey = key;
      connection?.renewKey(key);
    },
    /** `isQuiet`: another tab is the leader now, and the user stays online. */
    stop(options?: { isQuiet: boolean }) {
      isOver = true;
      connection?.stop(options);
    },
  };
}
