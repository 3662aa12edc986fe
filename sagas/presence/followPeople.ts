import { type Action, isAnyOf } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { FOLLOWED_MAX_PEOPLE } from '#contract/limits.ts';
import { personCheckinChannel } from '#contract/messaging/channels.ts';
import type { Person } from '#contract/people.ts';
import { actionChannel, delay, flush, put, type Saga, select, takeFrom } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { selectConversations } from '#store/chat/conversationSelectors.ts';
import { conversationsLoaded } from '#store/chat/conversationsSlice.ts';
import { messagesReceived } from '#store/chat/messagesSlice.ts';
import { conversationOpened, conversationStarted } from '#store/chat/widgetSlice.ts';
import { compareTimetokens } from '#store/messaging/timetoken.ts';
import { selectDirectory } from '#store/people/directory.ts';
import { peopleApi } from '#store/people/peopleApi.ts';
import { peopleFollowed, presenceShown, selectFollowed } from '#store/presence/presenceSlice.ts';

/** People who appear within this time are followed together. */
const COLLECT_MS = 100;
const { listUsers, findUsers, searchUsers } = peopleApi.endpoints;
const isMeeting = {
  match: isAnyOf(
    presenceShown,
    conversationsLoaded,
    conversationOpened,
    conversationStarted,
    messagesReceived,
    listUsers.matchFulfilled,
    findUsers.matchFulfilled,
    searchUsers.matchFulfilled,
  ),
};

/**
 * In an organisation of more than 500 people, follows people who have a conversation with the user or whose presence is
 * on screen. Each person has a separate channel for this. See docs/decisions/0133-presence-of-large-organisations.md.
 */
export function* followPeople({ realtime, user }: RealtimeContext): Saga {
  const meetings = yield* actionChannel(isMeeting, buffers.expanding<Action>(8));
  const shown = new Set<number>();
  const followed = new Set(Object.keys((yield* select(selectFollowed)) ?? {}));
  const channelOf = ({ userId }: Person) => `${personCheckinChannel(user.tenantId, userId)}-pnpres`;
  yield* put(peopleFollowed({ uuids: [] }));
  try {
    while (true) {
      const people = (yield* findPeople(shown, user.userId))
        .filter(({ uuid }) => !followed.has(uuid))
        .slice(0, FOLLOWED_MAX_PEOPLE - followed.size);
      if (people.length > 0) {
        for (const { uuid } of people) followed.add(uuid);
        realtime.subscribe(people.map(channelOf));
        yield* put(peopleFollowed({ uuids: people.map(({ uuid }) => uuid) }));
      }
      const first = yield* takeFrom(meetings);
      yield* delay(COLLECT_MS);
      for (const action of [first, ...(yield* flush(meetings))])
        if (presenceShown.match(action)) shown.add(action.payload.userId);
    }
  } finally {
    meetings.close();
  }
}

/** People with a conversation first, the newest conversation on top, then people on screen. */
function* findPeople(shown: ReadonlySet<number>, selfId: number): Saga<Person[]> {
  const { byId } = yield* select(selectDirectory);
  const peers = Object.values(yield* select(selectConversations))
    .sort((a, b) => compareTimetokens(b.lastMessage?.timetoken ?? '0', a.lastMessage?.timetoken ?? '0'))
    .map(({ peerId }) => peerId);
  return [...new Set([...peers, ...shown])].flatMap((userId) =>
    userId === selfId ? [] : (byId.get(userId) ?? []),
  );
}
