import { CONVERSATION_PARAMETER, conversationPath } from '#contract/messaging/chat.ts';
import { openLinkedConversations } from '#sagas/chat/openLinkedConversation.ts';
import { selectIsExpanded, selectOpenChannel } from '#store/chat/widgetSelectors.ts';
import { conversationOpened } from '#store/chat/widgetSlice.ts';
import { locationChanged } from '#store/navigation/navigationSlice.ts';
import { peopleApi } from '#store/people/peopleApi.ts';
import { aUser, lena, max } from '#test/fixtures/people.ts';
import { type Client, pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { json } from '#test/support/fakeApi.ts';
import { CHANNEL } from '#test/support/lenaAndMax.ts';
import { aWorkplace, planOf, runFor, stateAfter } from '#test/support/plan.ts';

const start = clientsUnderFakeTimers();

const shown = ({ state, path }: Client) => [
  path(),
  selectIsExpanded(state()) ? selectOpenChannel(state()) : 'collapsed',
];

const people = peopleApi.util.upsertQueryEntries([
  {
    endpointName: 'listUsers',
    arg: undefined,
    value: { people: [lena, max], isComplete: true, missing: [] },
  },
]);

const at = (pathname: string, search = '') =>
  locationChanged({ location: { pathname, search, hash: '' }, kind: 'push' } as never);

it('opens the conversation that a mail links to and removes it from the address', async () => {
  const lena = start({ at: conversationPath(9) });
  await pass(100);
  expect(shown(lena)).toEqual(['/home', CHANNEL]);
  lena.visit(`/team?view=all&${CONVERSATION_PARAMETER}=9#top`);
  await pass(100);
  expect(lena.path()).toBe('/team?view=all#top');
});

it('opens the conversation after the guard has returned to the address', async () => {
  const lena = start({ at: conversationPath(9), user: aUser({ lastProfileUpdate: null }) });
  await pass(100);
  const gate = `/profile/edit?redirectUrl=${encodeURIComponent(conversationPath(9))}`;
  expect(shown(lena)).toEqual([gate, 'collapsed']);
});

it('opens the conversation after signing in', async () => {
  const lena = start({ at: conversationPath(9), restored: { kind: 'none' } });
  await pass(100);
  expect(shown(lena)).toEqual([`/login?redirectUrl=${encodeURIComponent(conversationPath(9))}`, 'collapsed']);
  lena.tokens.say({ kind: 'signedIn', expiresAt: 2_000_000_000_000 });
  await pass(100);
  expect(shown(lena)).toEqual(['/home', CHANNEL]);
});

it('opens no conversation for the user themselves, an unknown person or an invalid id', async () => {
  for (const value of ['7', '4711', '9x', '-9', '0', '%00', '99999999999']) {
    const lena = start({ at: `/home?${CONVERSATION_PARAMETER}=${value}` });
    await pass(100);
    expect([value, shown(lena)[1]]).toEqual([value, 'collapsed']);
  }
});

it('waits for the directory, and does nothing if the user has left the page', async () => {
  let answer = (_response: Response) => {};
  const lena = start({
    at: conversationPath(9),
    answers: {
      'GET /api/users': () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    },
  });
  await pass(100);
  lena.visit('/team');
  answer(json({ data: [] }));
  await pass(100);
  expect(shown(lena)).toEqual(['/team', 'collapsed']);
});

describe('the link to a conversation', () => {
  const following = async () => {
    const addresses: string[] = [];
    const { ports } = await aWorkplace({
      navigator: { replace: (path: string) => void addresses.push(path) } as never,
    });
    return { ports, addresses };
  };
  const withMax = conversationOpened({ channel: CHANNEL, peerId: 9 });

  it('opens the conversation once and is removed from the address', async () => {
    const { ports, addresses } = await following();
    const state = stateAfter(people, at('/program', '?chat=9&tab=topics'));
    await runFor(10, planOf({ ports, state }, openLinkedConversations).put(withMax));
    expect(addresses).toEqual(['/program?tab=topics']);
  });

  it('waits until the directory is loaded', async () => {
    const { ports } = await following();
    const state = stateAfter(people);
    await runFor(
      10,
      planOf({ ports, state }, openLinkedConversations).put(withMax).dispatch(at('/home', '?chat=9')),
    );
    const early = stateAfter(at('/home', '?chat=9'));
    await runFor(10, planOf({ ports, state: early }, openLinkedConversations).not.put(withMax));
  });

  it.each(['?chat=7', '?chat=404', '?chat=unknown', ''])(
    'opens nothing for the invalid value %p',
    async (search) => {
      const { ports } = await following();
      const state = stateAfter(people, at('/home', search));
      await runFor(10, planOf({ ports, state }, openLinkedConversations).not.put.actionType(withMax.type));
    },
  );
});
