import { nanoid } from '@reduxjs/toolkit';
import type { Realtime, RealtimeEvent } from '#sagas/ports.ts';
import type { TabMessage } from '#sagas/realtime/tabTalk.ts';
import type { Wants } from '#sagas/realtime/wants.ts';
import { laterOf } from '#store/messaging/timetoken.ts';

/** Ten tabs that find the line dead in one moment are one attempt. */
const BETWEEN_POKES_MS = 4_000;

interface Options {
  connect: () => Promise<Realtime>;
  wants: Wants;
  /** Where the line before this one was heard last. */
  since: string | null;
  emit: (event: RealtimeEvent) => void;
  say: (message: TabMessage) => void;
}

/** The leader's part: holds the one line to the service and tells the other tabs what comes over it. */
export function leadLine({ connect, wants, since, emit, say }: Options) {
  const leader = nanoid();
  let line: Realtime | null = null;
  let isOver = false;
  let isConnected = false;
  let count = 0;
  let upTo = since;
  let newKey: string | null = null;
  let triedAt = Date.now();

  const tellState = (to: string | null) =>
    say({ kind: 'state', leader, to, count, isConnected, timetoken: upTo });
  const tell = (event: RealtimeEvent) => {
    if (event.kind === 'connected') isConnected = true;
    if (event.kind === 'disconnected') isConnected = false;
    const timetoken = event.kind === 'message' || event.kind === 'connected' ? event.timetoken : null;
    if (timetoken) upTo = laterOf(upTo ?? '0', timetoken);
    count += 1;
    say({ kind: 'event', leader, count, event });
    emit(event);
  };
  const widen = () => {
    const from = since === null ? {} : { since };
    if (wants.presence.length > 0) line?.subscribe(wants.presence, { withPresence: true, ...from });
    if (wants.channels.length > 0) line?.subscribe(wants.channels, from);
    since = null; // from here on the line knows itself where it is
  };
  const reconnect = () => {
    triedAt = Date.now();
    line?.reconnect();
  };

  const begin = async () => {
    tellState(null); // those who follow say what they need
    try {
      const opened = await connect();
      if (isOver) return opened.stop({ isQuiet: true });
      line = opened;
      if (newKey) line.renewKey(newKey);
      line.listen(tell);
      widen();
    } catch {
      // Its file is out of reach for the moment. Whoever waits for a connection makes it begin again.
      if (!isOver) tell({ kind: 'disconnected', isRefused: false });
    }
  };
  void begin();

  return {
    hear(message: TabMessage) {
      if (message.kind === 'ask') {
        const hasMore = wants.add(message.channels, false);
        if (wants.add(message.presence, true) || hasMore) widen();
        tellState(message.from);
      } else if (message.kind === 'poke') {
        if (message.authKey) line?.renewKey(message.authKey);
        if (message.authKey || Date.now() - triedAt >= BETWEEN_POKES_MS) reconnect();
      }
    },
    widen,
    reconnect() {
      if (line) reconnect();
      else void begin();
    },
    renewKey(key: string) {
      newKey = key;
      line?.renewKey(key);
    },
    /** `isQuiet`: another tab has taken over, and the person is still there. */
    stop(options?: { isQuiet: boolean }) {
      isOver = true;
      line?.stop(options);
    },
  };
}
