import type { Database } from '#server/messaging/database.ts';
import type { ChannelGroups } from '#server/messaging/groups/channelGroups.ts';
import { isPresenceChannel, isWildcard } from '#server/messaging/identifiers.ts';
import { ChannelEvent } from '#server/messaging/log/event.ts';
import type { RecentEvents } from '#server/messaging/log/recentEvents.ts';
import type { Sequencer } from '#server/messaging/log/sequencer.ts';
import { readMissed } from '#server/messaging/messages/messageTable.ts';
import type { Timetoken } from '#server/messaging/timetokens.ts';
import { type PollSubscriptions, passesFilter } from './hub.ts';
import type { Match } from './pendingEvents.ts';
import { MAX_EVENTS_PER_RESPONSE } from './pollResponse.ts';

export interface CatchUpOptions {
  database: Database;
  recentEvents: RecentEvents;
  sequencer: Sequencer;
  groups: ChannelGroups;
  subscribeKey: string;
}

export interface Missed {
  matches: Match[];
  /** Cursor for the next poll. */
  cursor: Timetoken;
}

/**
 * Whether the recent events reach back to the cursor. If true, `missedFromMemory` is complete. Call it in the same turn
 * of the event loop in which the poll is opened, so that no event is missed in between.
 */
export const isInMemory = ({ recentEvents }: CatchUpOptions, cursor: Timetoken): boolean =>
  cursor >= recentEvents.completeAfter;

export function missedFromMemory(
  { recentEvents, sequencer }: CatchUpOptions,
  subscriptions: PollSubscriptions,
  cursor: Timetoken,
): Missed {
  const matches = matchesInMemory(recentEvents, subscriptions, cursor);
  return matches.length === 0 ? { matches, cursor } : firstOf(matches, sequencer.cursor());
}

/**
 * Events since a cursor that is older than the recent events: stored events from the database, plus recent events that
 * are not stored.
 */
export async function missedFromDatabase(
  options: CatchUpOptions,
  subscriptions: PollSubscriptions,
  cursor: Timetoken,
): Promise<Missed> {
  const { database, recentEvents, sequencer, subscribeKey } = options;
  // Events are committed before they are delivered, so the database is complete up to this cursor.
  const through = sequencer.cursor();
  const rows = await readMissed(database, storedNames(options, subscriptions), {
    above: cursor,
    through,
    limit: MAX_EVENTS_PER_RESPONSE,
    now: sequencer.time(),
  });
  const lastRow = rows[MAX_EVENTS_PER_RESPONSE - 1];
  const complete = lastRow ? lastRow.timetoken : through;
  const stored: Match[] = rows.flatMap((row) => {
    const { timetoken, custom_type, publisher, meta, ...rest } = row;
    const event = new ChannelEvent(
      {
        ...rest,
        stored: true,
        publisher: publisher ?? undefined,
        meta: meta ?? undefined,
        customType: custom_type ?? undefined,
      },
      timetoken,
      subscribeKey,
    );
    const subscription = subscriptionOf(options, subscriptions, row.channel);
    return subscription !== null && passesFilter(subscriptions, event) ? [{ event, subscription }] : [];
  });
  const unstored = matchesInMemory(recentEvents, subscriptions, cursor).filter(
    ({ event }) => !event.stored && event.timetoken <= complete,
  );
  return firstOf([...stored, ...unstored].sort(byTimetoken), complete);
}

function matchesInMemory(
  recentEvents: RecentEvents,
  subscriptions: PollSubscriptions,
  cursor: Timetoken,
): Match[] {
  const { routingKeys } = subscriptions;
  const matches: Match[] = [];
  for (const [key, subscription] of routingKeys) {
    for (const event of recentEvents.after(key, cursor)) matches.push({ event, subscription });
  }
  if (routingKeys.size > 1) matches.sort(byTimetoken);
  return matches.filter(
    ({ event }, at) => matches[at - 1]?.event !== event && passesFilter(subscriptions, event),
  );
}

function firstOf(matches: Match[], complete: Timetoken): Missed {
  if (matches.length <= MAX_EVENTS_PER_RESPONSE) return { matches, cursor: complete };
  const first = matches.slice(0, MAX_EVENTS_PER_RESPONSE);
  return { matches: first, cursor: first[MAX_EVENTS_PER_RESPONSE - 1]!.event.timetoken };
}

const byTimetoken = (a: Match, b: Match): number =>
  a.event.timetoken < b.event.timetoken ? -1 : a.event.timetoken > b.event.timetoken ? 1 : 0;

/** The channels and wildcards of a poll, including the channels of its groups. */
function storedNames({ groups }: CatchUpOptions, { routingKeys }: PollSubscriptions) {
  const names = [...routingKeys].filter(([, name]) => !isPresenceChannel(name));
  const channels = names.flatMap(([key, name]) => (key === name ? [name] : groups.channelsIn(name)));
  return {
    channels: [...new Set(channels.filter((name) => !isWildcard(name)))],
    wildcards: names.map(([, name]) => name).filter(isWildcard),
  };
}

/** The most specific entry of the subscriber's list that matches a channel. */
const subscriptionOf = (
  { groups }: CatchUpOptions,
  { routingKeys }: PollSubscriptions,
  channel: string,
): string | null => {
  for (const key of groups.routingKeysOf(channel)) {
    const subscription = routingKeys.get(key);
    if (subscription !== undefined) return subscription;
  }
  return null;
};
