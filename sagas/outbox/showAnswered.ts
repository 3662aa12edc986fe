import { isAnyOf } from '@reduxjs/toolkit';
import type { SessionUser } from '#contract/access/session.ts';
import { dayNumberOf, dayText } from '#contract/timeZones.ts';
import { call, dispatch, ports, type Saga, select, takeEvery } from '#sagas/effects.ts';
import { homeApi } from '#store/home/homeApi.ts';
import { callQueued, queuedCallsRestored, selectQueuedCalls } from '#store/offline/queuedCallsSlice.ts';
import { surveysApi } from '#store/surveys/surveysApi.ts';

const isTrigger = isAnyOf(
  callQueued,
  queuedCallsRestored,
  homeApi.endpoints.getHome.matchFulfilled,
  surveysApi.endpoints.listSurveys.matchFulfilled,
);

/**
 * Shows an anonymous survey as answered while its report waits (decision 0070): the server still lists it as open, but
 * this browser has submitted the answers.
 */
export function* showAnswered(user: SessionUser): Saga {
  yield takeEvery(isTrigger, () => showAll(user));
  yield* call(showAll, user);
}

function* showAll({ timeZone }: SessionUser): Saga {
  const answered = new Set<string>();
  for (const { endpoint, args } of Object.values(yield* select(selectQueuedCalls)))
    if (endpoint === 'markSurveyAnswered') answered.add(args.surveyId);
  if (answered.size === 0) return;
  const needs = new Set([...answered].map((surveyId) => `survey:${surveyId}`));
  yield* dispatch(
    homeApi.util.updateQueryData('getHome', undefined, (home) => {
      for (const list of [home.needs, home.snoozed]) {
        const at = list.findIndex(({ keys }) => keys.some((key) => needs.has(key)));
        if (at >= 0) list.splice(at, 1);
      }
    }),
  );
  const { now } = yield* ports();
  const today = dayText(dayNumberOf(now(), timeZone));
  yield* dispatch(
    surveysApi.util.updateQueryData('listSurveys', undefined, ({ invited }) => {
      for (const survey of invited) if (answered.has(survey.surveyId)) survey.answeredOn ??= today;
    }),
  );
}
