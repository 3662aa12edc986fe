import { chatChannel } from '#contract/messaging/channels.ts';
import type { Realtime, RealtimeEvent, WireMessage } from '#store/ports/realtime.ts';
import { isOwnMessage, NEWEST, textOf } from './messages.ts';

export const ME = { userId: 7, uuid: 'bench-me', firstName: 'Lena', lastName: 'Larsen' };
export const PEER = { userId: 9, uuid: 'bench-peer', firstName: 'Max', lastName: 'Mustermann' };
export const TENANT_ID = 3;
export const CHANNEL = chatChannel(TENANT_ID, ME.userId, PEER.userId);

/** Messages are 1 minute apart, and the newest has the current time. */
const STEP = 600_000_000n;
const LAST = BigInt(Date.now()) * 10_000n;
const timetokenOf = (n: number) => `${LAST + BigInt(n - NEWEST) * STEP}`;
const numberOf = (timetoken: string) => NEWEST + Number((BigInt(timetoken) - LAST) / STEP);

function wireOf(n: number): WireMessage {
  const isOwn = n <= NEWEST && isOwnMessage(n);
  const { uuid, userId, firstName, lastName } = isOwn ? ME : PEER;
  const timetoken = timetokenOf(n);
  return {
    channel: CHANNEL,
    timetoken,
    publisher: uuid,
    message: {
      user: { id: userId, firstName, lastName },
      details: textOf(n),
      timestamp: Number(BigInt(timetoken) / 10_000n),
    },
    meta: { id: `bench-message-${n}` },
  };
}

/** A fake messaging service that generates one conversation on request, so that its memory is not measured. */
export function endlessMessaging() {
  const listeners = new Set<(event: RealtimeEvent) => void>();
  const emit = (event: RealtimeEvent) => {
    for (const listener of listeners) listener(event);
  };
  let newest = NEWEST;
  let isConnected = false;
  const connect = () => emit({ kind: 'connected', timetoken: timetokenOf(newest) });
  const nothing = async () => {};
  const realtime: Realtime = {
    listen(onEvent) {
      listeners.add(onEvent);
      return () => listeners.delete(onEvent);
    },
    subscribe() {
      if (isConnected) return; // One connection carries all channels.
      isConnected = true;
      queueMicrotask(connect);
    },
    reconnect: () => queueMicrotask(connect),
    renewKey() {},
    send: nothing,
    publish: async () => ({ timetoken: timetokenOf(++newest) }),
    async history(channel, { count, before, after }) {
      if (channel !== CHANNEL) return [];
      const end = before ? numberOf(before) - 1 : newest;
      const start = Math.max(after ? numberOf(after) + 1 : 1, end - count + 1);
      return Array.from({ length: Math.max(0, end - start + 1) }, (_, index) => wireOf(start + index));
    },
    latest: async (channels) => (channels.includes(CHANNEL) ? [wireOf(newest)] : []),
    counts: async (positions) => Object.fromEntries(Object.keys(positions).map((channel) => [channel, 0])),
    signal: nothing,
    addAction: async () => ({ timetoken: timetokenOf(newest) }),
    actions: async () => [],
    memberships: async () => [{ channel: CHANNEL, uuid: ME.uuid, timetoken: timetokenOf(newest) }],
    setOwnPosition: nothing,
    hereNow: async () => [ME.uuid, PEER.uuid],
    probe: nothing,
    stop: () => listeners.clear(),
  };
  return {
    realtime,
    receive(n: number) {
      newest = n;
      emit({ kind: 'message', ...wireOf(n) });
    },
  };
}
