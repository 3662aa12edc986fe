import { postUnreads } from '#sagas/chat/postUnread.ts';
import { sendMessages } from '#sagas/chat/sendMessages.ts';
import { restoreOutbox } from '#sagas/outbox/restoreOutbox.ts';
import type { OutboxEntry } from '#sagas/ports.ts';
import { selectConversation, selectPost } from '#store/chat/chatSelectors.ts';
import {
  conversationJoined,
  conversationStarted,
  messageSent,
  messageSubmitted,
} from '#store/chat/chatSlice.ts';
import { timetokenAt } from '#store/messaging/timetoken.ts';
import type { RootState } from '#store/rootReducer.ts';
import { aWorkplace, planOf, stateAfter, thunksAnswered } from '../support/plan.ts';

const CHANNEL = 'chat_T3_U7.U9';
const OTHER = 'chat_T3_U7.U8';
const lena = { id: 7, firstName: 'Lena', lastName: 'Larsen' };
const written = (channel: string, text: string) => messageSubmitted(channel, lena, text);
const joined = [
  conversationStarted({ channel: CHANNEL, peerId: 9 }),
  conversationJoined({ channel: CHANNEL }),
  conversationStarted({ channel: OTHER, peerId: 8 }),
  conversationJoined({ channel: OTHER }),
];

describe('sendMessages', () => {
  it('sends what was written before it began, then what is written, each conversation in its order', async () => {
    const { context, messaging, ports } = await aWorkplace();
    const [early, first, aside, second] = [
      written(CHANNEL, 'early'),
      written(CHANNEL, 'first'),
      written(OTHER, 'aside'),
      written(CHANNEL, 'second'),
    ];
    const state = stateAfter(...joined, early);
    const { storeState } = await planOf({ ports, state }, sendMessages, context)
      .dispatch(first)
      .dispatch(aside)
      .dispatch(second)
      .silentRun(50);
    const saidIn = (wanted: string) =>
      messaging.log
        .filter(({ channel }) => channel === wanted)
        .map(({ message }) => (message as { details: string }).details);
    expect(saidIn(CHANNEL)).toEqual(['early', 'first', 'second']);
    expect(saidIn(OTHER)).toEqual(['aside']);
    for (const { payload } of [early, first, aside, second])
      expect(selectPost(storeState as RootState, payload.channel, payload.id)?.status).toBe('sent');
  });
});

describe('postUnreads', () => {
  const one = written(CHANNEL, 'Are you there?');
  const sent = messageSent({ channel: CHANNEL, id: one.payload.id, timetoken: timetokenAt(1) });
  const posting = () => {
    let posts = 0;
    const providers = [
      thunksAnswered(() => {
        posts += 1;
        return { unwrap: () => Promise.resolve({ accepted: true }), abort() {} };
      }),
    ];
    return { providers, posts: () => posts };
  };

  it('tells somebody who is away once, however much is written', async () => {
    const { context, ports } = await aWorkplace();
    const { providers, posts } = posting();
    const state = stateAfter(...joined, one);
    const { storeState } = await planOf({ ports, state, providers }, postUnreads, context)
      .dispatch(sent)
      .dispatch(sent)
      .silentRun(50);
    expect(posts()).toBe(1);
    expect(selectConversation(storeState as RootState, CHANNEL)?.unreadPostedAt).toBe(timetokenAt(1));
  });

  it('tells nobody of a message that is not known here', async () => {
    const { context, ports } = await aWorkplace();
    const { providers, posts } = posting();
    await planOf({ ports, state: stateAfter(...joined), providers }, postUnreads, context)
      .dispatch(sent)
      .silentRun(50);
    expect(posts()).toBe(0);
  });
});

describe('restoreOutbox', () => {
  it('shows what a tab that is gone has left, what was refused as refused, and nothing of other people', async () => {
    const letter = (id: string, more: object = {}) => ({
      id,
      channel: CHANNEL,
      details: `words of ${id}`,
      timestamp: 1,
      hasFailed: false,
      ...more,
    });
    const entries: OutboxEntry[] = [
      letter('on-its-way'),
      letter('refused', { hasFailed: true }),
      letter('of-others', { channel: 'chat_T3_U8.U9' }),
    ];
    const { ports, user } = await aWorkplace({
      outbox: {
        adopt(_owner: string, onEntries: (found: OutboxEntry[]) => void) {
          setTimeout(onEntries, 5, entries);
          return () => {};
        },
      } as never,
    });
    const { storeState } = await planOf({ ports }, restoreOutbox, user, 'owner').silentRun(50);
    const statusOf = (id: string, channel = CHANNEL) =>
      selectPost(storeState as RootState, channel, id)?.status;
    expect(statusOf('on-its-way')).toBe('sending');
    expect(statusOf('refused')).toBe('failed');
    expect(statusOf('of-others', 'chat_T3_U8.U9')).toBeUndefined();
  });
});
