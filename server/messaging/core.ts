import { randomUUID } from 'node:crypto';
import { AuthGrants } from '#server/messaging/access/authGrants.ts';
import { RevokedTokens } from '#server/messaging/access/revokedTokens.ts';
import { ChannelGroups } from '#server/messaging/groups/channelGroups.ts';
import { ChannelEvent } from '#server/messaging/log/event.ts';
import { EventLog } from '#server/messaging/log/eventLog.ts';
import { Listener } from '#server/messaging/log/listener.ts';
import { LocalSequencer } from '#server/messaging/log/localSequencer.ts';
import { NatsWakeUps } from '#server/messaging/log/natsWakeUps.ts';
import { RecentEvents } from '#server/messaging/log/recentEvents.ts';
import type { Batch, Sequencer } from '#server/messaging/log/sequencer.ts';
import { SharedSequencer, type SharedSequencerOptions } from '#server/messaging/log/sharedSequencer.ts';
import type { ShareChange, StateChange } from '#server/messaging/log/stateChange.ts';
import type { Metrics } from '#server/messaging/operations/metrics.ts';
import { Presence } from '#server/messaging/presence/presence.ts';
import { AdaptiveFlushDelay } from '#server/messaging/subscribe/flushDelay.ts';
import { Hub } from '#server/messaging/subscribe/hub.ts';
import type { MessagingOptions } from './index.ts';
import type { Timetoken } from './timetokens.ts';

/** Ends open polls after a change of state. */
export interface PollEnder {
  endAll(): void;
  endRevoked(signature: string): void;
}

/** The event log, and the state that its entries change. */
export interface Core {
  sequencer: Sequencer;
  log: EventLog;
  hub: Hub;
  recentEvents: RecentEvents;
  groups: ChannelGroups;
  authGrants: AuthGrants;
  revoked: RevokedTokens;
  presence: Presence;
  share: ShareChange;
  /** Commits queued entries and closes. */
  stop(): Promise<void>;
}

/** Loads the state and starts the log. `polls` is first called at the first delivery. */
export async function startCore(
  options: MessagingOptions,
  metrics: Metrics,
  polls: PollEnder,
): Promise<Core> {
  const { database, keys, shared = false, now = Date.now, log: report = () => {} } = options;
  const reportError = (message: string) => (error: unknown) => report({ level: 'error', message, error });
  const hub = new Hub(new AdaptiveFlushDelay());
  const recentEvents = new RecentEvents(options.recentEvents);

  const share: ShareChange = async (change) => {
    if (shared) await log.append({ change });
    else apply(change);
  };
  const groups = new ChannelGroups(database, share);
  const authGrants = new AuthGrants(database, now, share);
  const revoked = new RevokedTokens(database, share);
  const presence = new Presence({
    now,
    timeoutMs: options.presenceTimeoutMs ?? 300_000,
    leaveGraceMs: options.presenceLeaveGraceMs ?? 2_000,
    announceMax: options.presenceAnnounceMax ?? 20,
    intervalMs: options.presenceIntervalMs ?? 10_000,
    announce: (event) => void log.append(event).catch(reportError('A presence event could not be published')),
    share: (change) =>
      share(change).then(
        () => true,
        (error: unknown) => {
          reportError('A change of presence could not be shared')(error);
          return false;
        },
      ),
    process: randomUUID(),
  });

  const apply = (change: StateChange) => {
    switch (change.type) {
      case 'tokenRevoked':
        revoked.revoked(change.signature, change.expiresAt);
        return polls.endRevoked(change.signature);
      case 'grantsSet':
        return authGrants.changed(change.grants);
      case 'groupChanged':
        return groups.changed(change);
      case 'messagesDeleted':
        return recentEvents.remove(change.channel, change.above, change.through);
      case 'present':
      case 'leaving':
      case 'ended':
      case 'stateSet':
        return presence.apply(change);
    }
  };
  const deliver = ({ entries, timetokens }: Batch) => {
    const delivered: { event: ChannelEvent; routingKeys: string[] }[] = [];
    for (const [at, entry] of entries.entries()) {
      if ('change' in entry) apply(entry.change);
      else if (!entry.silent) {
        const event = new ChannelEvent(entry, timetokens[at]!, keys.subscribeKey);
        const routed = { event, routingKeys: groups.routingKeysOf(event.channel) };
        recentEvents.append(routed);
        delivered.push(routed);
      }
    }
    hub.deliver(delivered);
  };
  const load = async () => {
    await groups.load();
    await authGrants.load();
    await revoked.load();
  };

  const sequencer = shared
    ? createSharedSequencer(options, {
        now,
        deliver,
        async onGap() {
          metrics.recordGap();
          await load();
          return (completeAfter: Timetoken) => {
            // Their cursor is before the gap, so the clients catch up from the database.
            polls.endAll();
            recentEvents.reset(completeAfter);
          };
        },
        onError: reportError('The log of the other processes could not be read'),
      })
    : new LocalSequencer({ database, now, deliver });
  const log = new EventLog({
    sequencer,
    observeCommit: (seconds, messages) => metrics.recordCommit(seconds, messages),
  });
  if (!shared) await load();
  await sequencer.start();
  if (!shared) recentEvents.reset(sequencer.cursor());
  return {
    sequencer,
    log,
    hub,
    recentEvents,
    groups,
    authGrants,
    revoked,
    presence,
    share,
    async stop() {
      await log.flush();
      await sequencer.stop();
    },
  };
}

function createSharedSequencer(
  { database, natsUrl }: MessagingOptions,
  handlers: Pick<SharedSequencerOptions, 'now' | 'deliver' | 'onGap' | 'onError'>,
): SharedSequencer {
  const { onError } = handlers;
  const listener = new Listener(database, onError);
  const wakeUps = natsUrl ? new NatsWakeUps({ url: natsUrl, database, listener, onError }) : listener;
  return new SharedSequencer({ database, wakeUps, ...handlers });
}
