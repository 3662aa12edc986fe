import { delay, put, type Saga, takeLeading } from '#sagas/effects.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { notificationsArrivedLive } from '#store/notifications/notificationsSlice.ts';

/** News of what somebody did to what the reader's screens show. New content is not among them: it comes to thousands at once. */
const CHANGES_SCREENS = [
  'LEARNER_UPDATED_PROGRAM_GOALS',
  'LEARNER_COMPLETED_TOPIC',
  'LEARNER_COMPLETED_ALL_TOPICS',
  'MANAGER_UPDATED_USER_OBJECTIVE',
];
/** One reading for all that comes together: a completed topic and its program are two pieces of news. */
const TOGETHER_MS = 1_000;

/** What a screen shows is read again when news say that it is no longer so; what no screen shows is read when it is opened. */
export function* refreshScreens(): Saga {
  yield takeLeading(notificationsArrivedLive, refresh);
}

function* refresh({ payload: { items } }: ReturnType<typeof notificationsArrivedLive>): Saga {
  if (!items.some(({ type }) => CHANGES_SCREENS.includes(type))) return;
  yield* delay(TOGETHER_MS);
  yield* put(
    baseApi.util.invalidateTags([
      'Home',
      'Team',
      'Person',
      'LearnerProgram',
      'Program',
      'ProgramList',
      'Objective',
    ]),
  );
}
