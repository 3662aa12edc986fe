import { refreshScreens } from '#sagas/notifications/refreshScreens.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { notificationsReceived } from '#store/notifications/notificationsSlice.ts';
import { aWorkplace, planOf, runFor, stateAfter, withFakeClock } from '#test/support/plan.ts';

withFakeClock();

describe('refreshScreens', () => {
  const news = (type: string) =>
    notificationsReceived({
      items: [{ id: type, timetoken: '1', fromUserId: 9, type, payload: {} }],
    } as never);
  const READ_ANEW = baseApi.util.invalidateTags(['Home']).type;

  it('refreshes the screen once for all notifications within a second', async () => {
    const { ports } = await aWorkplace();
    let readings = 0;
    const state = stateAfter();
    const counting = {
      put: ({ action }: { action: { type?: string } }, next: () => unknown) => {
        if (action.type === READ_ANEW) readings += 1;
        return next();
      },
    };
    const plan = planOf({ ports, state, providers: [counting as never] }, refreshScreens);
    await runFor(
      1_100,
      plan.dispatch(news('LEARNER_COMPLETED_TOPIC')).dispatch(news('LEARNER_COMPLETED_ALL_TOPICS')),
    );
    expect(readings).toBe(1);
  });

  it.each(['INVITED_TO_PROGRAM', 'COMPLETE_SURVEY_REMINDER', 'CHECK_IN_OPENED'])(
    'refreshes the screen for %s',
    async (type) => {
      const { ports } = await aWorkplace();
      const plan = planOf({ ports }, refreshScreens).put.actionType(READ_ANEW);
      await runFor(1_100, plan.dispatch(news(type)));
    },
  );

  it('also reads what the user can see about a person again', async () => {
    const { ports } = await aWorkplace();
    const seen: unknown[] = [];
    const collecting = {
      put: ({ action }: { action: { type?: string; payload?: unknown } }, next: () => unknown) => {
        if (action.type === READ_ANEW) seen.push(action.payload);
        return next();
      },
    };
    const plan = planOf({ ports, providers: [collecting as never] }, refreshScreens);
    await runFor(1_100, plan.dispatch(news('INVITED_TO_PROGRAM')));
    expect(seen).toEqual([expect.arrayContaining(['Person', 'Visibility'])]);
  });

  it('does not refresh for notifications that change no screen', async () => {
    const { ports } = await aWorkplace();
    const plan = planOf({ ports }, refreshScreens).not.put.actionType(READ_ANEW);
    await runFor(1_100, plan.dispatch(news('NEW_INTERACTIVE_CONTENT_UPLOADED')));
  });
});
