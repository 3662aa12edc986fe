import type { Action } from '@reduxjs/toolkit';
import { call, type Saga, takeLeading } from '#sagas/effects.ts';
import { liveNotificationsReceived } from '#store/notifications/notificationsSlice.ts';
import { isProgramFinished, isTopicCompleted } from './completions.ts';

const mayBeDue = (action: Action) =>
  ((isTopicCompleted(action) || isProgramFinished(action)) && action.payload.allTopicsCompleted) ||
  (liveNotificationsReceived.match(action) &&
    action.payload.items.some(({ type }) => type === 'LEARNER_COMPLETED_ALL_TOPICS'));

/**
 * Celebrates the user's own completion, the confirmation of their last topic, and a live notification about another
 * person. A celebration starts on actions only (decision 0022), and its code is loaded then. Events during a celebration
 * belong to it.
 */
export function* celebrations(): Saga {
  yield takeLeading(mayBeDue, function* celebrateFirst(action: Action): Saga {
    const { celebrateIfDue } = yield* call(
      () => import(/* webpackChunkName: "celebration" */ './celebrateIfDue.ts'),
    );
    yield* call(celebrateIfDue, action);
  });
}
