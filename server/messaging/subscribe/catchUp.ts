import type { Database } from '../database.ts';
import type { ChannelGroups } from '../groups/channelGroups.ts';
import { ChannelEvent } from '../messages/event.ts';
import type { EventLog } from '../messages/eventLog.ts';
import { readMissed } from '../messages/messageTable.ts';
import { isPresence, isWildcard } from '../messages/names.ts';
import type { Tail } from '../messages/tail.ts';
import type { Timetoken, Timetokens } from '../timetokens.ts';
import { ANSWER_MAX } from './answers.ts';
import type { Match } from './heard.ts';
import { type Listening, wants } from './hub.ts';

export interface CatchUpOptions {
  database: Database;
  tail: Tail;
  log: EventLog;
  timetokens: Timetokens;
  groups: ChannelGroups;
  subscribeKey: string;
}

export interface Missed {
  matches: Match[];
  /** Where the next poll goes on from. */
  cursor: Timetoken;
}

/**
 * Whether memory reaches back far enough. If it does, `missedInMemory` is complete, and may be asked in the same turn
 * in which the poll is opened, so that no event falls between the two.
 */
export const isInMemory = ({ tail }: CatchUpOptions, cursor: Timetoken): boolean =>
  cursor >= tail.completeAfter;

export function missedInMemory(
  { tail, log }: CatchUpOptions,
  listening: Listening,
  cursor: Timetoken,
): Missed {
  const matches = fromTail(tail, listening, cursor);
  return matches.length === 0 ? { matches, cursor } : firstOf(matches, log.cursor());
}

/** What was missed since a cursor that is older than memory: from the database, with what memory has beside it. */
export async function missedInDatabase(
  options: CatchUpOptions,
  listening: Listening,
  cursor: Timetoken,
): Promise<Missed> {
  const { database, tail, log, timetokens, subscribeKey } = options;
  // Commits come before deliveries: up to here the database has everything that was stored.
  const through = log.cursor();
  const rows = await readMissed(database, storedNames(options, listening), {
    above: cursor,
    through,
    limit: ANSWER_MAX,
    now: timetokens.time(),
  });
  const lastRow = rows[ANSWER_MAX - 1];
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
    const subscription = subscriptionOf(options, listening, row.channel);
    return subscription !== null && wants(listening, event) ? [{ event, subscription }] : [];
  });
  const unstored = fromTail(tail, listening, cursor).filter(
    ({ event }) => !event.stored && event.timetoken <= complete,
  );
  return firstOf([...stored, ...unstored].sort(byTimetoken), complete);
}

function fromTail(tail: Tail, listening: Listening, cursor: Timetoken): Match[] {
  const { lanes } = listening;
  const matches: Match[] = [];
  for (const [lane, subscription] of lanes) {
    for (const event of tail.after(lane, cursor)) matches.push({ event, subscription });
  }
  if (lanes.size > 1) matches.sort(byTimetoken);
  return matches.filter(({ event }, at) => matches[at - 1]?.event !== event && wants(listening, event));
}

function firstOf(matches: Match[], complete: Timetoken): Missed {
  if (matches.length <= ANSWER_MAX) return { matches, cursor: complete };
  const first = matches.slice(0, ANSWER_MAX);
  return { matches: first, cursor: first[ANSWER_MAX - 1]!.event.timetoken };
}

const byTimetoken = (a: Match, b: Match): number =>
  a.event.timetoken < b.event.timetoken ? -1 : a.event.timetoken > b.event.timetoken ? 1 : 0;

/** The channels and wildcards whose stored messages a poll asks for, its groups opened. */
function storedNames({ groups }: CatchUpOptions, { lanes }: Listening) {
  const names = [...lanes].filter(([, name]) => !isPresence(name));
  const channels = names.flatMap(([lane, name]) => (lane === name ? [name] : groups.channelsIn(name)));
  return {
    channels: [...new Set(channels.filter((name) => !isWildcard(name)))],
    wildcards: names.map(([, name]) => name).filter(isWildcard),
  };
}

/** The entry of a subscriber's list that a channel answers to, the plainest first. */
const subscriptionOf = ({ groups }: CatchUpOptions, { lanes }: Listening, channel: string): string | null => {
  for (const lane of groups.lanesOf(channel)) {
    const subscription = lanes.get(lane);
    if (subscription !== undefined) return subscription;
  }
  return null;
};
