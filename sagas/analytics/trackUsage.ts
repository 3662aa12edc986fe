import type { SessionUser } from '#contract/access/session.ts';
import type { AnalyticsSettings } from '#contract/administration/analytics.ts';
import { fullName } from '#contract/people.ts';
import { call, ports, run, type Saga } from '#sagas/effects.ts';
import { analyticsApi } from '#store/analytics/analyticsApi.ts';

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
  try {
    // The events are not part of the first load: most organisations have no analytics agent.
    const { sendEvents } = yield* call(() => import('./sendEvents.ts'));
    yield* call(sendEvents); // until the session ends
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
