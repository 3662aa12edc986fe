import { nanoid } from '@reduxjs/toolkit';
import type { MessagingConfig } from '#contract/messaging.ts';
import type { Realtime, RealtimeEvent } from '#sagas/ports.ts';
import { followLine } from '#sagas/realtime/followLine.ts';
import { type Locks, standForLead } from '#sagas/realtime/leadership.ts';
import { leadLine } from '#sagas/realtime/leadLine.ts';
import { type TabChannel, tabTalk } from '#sagas/realtime/tabTalk.ts';
import { Wants } from '#sagas/realtime/wants.ts';
import { laterOf } from '#store/messaging/timetoken.ts';

export interface Tabs {
  locks: Locks | undefined;
  /** Null where the browser has no channel between tabs. */
  open(name: string): TabChannel | null;
}
type Connect = (config: MessagingConfig) => Promise<Realtime>;

/**
 * All tabs of a person in one browser share one open request: the leading tab listens to the service and tells the others
 * word for word. Short calls each tab makes by itself. When the leader goes, the next one begins where it had heard last,
 * and every tab asks history for what may have been missed in between (a `connected` event makes it catch up).
 */
export const shareRealtime =
  (connect: Connect, tabs: Tabs): Connect =>
  async (config) => {
    const calls = await connect(config); // never subscribes
    const tab = nanoid();
    const listeners = new Set<(event: RealtimeEvent) => void>();
    const wants = new Wants();
    let authKey = config.authKey;
    /** A key that was fetched because the line was refused: the leader may not have it yet. */
    let freshKey: string | null = null;
    let upTo: string | null = null;

    const emit = (event: RealtimeEvent) => {
      const timetoken = event.kind === 'message' || event.kind === 'connected' ? event.timetoken : null;
      if (timetoken) upTo = laterOf(upTo ?? '0', timetoken);
      for (const listener of listeners) listener(event);
    };

    // A leader without the key could not read for those who have it.
    const sealed = config.cipherKey === undefined ? '' : '-sealed';
    const name = `trellis-line-1-${config.subKey}-${config.uuid}${sealed}`;
    // Without locks nobody could say who leads: each tab has a line of its own.
    const channel = tabs.locks ? tabs.open(name) : null;
    const talk = tabTalk(channel, (message) => {
      if (leading) leading.hear(message);
      else following.hear(message);
    });
    let leading: ReturnType<typeof leadLine> | null = null;
    const following = followLine({ tab, wants, emit, say: talk.say, onSilence: () => candidacy.steal() });
    const candidacy = standForLead(channel ? tabs.locks : undefined, name, {
      onLead() {
        following.pause();
        leading = leadLine({
          connect: () => connect({ ...config, authKey }),
          wants,
          since: upTo,
          emit,
          say: talk.say,
        });
      },
      onDeposed() {
        leading?.stop({ isQuiet: true });
        leading = null;
        following.resume();
      },
    });

    /** What is asked for after a subscription must not be older than it. */
    const settled = async () => {
      if (!leading) await following.settled();
    };
    return {
      ...calls,
      async history(from, range) {
        await settled();
        return calls.history(from, range);
      },
      async latest(channels) {
        await settled();
        return calls.latest(channels);
      },
      async counts(positions) {
        await settled();
        return calls.counts(positions);
      },
      listen(onEvent) {
        listeners.add(onEvent);
        return () => listeners.delete(onEvent);
      },
      subscribe(channels, { withPresence = false } = {}) {
        if (!wants.add(channels, withPresence)) return;
        if (leading) leading.widen();
        else following.ask();
      },
      reconnect() {
        if (leading) leading.reconnect();
        else talk.say({ kind: 'poke', authKey: freshKey });
        freshKey = null;
      },
      renewKey(key) {
        authKey = key;
        freshKey = key;
        calls.renewKey(key);
        leading?.renewKey(key);
      },
      stop(options) {
        listeners.clear();
        following.pause();
        leading?.stop(options);
        leading = null;
        candidacy.stop();
        talk.close();
        calls.stop({ isQuiet: true });
      },
    };
  };
