import type { SessionUser } from '#contract/access/session.ts';
import { call, ports, type Saga } from '#sagas/effects.ts';

/** The rest is not part of the first load, because most installations have no analytics agent (decision 0030). */
export function* trackUsage(user: SessionUser): Saga {
  const { loadAnalytics } = yield* ports();
  const analytics = yield* call(loadAnalytics);
  if (!analytics) return;
  const { sendUsage } = yield* call(() => import(/* webpackChunkName: "analytics" */ './sendUsage.ts'));
  yield* call(sendUsage, analytics, user);
}
