import type { Action } from '@reduxjs/toolkit';
import type { AnalyticsEvent } from '#contract/administration/analytics.ts';
import { type Saga, select, takeEvery } from '#sagas/effects.ts';
import { conversationStarted } from '#store/chat/widgetSlice.ts';
import { locationChanged, selectLocation } from '#store/navigation/navigationSlice.ts';
import { routeOf } from '#store/navigation/routes.ts';
import type { AnalyticsPort } from '#store/ports/analytics.ts';
import { programsApi } from '#store/programs/programsApi.ts';
import { propensityApi } from '#store/propensity/propensityApi.ts';

const { completeTopic } = programsApi.endpoints;
const { savePropensity } = propensityApi.endpoints;

/** Sends the current page, and then each event, to the analytics agent. */
export function* sendEvents(analytics: AnalyticsPort): Saga {
  const { pathname } = yield* select(selectLocation);
  analytics.track(pageViewed(pathname));
  yield takeEvery(
    (action: Action) =>
      locationChanged.match(action) ||
      conversationStarted.match(action) ||
      completeTopic.matchFulfilled(action) ||
      savePropensity.matchFulfilled(action),
    (action: Action) => {
      const event = eventOf(action);
      if (event) analytics.track(event);
    },
  );
}

const pageViewed = (pathname: string): AnalyticsEvent => ({
  name: 'page_viewed',
  properties: { route: routeOf(pathname) ?? '/not-found' },
});

function eventOf(action: Action): AnalyticsEvent | null {
  if (locationChanged.match(action)) return pageViewed(action.payload.location.pathname);
  if (conversationStarted.match(action)) return { name: 'conversation_started', properties: {} };
  if (savePropensity.matchFulfilled(action)) return { name: 'readiness_submitted', properties: {} };
  if (completeTopic.matchFulfilled(action)) {
    const { programId, topicId, allTopicsCompleted } = action.payload;
    return { name: 'topic_completed', properties: { programId, topicId, isLast: allTopicsCompleted } };
  }
  return null;
}
