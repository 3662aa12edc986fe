import { delay, put, type Saga, takeLeading } from '#sagas/effects.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { liveNotificationsReceived } from '#store/notifications/notificationsSlice.ts';

/** Types that change what screens show. New content is not one of them, because it reaches thousands of people at once. */
const CHANGES_SCREENS = [
  'LEARNER_UPDATED_PROGRAM_GOALS',
  'LEARNER_COMPLETED_TOPIC',
  'LEARNER_COMPLETED_ALL_TOPICS',
  'MANAGER_UPDATED_USER_OBJECTIVE',
];
/** One refetch for notifications that arrive together: a completed topic and its program are two. */
const BATCH_MS = 1_000;

/** Refetches what open screens show when a notification says that it has changed. */
export function* refreshScreens(): Saga {
  yield takeLeading(liveNotificationsReceived, refresh);
}

function* refresh({ payload: { items } }: ReturnType<typeof liveNotificationsReceived>): Saga {
  if (!items.some(({ type }) => CHANGES_SCREENS.includes(type))) return;
  yield* delay(BATCH_MS);
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
