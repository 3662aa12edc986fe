import { type Action, isAnyOf } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { PEOPLE_BY_ID_MAX } from '#contract/limits.ts';
import { waitToRetry } from '#sagas/backoff.ts';
import { actionChannel, call, delay, flush, run, type Saga, select, takeFrom } from '#sagas/effects.ts';
import { isTransientFailure, problemOf } from '#store/api/problemOf.ts';
import { conversationsLoaded } from '#store/chat/conversationsSlice.ts';
import { messagesReceived } from '#store/chat/messagesSlice.ts';
import { conversationOpened, conversationStarted } from '#store/chat/widgetSlice.ts';
import {
  notificationsLoaded,
  notificationsReceived,
  olderNotificationsLoaded,
} from '#store/notifications/notificationsSlice.ts';
import { peopleShown, selectDirectory, selectKnownPeople } from '#store/people/directory.ts';
import { selectMentionedPeople } from '#store/people/mentionedPeople.ts';
import { peopleApi } from '#store/people/peopleApi.ts';

/** People who appear within this time are looked up in one request. */
const COLLECT_MS = 50;
const isMeeting = {
  match: isAnyOf(
    peopleShown,
    conversationsLoaded,
    conversationOpened,
    conversationStarted,
    messagesReceived,
    notificationsLoaded,
    notificationsReceived,
    olderNotificationsLoaded,
  ),
};

/**
 * In a large organisation, looks up people in conversations, in notifications and on screens who are not known yet. See
 * docs/decisions/0040-people-directory.md.
 */
export function* meetPeople(): Saga {
  const meetings = yield* actionChannel(isMeeting, buffers.expanding<Action>(8));
  const shown = new Set<number>();
  try {
    while (true) {
      let wanted = yield* findUnknown(shown);
      while (wanted.length > 0 && (yield* lookUp(wanted.slice(0, PEOPLE_BY_ID_MAX))))
        wanted = yield* findUnknown(shown);
      shown.clear();
      const first = yield* takeFrom(meetings);
      yield* delay(COLLECT_MS);
      for (const action of [first, ...(yield* flush(meetings))])
        if (peopleShown.match(action)) for (const userId of action.payload.userIds) shown.add(userId);
    }
  } finally {
    meetings.close();
  }
}

function* findUnknown(shown: ReadonlySet<number>): Saga<number[]> {
  const { byId } = yield* select(selectDirectory);
  const { missing } = yield* select(selectKnownPeople);
  const mentioned = yield* select(selectMentionedPeople);
  return [...new Set([...mentioned, ...shown])].filter(
    (userId) => !byId.has(userId) && !missing.includes(userId),
  );
}

/**
 * Retried while a retry can help, because names and presence depend on it. False after a final failure: the lookup is
 * then tried again when the person appears the next time.
 */
function* lookUp(userIds: number[]): Saga<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      yield* run(peopleApi.endpoints.findUsers.initiate(userIds, { subscribe: false, forceRefetch: true }));
      return true;
    } catch (error) {
      if (!isTransientFailure(problemOf(error))) return false;
    }
    yield* call(waitToRetry, attempt);
  }
}
