import { CONVERSATION_PARAMETER, conversationPath } from '#contract/chat.ts';
import { selectIsExpanded, selectOpenChannel } from '#store/chat/chatSelectors.ts';
import { aUser } from '../fixtures/people.ts';
import { type Client, pass } from '../support/client.ts';
import { clientsUnderFakeTimers } from '../support/clients.ts';
import { json } from '../support/fakeApi.ts';

const start = clientsUnderFakeTimers();
const shown = ({ state, path }: Client) => [
  path(),
  selectIsExpanded(state()) ? selectOpenChannel(state()) : 'collapsed',
];

it('opens the conversation that a mail links to, and the address forgets it', async () => {
  const lena = start({ at: conversationPath(9) });
  await pass(100);
  expect(shown(lena)).toEqual(['/home', 'chat_T3_U7.U9']);
  lena.visit(`/team?view=all&${CONVERSATION_PARAMETER}=9#top`);
  await pass(100);
  expect(lena.path()).toBe('/team?view=all#top');
});

it('opens it after the gate that stands before it', async () => {
  const lena = start({ at: conversationPath(9), user: aUser({ lastProfileUpdate: null }) });
  await pass(100);
  const gate = `/profile/edit?redirectUrl=${encodeURIComponent(conversationPath(9))}`;
  expect(shown(lena)).toEqual([gate, 'collapsed']);
});

it('opens it after signing in', async () => {
  const lena = start({ at: conversationPath(9), restored: { kind: 'none' } });
  await pass(100);
  expect(shown(lena)).toEqual([`/login?redirectUrl=${encodeURIComponent(conversationPath(9))}`, 'collapsed']);
  lena.tokens.say({ kind: 'signedIn', expiresAt: 2_000_000_000_000 });
  await pass(100);
  expect(shown(lena)).toEqual(['/home', 'chat_T3_U7.U9']);
});

it('opens none with oneself, with nobody, or by what is no number', async () => {
  for (const value of ['7', '4711', '9x', '-9', '0', '%00', '99999999999']) {
    const lena = start({ at: `/home?${CONVERSATION_PARAMETER}=${value}` });
    await pass(100);
    expect([value, shown(lena)[1]]).toEqual([value, 'collapsed']);
  }
});

it('waits for the directory, and does nothing once the person went elsewhere', async () => {
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
