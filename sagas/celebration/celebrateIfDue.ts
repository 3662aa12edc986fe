import type { Action } from '@reduxjs/toolkit';
import {
  CELEBRATION_TEXT_FROM_MS,
  CELEBRATION_TEXT_UNTIL_MS,
  CONFETTI_MS,
  CONFETTI_PARTICLES,
} from '#contract/limits.ts';
import { fullName } from '#contract/people.ts';
import { delay, ports, put, race, type Saga, select, take } from '#sagas/effects.ts';
import { isLive } from '#sagas/notifications/isLive.ts';
import { claim } from '#sagas/page/claim.ts';
import { findPerson } from '#sagas/people/findPerson.ts';
import {
  celebrationEnded,
  celebrationStarted,
  celebrationStopped,
  celebrationTextHidden,
  celebrationTextShown,
} from '#store/celebration/celebrationSlice.ts';
import {
  liveNotificationsReceived,
  type ReceivedNotification,
} from '#store/notifications/notificationsSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { isProgramFinished, isTopicCompleted } from './completions.ts';

/** A celebration plays once per browser (decision 0022). */
export function* celebrateIfDue(action: Action): Saga {
  if (isTopicCompleted(action)) {
    const { allTopicsCompleted, programId, topicId, completedAt, program } = action.payload;
    if (allTopicsCompleted && (yield* claim(`celebration:${programId}/${topicId}/${completedAt}`)))
      yield* celebrate({ learnerName: null, programName: program.programName });
  } else if (isProgramFinished(action)) {
    const { allTopicsCompleted, programId, finishedAt, program } = action.payload;
    if (allTopicsCompleted && (yield* claim(`celebration:${programId}/finish/${finishedAt}`)))
      yield* celebrate({ learnerName: null, programName: program.programName });
  } else if (liveNotificationsReceived.match(action)) {
    const done = yield* findCompletion(action.payload.items);
    if (!done || !(yield* claim(`celebration:${done.id}`))) return;
    const me = yield* select(selectUser);
    const programName = done.payload.programName ?? null;
    if (done.fromUserId !== null && done.fromUserId === me?.userId)
      return yield* celebrate({ learnerName: null, programName });
    const learner = done.fromUserId === null ? null : yield* findPerson(done.fromUserId);
    yield* celebrate({ learnerName: learner ? fullName(learner) : 'Someone', programName });
  }
}

type Completion = Extract<ReceivedNotification, { type: 'LEARNER_COMPLETED_ALL_TOPICS' }>;

/**
 * A hidden tab leaves the celebration to the visible one. Users are notified about their own topics only when someone
 * else confirmed the last one; their own completion is celebrated from the API's response.
 */
function* findCompletion(items: readonly ReceivedNotification[]): Saga<Completion | null> {
  const { page } = yield* ports();
  if (!page.isVisible()) return null;
  for (const item of items)
    if (item.type === 'LEARNER_COMPLETED_ALL_TOPICS' && (yield* isLive(item.timetoken))) return item;
  return null;
}

export function* celebrate(about: Parameters<typeof celebrationStarted>[0]): Saga {
  const { confetti } = yield* ports();
  yield* put(celebrationStarted(about));
  const stop = confetti.start({ durationMs: CONFETTI_MS, particles: CONFETTI_PARTICLES });
  try {
    const { over } = yield* race({ over: showTexts(), stopped: take(celebrationStopped) });
    if (over) yield* put(celebrationEnded());
  } finally {
    stop();
  }
}

function* showTexts(): Saga<true> {
  yield* delay(CELEBRATION_TEXT_FROM_MS);
  yield* put(celebrationTextShown());
  yield* delay(CELEBRATION_TEXT_UNTIL_MS - CELEBRATION_TEXT_FROM_MS);
  yield* put(celebrationTextHidden());
  return yield* delay(CONFETTI_MS - CELEBRATION_TEXT_UNTIL_MS);
}
