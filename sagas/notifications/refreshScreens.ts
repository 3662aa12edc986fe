import { definitionOf } from '#contract/notifications/notifications.ts';
import { delay, put, type Saga, takeLeading } from '#sagas/effects.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { notificationsReceived } from '#store/notifications/notificationsSlice.ts';

/** One refetch for notifications that arrive together: a completed topic and its program cause 2 notifications. */
const BATCH_MS = 1_000;

/** Refetches the data of open screens when a notification says that it has changed, also one that was missed. */
export function* refreshScreens(): Saga {
  yield takeLeading(notificationsReceived, refresh);
}

function* refresh({ payload: { items } }: ReturnType<typeof notificationsReceived>): Saga {
  if (!items.some(({ type }) => definitionOf(type).changesScreens)) return;
  yield* delay(BATCH_MS);
  yield* put(
    baseApi.util.invalidateTags([
      'Home',
      'Team',
      'Person',
      'Visibility',
      'LearnerProgram',
      'Program',
      'ProgramList',
      'ManagedPrograms',
      'ProgramSetup',
      'JoinRequests',
      'Objective',
      'Coaching',
      'CoachingRoom',
      'DataRequest',
      'CheckIn',
      'Survey',
      'AuthoredTopic',
      'Content',
    ]),
  );
}
