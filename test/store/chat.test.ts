import { messagesOf } from '#store/chat/channelMessages.ts';
import { messageSubmitted } from '#store/chat/messagesSlice.ts';
import {
  chatToggled,
  conversationClosed,
  conversationOpened,
  conversationStarted,
} from '#store/chat/widgetSlice.ts';
import { chatDraftKey, draftChanged, selectDraft } from '#store/drafts/draftsSlice.ts';
import { compareTimetokens, instantOf, timetokenAt } from '#store/messaging/timetoken.ts';
import { type RootState, rootReducer } from '#store/rootReducer.ts';
import { sessionRejected, signedIn, signedOut } from '#store/session/sessionSlice.ts';
import '#store/sessionSlices.ts';
import { aUser } from '#test/fixtures/people.ts';

const CHANNEL = 'chat_T3_U7.U9';
describe('timetokens', () => {
  it('are compared as text, because as numbers two neighbours would be equal', () => {
    expect(Number('17952552000000001')).toBe(Number('17952552000000000'));
    expect(compareTimetokens('17952552000000001', '17952552000000000')).toBeGreaterThan(0);
    expect(compareTimetokens('9', '17952552000000000')).toBeLessThan(0);
    expect(instantOf(timetokenAt(1_795_255_200_123))).toBe(1_795_255_200_123);
  });
});

it('leaves other conversations unchanged when a message is submitted', () => {
  let state = rootReducer(undefined, signedIn({ user: aUser(), tokenExpiresAt: 1 }));
  state = rootReducer(
    state,
    messageSubmitted('chat_T3_U7.U12', { id: 7, firstName: 'L', lastName: 'L' }, 'a'),
  );
  const before = state.chat.messages.byChannel['chat_T3_U7.U12'];
  state = rootReducer(state, messageSubmitted(CHANNEL, { id: 7, firstName: 'L', lastName: 'L' }, 'b'));
  expect(state.chat.messages.byChannel['chat_T3_U7.U12']).toBe(before);
});

describe('drafts', () => {
  const key = chatDraftKey(CHANNEL);
  const typed = () =>
    rootReducer(
      rootReducer(undefined, signedIn({ user: aUser(), tokenExpiresAt: 1 })),
      draftChanged({ key, text: 'half a sentence' }),
    );
  const rejected = sessionRejected({ reason: 'session-ended', status: 401, endpoint: 'x' });

  it('survive a session that the server ended, for the same user only', () => {
    const ended = rootReducer(typed(), rejected);
    const same = rootReducer(ended, signedIn({ user: aUser(), tokenExpiresAt: 2 }));
    expect(selectDraft(same, key)).toBe('half a sentence');
    const other = rootReducer(ended, signedIn({ user: aUser({ userId: 12 }), tokenExpiresAt: 2 }));
    expect(selectDraft(other, key)).toBe('');
  });

  it('are cleared at sign-out and when the message is sent', () => {
    expect(selectDraft(rootReducer(typed(), signedOut({ where: 'here' })), key)).toBe('');
    const sent = rootReducer(
      typed(),
      messageSubmitted(CHANNEL, { id: 7, firstName: 'L', lastName: 'L' }, 'half a sentence'),
    );
    expect(selectDraft(sent, key)).toBe('');
  });
});

describe('a suggested message', () => {
  const key = chatDraftKey(CHANNEL);
  const opened = { channel: CHANNEL, peerId: 9 };
  const signed = () => rootReducer(undefined, signedIn({ user: aUser(), tokenExpiresAt: 1 }));
  const suggest = (state: RootState, text = 'About “Calls”: ') =>
    rootReducer(state, conversationStarted({ ...opened, text }));
  const leaves = [
    conversationClosed({ channel: CHANNEL }),
    chatToggled({ isExpanded: false }),
    conversationStarted(opened),
    conversationOpened({ channel: 'chat_T3_U7.U12', peerId: 12 }),
  ];

  it.each(leaves)('that was not edited is removed with $type', (leave) => {
    const state = suggest(signed());
    expect(selectDraft(state, key)).toBe('About “Calls”: ');
    expect(selectDraft(rootReducer(state, leave), key)).toBe('');
  });

  it.each(leaves)('that was edited stays a draft with $type', (leave) => {
    const edited = rootReducer(suggest(signed()), draftChanged({ key, text: 'About “Calls”: why?' }));
    expect(selectDraft(rootReducer(edited, leave), key)).toBe('About “Calls”: why?');
  });

  it('does not become a draft of the next session', () => {
    const rejected = sessionRejected({ reason: 'session-ended', status: 401, endpoint: 'x' });
    const ended = rootReducer(suggest(signed()), rejected);
    const again = rootReducer(ended, signedIn({ user: aUser(), tokenExpiresAt: 2 }));
    expect(selectDraft(rootReducer(again, conversationOpened(opened)), key)).toBe('');
  });

  it('replaces an earlier suggestion, but not a draft', () => {
    expect(selectDraft(suggest(suggest(signed()), 'Hi Max'), key)).toBe('Hi Max');
    const typed = rootReducer(signed(), draftChanged({ key, text: 'half a sentence' }));
    expect(selectDraft(suggest(typed), key)).toBe('half a sentence');
  });
});

it('restores unsent messages for the same user only, after the server ended the session', () => {
  const rejected = sessionRejected({ reason: 'session-ended', status: 401, endpoint: 'x' });
  const submitted = messageSubmitted(CHANNEL, { id: 7, firstName: 'L', lastName: 'L' }, 'not sent yet');
  const ended = [signedIn({ user: aUser(), tokenExpiresAt: 1 }), submitted, rejected].reduce<
    RootState | undefined
  >((state, action) => rootReducer(state, action), undefined)!;
  const same = rootReducer(ended, signedIn({ user: aUser(), tokenExpiresAt: 2 }));
  expect(messagesOf(same.chat.messages.byChannel[CHANNEL]!)).toMatchObject([
    { details: 'not sent yet', status: 'interrupted' },
  ]);
  const other = rootReducer(ended, signedIn({ user: aUser({ userId: 12 }), tokenExpiresAt: 2 }));
  expect(other.chat.messages.byChannel).toEqual({});
});

it('resets everything that belongs to a session when it ends', () => {
  const start = rootReducer(undefined, { type: 'nothing' });
  const left = rootReducer(
    rootReducer(start, signedIn({ user: aUser(), tokenExpiresAt: 1 })),
    signedOut({ where: 'here' }),
  );
  expect({ ...left, session: null }).toEqual({ ...start, session: null });
});
