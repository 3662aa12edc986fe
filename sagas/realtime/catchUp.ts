import { HISTORY_CALL_SIZE, HISTORY_PAGE_SIZE } from '#contract/limits.ts';
import { waitToRetry } from '#sagas/backoff.ts';
import { call, put, type Saga, select } from '#sagas/effects.ts';
import { catchUpNotifications } from '#sagas/notifications/catchUpNotifications.ts';
import type { WireMessage } from '#sagas/ports.ts';
import { hear, type RealtimeContext } from '#sagas/realtime/context.ts';
import { renewKey } from '#sagas/realtime/messagingKey.ts';
import { toArrivals } from '#sagas/realtime/parse.ts';
import { isDenied, isRefusal } from '#sagas/realtime/realtimeError.ts';
import { report } from '#sagas/report.ts';
import { selectConversations } from '#store/chat/chatSelectors.ts';
import { historyBroken, messagesReceived } from '#store/chat/chatSlice.ts';
import { isLater } from '#store/messaging/timetoken.ts';

/**
 * What was said after `upTo`, while nobody listened. The service may have kept only its newest hundred for us, so its
 * history is asked, until it answers: what comes live meanwhile waits, since it would hide where the gap began.
 */
export function* catchUp(context: RealtimeContext, upTo: string): Saga {
  let hasNewKey = false;
  for (let attempt = 1; ; attempt++) {
    try {
      yield* fetchMissed(context, upTo);
      return;
    } catch (error) {
      if (isDenied(error) && !hasNewKey) {
        hasNewKey = true;
        yield* call(renewKey, context.realtime);
      } else if (isRefusal(error)) {
        yield* report(error, 'catching up after a lost connection');
        return;
      } else yield* waitToRetry(attempt);
    }
  }
}

function* fetchMissed(context: RealtimeContext, upTo: string): Saga {
  const { realtime } = context;
  const channels = Object.keys(yield* select(selectConversations));
  const newest: string[] = [];
  if (channels.length > 0) {
    const positions = Object.fromEntries(channels.map((channel) => [channel, upTo]));
    const counts = yield* call(() => realtime.counts(positions));
    for (const [channel, count] of Object.entries(counts))
      if (count > 0) newest.push(yield* call(fillGap, context, channel, upTo));
  }
  yield* call(catchUpNotifications, context);
  // Only now: a conversation that could not be read yet must still count as missed.
  for (const timetoken of newest) hear(context, timetoken);
}

/** Backwards from the newest until what is known is met. A gap of more than a page breaks with what was loaded. */
function* fillGap({ realtime, user }: RealtimeContext, channel: string, after: string): Saga<string> {
  let found: WireMessage[] = [];
  let isJoined = false;
  while (!isJoined && found.length < HISTORY_PAGE_SIZE) {
    const before = found[0]?.timetoken;
    const page = yield* call(() =>
      realtime.history(channel, { count: HISTORY_CALL_SIZE, ...(before && { before }) }),
    );
    const news = page.filter(({ timetoken }) => isLater(timetoken, after));
    found = [...news, ...found];
    isJoined = news.length < HISTORY_CALL_SIZE;
  }
  if (!isJoined) yield* put(historyBroken({ channel, oldest: found[0]?.timetoken ?? null }));
  const arrivals = yield* toArrivals(found, user);
  if (arrivals.length > 0) yield* put(messagesReceived({ arrivals }));
  return found.at(-1)?.timetoken ?? after;
}
