import { nanoid } from '@reduxjs/toolkit';
import type { MessagingConfig } from '#contract/messaging/messaging.ts';
import { laterOf } from '#store/messaging/timetoken.ts';
import type { Realtime, RealtimeEvent } from '#store/ports/realtime.ts';
import type { Tabs } from '#store/ports/tabs.ts';
import { followerConnection } from './followerConnection.ts';
import { interTabChannel } from './interTabChannel.ts';
import { leaderConnection } from './leaderConnection.ts';
import { joinElection } from './leaderElection.ts';
import { SubscriptionSet } from './subscriptionSet.ts';

type Connect = (config: MessagingConfig) => Promise<Realtime>;

/**
 * Shares one subscribed connection between all tabs of a user in one browser; each tab makes its short calls itself.
 * A new leader continues where the tab's last event was, and every tab catches up from history after `connected`.
 * See docs/decisions/0016-one-connection-per-browser.md.
 */
export const shareRealtime =
  (connect: Connect, tabs: Tabs): Connect =>
  async (config) => {
    const calls = await connect(config); // never subscribes
    const tab = nanoid();
    const listeners = new Set<(event: RealtimeEvent) => void>();
    const subscriptions = new SubscriptionSet();
    let authKey = config.authKey;
    /** The key was fetched after a refusal, so the leader may not have it yet. */
    let freshKey: string | null = null;
    let newest: string | null = null;

    const emit = (event: RealtimeEvent) => {
      const timetoken = event.kind === 'message' || event.kind === 'connected' ? event.timetoken : null;
      if (timetoken) newest = laterOf(newest ?? '0', timetoken);
      for (const listener of listeners) listener(event);
    };

    // A leader without the newest cipher key could not decrypt for tabs that have it.
    const suffix = config.cipherKeys ? `-${config.cipherKeys[0]?.id}` : '';
    const name = `trellis-connection-2-${config.subKey}-${config.uuid}${suffix}`;
    // Without locks no leader can be elected: each tab has its own connection.
    const channel = tabs.locks ? tabs.open(name) : null;
    const { send, close } = interTabChannel(channel, (message) => {
      if (leader) leader.receive(message);
      else follower.receive(message);
    });
    let leader: ReturnType<typeof leaderConnection> | null = null;
    const follower = followerConnection({
      tab,
      subscriptions,
      emit,
      send,
      onLeaderSilent: () => candidacy.takeOver(),
    });
    const candidacy = joinElection(channel ? tabs.locks : undefined, name, {
      onElected() {
        follower.pause();
        leader = leaderConnection({
          connect: () => connect({ ...config, authKey }),
          subscriptions,
          since: newest,
          emit,
          send,
        });
      },
      onDeposed() {
        leader?.stop({ isQuiet: true });
        leader = null;
        follower.resume();
      },
    });

    /** History that is read after a subscription must not be older than that subscription. */
    const subscribed = async () => {
      if (!leader) await follower.ready();
    };
    return {
      ...calls,
      async history(from, range) {
        await subscribed();
        return calls.history(from, range);
      },
      async latest(channels) {
        await subscribed();
        return calls.latest(channels);
      },
      async counts(positions) {
        await subscribed();
        return calls.counts(positions);
      },
      listen(onEvent) {
        listeners.add(onEvent);
        return () => listeners.delete(onEvent);
      },
      subscribe(channels, { withPresence = false } = {}) {
        if (!subscriptions.add(channels, withPresence)) return;
        if (leader) leader.subscribe();
        else follower.subscribe();
      },
      reconnect() {
        if (leader) leader.reconnect();
        else send({ kind: 'reconnect', authKey: freshKey });
        freshKey = null;
      },
      renewKey(key) {
        authKey = key;
        freshKey = key;
        calls.renewKey(key);
        leader?.renewKey(key);
      },
      stop(options) {
        listeners.clear();
        follower.pause();
        leader?.stop(options);
        leader = null;
        candidacy.stop();
        close();
        calls.stop({ isQuiet: true });
      },
    };
  };
