import type { MessagingConfig } from '#contract/messaging/messaging.ts';
import { RealtimeError } from '#sagas/realtime/realtimeError.ts';
import { isLater, timetokenAt } from '#store/messaging/timetoken.ts';
import type {
  Realtime,
  RealtimeEvent,
  UnreadableCause,
  WireAction,
  WireMessage,
} from '#store/ports/realtime.ts';

interface Connection {
  uuid: string;
  listeners: Set<(event: RealtimeEvent) => void>;
  channels: Set<string>;
  isConnected: boolean;
}

/** A messaging service in memory for several clients: it stores, delivers, counts, and can be unreachable. */
export function fakeMessaging() {
  const log: WireMessage[] = [];
  const savedActions: WireAction[] = [];
  const signals: { channel: string; publisher: string; message: unknown }[] = [];
  const members = new Map<string, Map<string, string | null>>();
  const present = new Set<string>();
  /** The people in a large organisation, each on a separate channel. */
  const presentOn = new Map<string, Set<string>>();
  const connections = new Set<Connection>();
  const calls: string[] = [];
  const refusals: { operation: string; status: number }[] = [];
  const callbacks = new Map<string, () => void>();
  let isUnreachable = false;
  let losesAnswers = false;
  let last = timetokenAt(Date.now());

  const nextTimetoken = () => {
    const now = timetokenAt(Date.now());
    last = isLater(now, last) ? now : `${BigInt(last) + 1n}`;
    return last;
  };
  const deliver = (channel: string, event: RealtimeEvent) => {
    for (const { channels, listeners, isConnected } of connections)
      if (
        isConnected &&
        (channels.has(channel) || (event.kind === 'presence' && channels.has(`${channel}-pnpres`)))
      )
        for (const listener of listeners) listener(event);
  };
  const answer = async <T>(operation: string, work: () => T): Promise<T> => {
    await Promise.resolve();
    calls.push(operation);
    callbacks.get(operation)?.();
    callbacks.delete(operation);
    if (isUnreachable) throw new RealtimeError(null, 'PNNetworkIssuesCategory');
    const refused = refusals.findIndex((one) => one.operation === operation);
    if (refused >= 0) throw new RealtimeError(refusals.splice(refused, 1)[0]!.status, 'refused');
    const result = work();
    if (losesAnswers) throw new RealtimeError(null, 'PNTimeoutCategory');
    return result;
  };
  const membersOf = (channel: string) => {
    const found = members.get(channel) ?? new Map<string, string | null>();
    members.set(channel, found);
    return found;
  };
  const setMember = (channel: string, uuid: string, timetoken: string | undefined) => {
    const kept = timetoken ?? membersOf(channel).get(uuid) ?? null;
    membersOf(channel).set(uuid, kept);
    for (const on of [uuid, channel]) deliver(on, { kind: 'membership', channel, uuid, timetoken: kept });
  };
  const publish = (
    publisher: string,
    channel: string,
    message: unknown,
    meta: unknown,
    unreadable?: UnreadableCause,
  ) => {
    const wire: WireMessage = {
      channel,
      timetoken: nextTimetoken(),
      publisher,
      message,
      meta,
      ...(unreadable && { unreadable }),
    };
    log.push(wire);
    deliver(channel, { kind: 'message', ...wire });
    return wire;
  };
  const act = (
    publisher: string,
    channel: string,
    messageTimetoken: string,
    { type, value }: { type: string; value: string },
    unreadable?: UnreadableCause,
  ) => {
    const isKnown = savedActions.some(
      (one) =>
        one.publisher === publisher &&
        one.messageTimetoken === messageTimetoken &&
        one.type === type &&
        one.value === value,
    );
    if (isKnown) throw new RealtimeError(409, 'Action Already Added');
    const action: WireAction = {
      channel,
      messageTimetoken,
      actionTimetoken: nextTimetoken(),
      publisher,
      type,
      value,
      ...(unreadable && { unreadable }),
    };
    savedActions.push(action);
    deliver(channel, { kind: 'action', ...action });
    return action;
  };
  const signal = (publisher: string, channel: string, message: unknown) => {
    signals.push({ channel, publisher, message });
    deliver(channel, { kind: 'signal', channel, publisher, message });
  };
  const on = (channel: string) => log.filter((wire) => wire.channel === channel);

  function open(uuid: string): Realtime {
    const connection: Connection = { uuid, listeners: new Set(), channels: new Set(), isConnected: false };
    connections.add(connection);
    const tell = (event: RealtimeEvent) => {
      for (const listener of connection.listeners) listener(event);
    };
    const connect = () => {
      connection.isConnected = !isUnreachable;
      tell(
        isUnreachable ? { kind: 'disconnected', isRefused: false } : { kind: 'connected', timetoken: last },
      );
    };
    return {
      listen(onEvent) {
        connection.listeners.add(onEvent);
        return () => connection.listeners.delete(onEvent);
      },
      subscribe(channels) {
        for (const channel of channels) connection.channels.add(channel);
        if (!connection.isConnected) queueMicrotask(() => connection.isConnected || connect());
      },
      reconnect: () => queueMicrotask(connect),
      renewKey: (authKey) => calls.push(`renewKey ${authKey}`),
      publish: (channel, message, id) =>
        answer('publish', () => ({ timetoken: publish(uuid, channel, message, { id }).timetoken })),
      send: (channel, message) =>
        answer('send', () =>
          deliver(channel, {
            kind: 'message',
            channel,
            timetoken: nextTimetoken(),
            publisher: uuid,
            message,
            meta: undefined,
          }),
        ),
      history: (channel, { count, before, after }) =>
        answer('history', () =>
          on(channel)
            .filter(
              ({ timetoken }) =>
                (!before || isLater(before, timetoken)) && (!after || isLater(timetoken, after)),
            )
            .slice(-Math.min(count, 100)),
        ),
      latest: (channels) => answer('latest', () => channels.flatMap((channel) => on(channel).slice(-1))),
      counts: (positions) =>
        answer('counts', () =>
          Object.fromEntries(
            Object.entries(positions).map(([channel, position]) => [
              channel,
              on(channel).filter(({ timetoken }) => isLater(timetoken, position)).length,
            ]),
          ),
        ),
      signal: (channel, message) => answer('signal', () => signal(uuid, channel, message)),
      addAction: (channel, messageTimetoken, action) =>
        answer('addAction', () => ({
          timetoken: act(uuid, channel, messageTimetoken, action).actionTimetoken,
        })),
      actions: (channel, { before }) =>
        answer('actions', () =>
          savedActions
            .filter((one) => one.channel === channel && (!before || isLater(before, one.actionTimetoken)))
            .slice(-100),
        ),
      memberships: () =>
        answer('memberships', () =>
          [...members]
            .filter(([, people]) => people.has(uuid))
            .map(([channel, people]) => ({ channel, uuid, timetoken: people.get(uuid) ?? null })),
        ),
      setOwnPosition: (channel, timetoken) =>
        answer('setOwnPosition', () => setMember(channel, uuid, timetoken)),
      hereNow: (channels) =>
        answer('hereNow', () => channels.flatMap((channel) => [...(presentOn.get(channel) ?? present)])),
      async probe() {
        if (isUnreachable) throw new RealtimeError(null, 'PNNetworkIssuesCategory');
      },
      stop() {
        connection.listeners.clear();
        connections.delete(connection);
      },
    };
  }

  return {
    connect: async ({ uuid }: MessagingConfig) => open(uuid),
    /** Calls of other clients and the server. */
    publishAs: publish,
    actAs: act,
    signalAs: signal,
    savedActions,
    signals,
    setMember,
    /** Delivers an old message live, as after a lost connection. */
    deliverLate(channel: string, message: unknown, at: number) {
      const meta = { id: `late-${at}` };
      deliver(channel, {
        kind: 'message',
        channel,
        timetoken: timetokenAt(at),
        publisher: 'server',
        message,
        meta,
      });
    },
    /** Delivers a message again. */
    deliverAgain(id: string) {
      for (const wire of log)
        if ((wire.meta as { id?: unknown } | null)?.id === id)
          deliver(wire.channel, { kind: 'message', ...wire });
    },
    log,
    calls,
    members,
    present,
    presentOn,
    connections,
    announce: (channel: string, joined: string[], left: string[]) =>
      deliver(channel, { kind: 'presence', channel, joined, left, isIncomplete: false }),
    /** Refuses the next call of this operation. */
    refuse: (operation: string, status: number) => void refusals.push({ operation, status }),
    /** Runs a callback when the next call of this operation arrives. */
    onNextCall: (operation: string, callback: () => void) => void callbacks.set(operation, callback),
    /** Executes calls but loses their responses. */
    loseAnswers(isLosing: boolean) {
      losesAnswers = isLosing;
    },
    goAway(isRefused = false) {
      isUnreachable = true;
      for (const connection of connections) {
        connection.isConnected = false;
        for (const listener of connection.listeners) listener({ kind: 'disconnected', isRefused });
      }
    },
    comeBack() {
      isUnreachable = false;
    },
    listenerCount: () => [...connections].reduce((sum, { listeners }) => sum + listeners.size, 0),
  };
}
export type FakeMessaging = ReturnType<typeof fakeMessaging>;
