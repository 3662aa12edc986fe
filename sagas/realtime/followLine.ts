import type { RealtimeEvent } from '#sagas/ports.ts';
import type { TabMessage } from '#sagas/realtime/tabTalk.ts';
import type { Wants } from '#sagas/realtime/wants.ts';

const TICK_MS = 3_000;
/** So many questions without an answer, and the leader is frozen or hangs. A hidden leader answers: messages wake it. */
const UNANSWERED = 2;
const SETTLE_MS = 1_000;

interface Options {
  tab: string;
  wants: Wants;
  emit: (event: RealtimeEvent) => void;
  say: (message: TabMessage) => void;
  onSilence: () => void;
}

/** A follower's part: hears what the leader tells, notices what it did not hear, and that the leader is still there. */
export function followLine({ tab, wants, emit, say, onSilence }: Options) {
  let leader: string | null = null;
  let count = 0;
  let isConnected = false;
  let hasHeard = false;
  let unanswered = 0;
  let timer: ReturnType<typeof setInterval> | null = null;
  let waiting = new Set<() => void>();
  let isSettled = true;

  const settle = () => {
    isSettled = true;
    for (const go of waiting) go();
    waiting = new Set();
  };
  const ask = () => {
    isSettled = false;
    say({ kind: 'ask', from: tab, channels: wants.channels, presence: wants.presence });
  };
  const tick = () => {
    if (hasHeard) unanswered = 0;
    else if (unanswered >= UNANSWERED) {
      unanswered = 0;
      onSilence();
      return;
    } else {
      unanswered += 1;
      say({ kind: 'ask', from: tab, channels: wants.channels, presence: wants.presence });
    }
    hasHeard = false;
  };
  const resume = () => {
    leader = null;
    unanswered = 0;
    timer ??= setInterval(tick, TICK_MS);
    ask();
  };

  /** What was told before this tab listened, or while it could not, is fetched after `connected`. */
  const join = (state: Extract<TabMessage, { kind: 'state' }>) => {
    const isNew = state.leader !== leader;
    if (!isNew && state.count === count && state.isConnected === isConnected) return;
    leader = state.leader;
    count = state.count;
    isConnected = state.isConnected;
    if (isConnected) emit({ kind: 'connected', timetoken: state.timetoken });
    else emit({ kind: 'disconnected', isRefused: false });
    if (isNew && state.to !== tab) ask();
  };

  resume();
  return {
    hear(message: TabMessage) {
      if (message.kind === 'state') {
        hasHeard = true;
        join(message);
        if (message.to === tab) settle();
      } else if (message.kind === 'event' && message.leader === leader) {
        hasHeard = true;
        if (message.count !== count + 1) return ask(); // the answer tells where we are
        count = message.count;
        if (message.event.kind === 'connected') isConnected = true;
        if (message.event.kind === 'disconnected') isConnected = false;
        emit(message.event);
      }
    },
    ask,
    resume,
    pause() {
      if (timer) clearInterval(timer);
      timer = null;
      settle();
    },
    /** The leader's line carries all that this tab wants, or there is no leader to wait for. */
    settled(): Promise<void> {
      if (isSettled) return Promise.resolve();
      return new Promise((resolve) => {
        const go = () => {
          clearTimeout(late);
          resolve();
        };
        const late = setTimeout(go, SETTLE_MS);
        waiting.add(go);
      });
    },
  };
}
