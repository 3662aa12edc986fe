import type { Action } from '@reduxjs/toolkit';
import type { AnalyticsEvent, AnalyticsSettings } from '#contract/analytics.ts';
import { fullName } from '#contract/people.ts';
import type { SessionUser } from '#contract/session.ts';
import { call, ports, run, type Saga, select, takeEvery } from '#sagas/effects.ts';
import { analyticsApi } from '#store/analytics/analyticsApi.ts';
import { conversationStarted } from '#store/chat/widgetSlice.ts';
import { locationChanged, selectLocation } from '#store/navigation/navigationSlice.ts';
import { routeOf } from '#store/navigation/routes.ts';
import { programsApi } from '#store/programs/programsApi.ts';
import { propensityApi } from '#store/propensity/propensityApi.ts';

const { completeTopic } = programsApi.endpoints;
const { savePropensity } = propensityApi.endpoints;

/**
 * Sends the user's identity and a few typed events to the analytics agent (decision 0030). Off without configuration or
 * the organisation's consent. A blocked script is only logged to the console.
 */
export function* trackUsage(user: SessionUser): Saga {
  const { analytics } = yield* ports();
  if (!(yield* call(() => analytics.isConfigured()))) return;
  const settings = yield* call(settingsOrNull);
  if (!settings?.agent) return;
  const { scriptUrl } = settings.agent;
  const isLoaded = yield* call(() => analytics.load(scriptUrl, identityOf(user)));
  if (!isLoaded) return;
  const { pathname } = yield* select(selectLocation);
  analytics.track(pageViewed(pathname));
  try {
    yield takeEvery(
      (action: Action) =>
        locationChanged.match(action) ||
        conversationStarted.match(action) ||
        completeTopic.matchFulfilled(action) ||
        savePropensity.matchFulfilled(action),
      tell,
    );
    yield* call(() => new Promise<never>(() => {})); // until the session ends
  } finally {
    analytics.forget();
  }
}

/** A failed call turns analytics off and affects nothing else. */
function* settingsOrNull(): Saga<AnalyticsSettings | null> {
  try {
    return yield* run(
      analyticsApi.endpoints.getAnalytics.initiate(undefined, { subscribe: false, forceRefetch: true }),
    );
  } catch {
    return null;
  }
}

/** User ids are lower-cased before they are sent to a product-usage tool. */
const identityOf = (user: SessionUser) => ({
  visitor: { id: `${user.userId}`.toLowerCase(), full_name: fullName(user), email: user.emailAddress },
  account: { id: `${user.tenantId}`, name: user.tenantName },
});

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

function* tell(action: Action): Saga {
  const { analytics } = yield* ports();
  const event = eventOf(action);
  if (event) analytics.track(event);
}
