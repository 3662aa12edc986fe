import type { Action } from '@reduxjs/toolkit';
import {
  CELEBRATION_TEXT_FROM_MS,
  CELEBRATION_TEXT_UNTIL_MS,
  CONFETTI_MS,
  CONFETTI_PARTICLES,
} from '#contract/limits.ts';
import { fullName } from '#contract/people.ts';
import { delay, ports, put, race, type Saga, select, take, takeLeading } from '#sagas/effects.ts';
import {
  celebrationEnded,
  celebrationStarted,
  celebrationStopped,
  celebrationTextHidden,
  celebrationTextShown,
} from '#store/celebration/celebrationSlice.ts';
import { instantOf } from '#store/messaging/timetoken.ts';
import { notificationsArrivedLive } from '#store/notifications/notificationsSlice.ts';
import { selectPersonById } from '#store/people/directory.ts';
import { programsApi } from '#store/programs/programsApi.ts';

/** What is older was caught up with after a lost connection: nobody celebrates yesterday's completion. */
const LIVE_FOR_MS = 60_000;
const { completeTopic } = programsApi.endpoints;

/**
 * Played at the learner by their own completion and at an onlooker by the live notification: by an event, once, and never
 * because the state says so (ruling 27). One at a time: what comes while one runs is part of it.
 */
export function* celebrations(): Saga {
  yield takeLeading(
    (action: Action) => completeTopic.matchFulfilled(action) || notificationsArrivedLive.match(action),
    celebrateIfDue,
  );
}

function* celebrateIfDue(action: Action): Saga {
  if (completeTopic.matchFulfilled(action)) {
    if (action.payload.allTopicsCompleted) yield* celebrate(null);
  } else if (notificationsArrivedLive.match(action)) {
    const { now, page } = yield* ports();
    const done = action.payload.items.find(
      ({ type, timetoken }) =>
        type === 'LEARNER_COMPLETED_ALL_TOPICS' && now() - instantOf(timetoken) < LIVE_FOR_MS,
    );
    if (!done || !page.isVisible()) return;
    const learner = done.fromUserId === null ? null : yield* select(selectPersonById, done.fromUserId);
    yield* celebrate(learner ? fullName(learner) : 'Someone');
  }
}

export function* celebrate(learnerName: string | null): Saga {
  const { confetti } = yield* ports();
  yield* put(celebrationStarted({ learnerName }));
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
