import { HISTORY_CALL_SIZE, HISTORY_PAGE_SIZE } from '#contract/limits.ts';
import { waitToRetry } from '#sagas/backoff.ts';
import { call, put, type Saga, select } from '#sagas/effects.ts';
import { catchUpNotifications } from '#sagas/notifications/catchUpNotifications.ts';
import { report } from '#sagas/report.ts';
import { selectConversations } from '#store/chat/conversationSelectors.ts';
import { historyReset, messagesReceived } from '#store/chat/messagesSlice.ts';
import { selectOpenChannel } from '#store/chat/widgetSelectors.ts';
import { isLater } from '#store/messaging/timetoken.ts';
import type { WireMessage } from '#store/ports/realtime.ts';
import { advanceCursor, type RealtimeContext } from './context.ts';
import { toIncomingMessages } from './parse.ts';
import { retryRealtime } from './retry.ts';

/**
 * Fetches from history the events that were missed since a timetoken, because the service may have kept only the newest
 * hundred events. Live events wait until then. At the first connection `since` is null: only notifications may have
 * been loaded before it. See docs/decisions/0015-reconnect-and-catch-up.md.
 */
export function* catchUp(context: RealtimeContext, since: string | null): Saga {
  const attempt = () => fetchMissed(context, since);
  try {
    yield* retryRealtime({ realtime: context.realtime, attempt, wait: waitToRetry });
  } catch (error) {
    yield* report(error, 'catching up after a lost connection');
  }
}

function* fetchMissed(context: RealtimeContext, since: string | null): Saga {
  const newest = since === null ? [] : yield* call(fetchMissedMessages, context, since);
  yield* call(catchUpNotifications, context);
  // The cursor moves only now: a failed attempt must start again from the old cursor.
  for (const timetoken of newest) advanceCursor(context, timetoken);
}

/** Returns the newest timetoken of each conversation in which something was missed. */
function* fetchMissedMessages(context: RealtimeContext, since: string): Saga<string[]> {
  const { realtime } = context;
  const conversations = Object.values(yield* select(selectConversations));
  const open = yield* select(selectOpenChannel);
  // A message without a conversation is not added to the list or the badge. The peer may have started the open
  // conversation during the interruption.
  const channels = conversations.flatMap(({ channel, isMember }) =>
    isMember || channel === open ? [channel] : [],
  );
  const newest: string[] = [];
  if (channels.length > 0) {
    const positions = Object.fromEntries(channels.map((channel) => [channel, since]));
    const counts = yield* call(() => realtime.counts(positions));
    for (const [channel, count] of Object.entries(counts))
      if (count > 0) newest.push(yield* call(fillGap, context, channel, since));
  }
  return newest;
}

/** Loads backwards until the gap is closed. A gap of more than a page replaces the messages that were loaded before. */
function* fillGap({ realtime, user }: RealtimeContext, channel: string, since: string): Saga<string> {
  let missed: WireMessage[] = [];
  let isClosed = false;
  while (!isClosed && missed.length < HISTORY_PAGE_SIZE) {
    const before = missed[0]?.timetoken;
    const page = yield* call(() =>
      realtime.history(channel, { count: HISTORY_CALL_SIZE, ...(before && { before }) }),
    );
    const newer = page.filter(({ timetoken }) => isLater(timetoken, since));
    missed = [...newer, ...missed];
    isClosed = newer.length < HISTORY_CALL_SIZE;
  }
  if (!isClosed) yield* put(historyReset({ channel, oldest: missed[0]?.timetoken ?? null }));
  const messages = yield* toIncomingMessages(missed, user);
  if (messages.length > 0) yield* put(messagesReceived({ messages }));
  return missed.at(-1)?.timetoken ?? since;
}
