import { notificationChannel } from '#contract/channels.ts';
import { HISTORY_CALL_SIZE, HISTORY_PAGE_SIZE } from '#contract/limits.ts';
import { call, put, type Saga, select } from '#sagas/effects.ts';
import type { WireMessage } from '#sagas/ports.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { toArrivals, toNotifications } from '#sagas/realtime/parse.ts';
import { report } from '#sagas/report.ts';
import { selectConversations } from '#store/chat/chatSelectors.ts';
import { historyBroken, messagesReceived } from '#store/chat/chatSlice.ts';
import { isLater } from '#store/messaging/timetoken.ts';
import { selectNewestNotification } from '#store/notifications/notificationsSelectors.ts';
import { notificationsReceived } from '#store/notifications/notificationsSlice.ts';

/**
 * What was said while the connection was down, from each conversation's last message on. The service may have kept only
 * its newest hundred for us, so its history is asked. Failing here loses nothing: the next reconnection asks again.
 */
export function* catchUp(context: RealtimeContext): Saga {
  const { realtime, user } = context;
  try {
    const conversations = Object.values(yield* select(selectConversations));
    const last = new Map(
      conversations.map(({ channel, lastMessage }) => [channel, lastMessage?.timetoken ?? '1']),
    );
    if (last.size > 0) {
      const counts = yield* call(() => realtime.counts(Object.fromEntries(last)));
      for (const [channel, count] of Object.entries(counts))
        if (count > 0) yield* call(fillGap, context, channel, last.get(channel) ?? '1');
    }
    const channel = notificationChannel(user.tenantId, user.userId);
    const after = (yield* select(selectNewestNotification))?.timetoken;
    const missed = yield* call(() =>
      realtime.history(channel, { count: HISTORY_CALL_SIZE, ...(after && { after }) }),
    );
    const items = yield* toNotifications(missed);
    if (items.length > 0) yield* put(notificationsReceived({ items }));
  } catch (error) {
    yield* report(error, 'catching up after a lost connection');
  }
}

/** Backwards from the newest until what is known is met. A gap of more than a page breaks with what was loaded. */
function* fillGap({ realtime, user }: RealtimeContext, channel: string, after: string): Saga {
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
}
