import type { SessionUser } from '#contract/access/session.ts';
import type { AnalyticsSettings } from '#contract/administration/analytics.ts';
import { fullName } from '#contract/people.ts';
import { call, run, type Saga } from '#sagas/effects.ts';
import { analyticsApi } from '#store/analytics/analyticsApi.ts';
import type { AnalyticsPort } from '#store/ports/analytics.ts';
import { sendEvents } from './sendEvents.ts';

/**
 * Sends the user's identity and a few typed events to the analytics agent, if the organisation has agreed (decision 0030).
 * A blocked script is only logged to the console.
 */
export function* sendUsage(analytics: AnalyticsPort, user: SessionUser): Saga {
  const settings = yield* call(settingsOrNull);
  if (!settings?.agent) return;
  const { scriptUrl } = settings.agent;
  const isLoaded = yield* call(() => analytics.load(scriptUrl, identityOf(user)));
  if (!isLoaded) return;
  try {
    yield* call(sendEvents, analytics); // until the session ends
  } finally {
    analytics.forget();
  }
}

/** A failed call turns analytics off and has no other effect. */
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
