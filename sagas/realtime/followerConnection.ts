import type { RealtimeEvent } from '#store/ports/realtime.ts';
import type { InterTabMessage } from './interTabChannel.ts';
import type { SubscriptionSet } from './subscriptionSet.ts';

const TICK_MS = 3_000;
/**
 * After this many unanswered requests the leader counts as frozen. A hidden leader still responds, because messages
 * wake it.
 */
const MAX_UNANSWERED = 2;
const READY_TIMEOUT_MS = 1_000;

interface Options {
  tab: string;
  subscriptions: SubscriptionSet;
  emit: (event: RealtimeEvent) => void;
  send: (message: InterTabMessage) => void;
  onLeaderSilent: () => void;
}

/** A follower: receives the leader's events, notices missed ones, and checks that the leader still answers. */
export function followerConnection({ tab, subscriptions, emit, send, onLeaderSilent }: Options) {
  let leader: string | null = null;
  let count = 0;
  let isConnected = false;
  let hasReceived = false;
  let unanswered = 0;
  let timer: ReturnType<typeof setInterval> | null = null;
  let waiting = new Set<() => void>();
  let isReady = true;

  const markReady = () => {
    isReady = true;
    for (const resume of waiting) resume();
    waiting = new Set();
  };
  const sendSubscribe = () => {
    const { channels, presence } = subscriptions;
    send({ kind: 'subscribe', from: tab, channels, presence });
  };
  const subscribe = () => {
    isReady = false;
    sendSubscribe();
  };
  const tick = () => {
    if (hasReceived) unanswered = 0;
    else if (unanswered >= MAX_UNANSWERED) {
      unanswered = 0;
      onLeaderSilent();
      return;
    } else {
      unanswered += 1;
      sendSubscribe();
    }
    hasReceived = false;
  };
  const resume = () => {
    leader = null;
    unanswered = 0;
    timer ??= setInterval(tick, TICK_MS);
    subscribe();
  };

  /** A new leader or a wrong count means missed events. They are fetched after `connected`. */
  const compareState = (state: Extract<InterTabMessage, { kind: 'state' }>) => {
    const isNewLeader = state.leader !== leader;
    if (!isNewLeader && state.count === count && state.isConnected === isConnected) return;
    leader = state.leader;
    count = state.count;
    isConnected = state.isConnected;
    if (isConnected) emit({ kind: 'connected', timetoken: state.timetoken });
    else emit({ kind: 'disconnected', isRefused: false });
    if (isNewLeader && state.to !== tab) subscribe();
  };

  resume();
  return {
    receive(message: InterTabMessage) {
      if (message.kind === 'state') {
        hasReceived = true;
        compareState(message);
        if (message.to === tab) markReady();
      } else if (message.kind === 'event' && message.leader === leader) {
        hasReceived = true;
        if (message.count !== count + 1) return subscribe(); // an event is missing: the answer has the correct count
        count = message.count;
        if (message.event.kind === 'connected') isConnected = true;
        if (message.event.kind === 'disconnected') isConnected = false;
        emit(message.event);
      }
    },
    subscribe,
    resume,
    pause() {
      if (timer) clearInterval(timer);
      timer = null;
      markReady();
    },
    /** Resolves when the leader's connection carries this tab's channels, or after a second without an answer. */
    ready(): Promise<void> {
      if (isReady) return Promise.resolve();
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timeout);
          resolve();
        };
        const timeout = setTimeout(done, READY_TIMEOUT_MS);
        waiting.add(done);
      });
    },
  };
}
