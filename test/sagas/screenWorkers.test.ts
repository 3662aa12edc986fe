import { openLinkedConversations } from '#sagas/chat/openLinkedConversation.ts';
import { refreshScreens } from '#sagas/notifications/refreshScreens.ts';
import { untilVisible } from '#sagas/page/untilVisible.ts';
import { holdDirectory } from '#sagas/people/holdDirectory.ts';
import type { PageEvent } from '#sagas/ports.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { conversationOpened } from '#store/chat/chatSlice.ts';
import { locationChanged } from '#store/navigation/navigationSlice.ts';
import { notificationsArrivedLive } from '#store/notifications/notificationsSlice.ts';
import { peopleApi } from '#store/people/peopleApi.ts';
import { lena, max } from '../fixtures/people.ts';
import { aWorkplace, planOf, stateAfter, thunksAnswered } from '../support/plan.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

async function runFor(ms: number, plan: ReturnType<typeof planOf>) {
  const run = plan.silentRun(ms);
  await jest.advanceTimersByTimeAsync(ms + 1);
  return await run;
}
const people = peopleApi.util.upsertQueryEntries([
  { endpointName: 'listUsers', arg: undefined, value: [lena, max] },
]);
const at = (pathname: string, search = '') =>
  locationChanged({ location: { pathname, search, hash: '' }, kind: 'push' } as never);

describe('openLinkedConversations', () => {
  const following = async () => {
    const addresses: string[] = [];
    const { ports } = await aWorkplace({
      navigator: { replace: (path: string) => void addresses.push(path) } as never,
    });
    return { ports, addresses };
  };
  const withMax = conversationOpened({ channel: 'chat_T3_U7.U9', peerId: 9 });

  it('opens the conversation that the address names, once, and takes the name out of it', async () => {
    const { ports, addresses } = await following();
    const state = stateAfter(people, at('/program', '?chat=9&tab=topics'));
    await runFor(10, planOf({ ports, state }, openLinkedConversations).put(withMax));
    expect(addresses).toEqual(['/program?tab=topics']);
  });

  it('waits for the names of people, and goes on when they are there', async () => {
    const { ports } = await following();
    const state = stateAfter(people);
    await runFor(
      10,
      planOf({ ports, state }, openLinkedConversations).put(withMax).dispatch(at('/home', '?chat=9')),
    );
    const early = stateAfter(at('/home', '?chat=9'));
    await runFor(10, planOf({ ports, state: early }, openLinkedConversations).not.put(withMax));
  });

  it.each(['?chat=7', '?chat=404', '?chat=nobody', ''])('opens nothing for %p', async (search) => {
    const { ports } = await following();
    const state = stateAfter(people, at('/home', search));
    await runFor(10, planOf({ ports, state }, openLinkedConversations).not.put.actionType(withMax.type));
  });
});

describe('refreshScreens', () => {
  const news = (type: string) =>
    notificationsArrivedLive({
      items: [{ id: type, timetoken: '1', fromUserId: 9, type, payload: {} }],
    } as never);
  const READ_ANEW = baseApi.util.invalidateTags(['Home']).type;

  it('reads anew what is on screen, once for all that comes within a second', async () => {
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

  it('leaves everything as it is for news that change no screen', async () => {
    const { ports } = await aWorkplace();
    const plan = planOf({ ports }, refreshScreens).not.put.actionType(READ_ANEW);
    await runFor(1_100, plan.dispatch(news('NEW_INTERACTIVE_CONTENT_UPLOADED')));
  });
});

describe('holdDirectory', () => {
  const answering = (...answers: object[]) => {
    let asked = 0;
    let letGo = 0;
    const providers = [
      // Its own end: a promise would be waited for on the way.
      thunksAnswered(() => ({ ...(answers[asked++] ?? { data: [] }), unsubscribe: () => void letGo++ })),
    ];
    return { providers, asked: () => asked, letGo: () => letGo };
  };

  it('asks again until the people are there, and then holds them', async () => {
    const { ports } = await aWorkplace({
      page: { isOnline: () => true, isVisible: () => true, listen: () => () => {} } as never,
    });
    const failure = { error: { status: 'FETCH_ERROR', error: 'Failed to fetch' } };
    const { providers, asked, letGo } = answering(failure, failure, { data: [lena, max] });
    await runFor(120_000, planOf({ ports, providers }, holdDirectory));
    expect(asked()).toBe(3);
    expect(letGo()).toBe(2);
  });
});

describe('untilVisible', () => {
  it('goes on at once on a page that is seen, and else when somebody comes back', async () => {
    let isVisible = true;
    let tell: (event: { kind: PageEvent }) => void = () => {};
    const { ports } = await aWorkplace({
      page: {
        isVisible: () => isVisible,
        listen(listener: typeof tell) {
          tell = listener;
          return () => {};
        },
      } as never,
    });
    await runFor(10, planOf({ ports }, untilVisible).returns({ hasWaited: false }));
    isVisible = false;
    setTimeout(() => {
      isVisible = true;
      tell({ kind: 'visible' });
    }, 20);
    await runFor(50, planOf({ ports }, untilVisible).returns({ hasWaited: true }));
  });
});
