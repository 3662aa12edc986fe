import fc from 'fast-check';
import { messageSubmitted } from '#store/chat/chatSlice.ts';
import { emptyThread, findPost, mergePosts, type Post, postsOf } from '#store/chat/thread.ts';
import { chatDraftKey, draftChanged, selectDraft } from '#store/drafts/draftsSlice.ts';
import { compareTimetokens, instantOf, timetokenAt } from '#store/messaging/timetoken.ts';
import { type RootState, rootReducer } from '#store/rootReducer.ts';
import { sessionRejected, signedIn, signedOut } from '#store/session/sessionSlice.ts';
import { aUser } from '../fixtures/people.ts';

const CHANNEL = 'chat_T3_U7.U9';
const aPost = (over: Partial<Post>): Post => ({
  id: 'post-0001',
  channel: CHANNEL,
  publisherId: 7,
  details: 'hi',
  timestamp: 1,
  timetoken: null,
  status: 'sending',
  ...over,
});

describe('timetokens', () => {
  it('are compared as text, since as numbers two neighbours are one', () => {
    expect(Number('17952552000000001')).toBe(Number('17952552000000000'));
    expect(compareTimetokens('17952552000000001', '17952552000000000')).toBeGreaterThan(0);
    expect(compareTimetokens('9', '17952552000000000')).toBeLessThan(0);
    expect(instantOf(timetokenAt(1_795_255_200_123))).toBe(1_795_255_200_123);
  });
});

describe('a thread', () => {
  it('shows each message once and in order, however outbox, echo, answer and history are mixed', () => {
    const event = fc.record({
      n: fc.integer({ min: 1, max: 12 }),
      kind: fc.constantFrom('submitted', 'echo', 'history', 'failed'),
    });
    fc.assert(
      fc.property(fc.array(fc.array(event, { maxLength: 5 }), { maxLength: 20 }), (bursts) => {
        let thread = emptyThread;
        const settled = new Set<string>();
        for (const burst of bursts) {
          const news = burst.map(({ n, kind }) => {
            const isSettled = kind === 'echo' || kind === 'history';
            if (isSettled) settled.add(`post-${n}`);
            return aPost({
              id: `post-${n}`,
              timestamp: n,
              timetoken: isSettled ? timetokenAt(n) : null,
              status: isSettled ? 'sent' : kind === 'failed' ? 'failed' : 'sending',
            });
          });
          thread = mergePosts(thread, news);
        }
        const posts = postsOf(thread);
        expect(new Set(posts.map(({ id }) => id)).size).toBe(posts.length);
        for (const post of posts) expect(findPost(thread, post.id)).toBe(post);
        for (const id of settled) expect(findPost(thread, id)).toMatchObject({ status: 'sent' });
        const firstOpen = posts.findIndex(({ timetoken }) => timetoken === null);
        const sent = firstOpen < 0 ? posts : posts.slice(0, firstOpen);
        expect(sent.map(({ id }) => id).sort()).toEqual([...settled].sort());
        for (let at = 1; at < sent.length; at++)
          expect(compareTimetokens(sent[at - 1]!.timetoken!, sent[at]!.timetoken!)).toBeLessThan(0);
      }),
    );
  });

  it('lets nobody settle or change the message of another person by its id', () => {
    const mine = mergePosts(emptyThread, [aPost({ details: 'mine' })]);
    const after = mergePosts(mine, [
      aPost({ details: 'theirs', publisherId: 9, timetoken: '17', status: 'sent' }),
    ]);
    expect(findPost(after, 'post-0001')).toMatchObject({ details: 'mine', status: 'sending' });
  });

  it('that gets one message leaves every other conversation untouched', () => {
    let state = rootReducer(undefined, signedIn({ user: aUser(), tokenExpiresAt: 1 }));
    state = rootReducer(
      state,
      messageSubmitted('chat_T3_U7.U12', { id: 7, firstName: 'L', lastName: 'L' }, 'a'),
    );
    const before = state.chat.threads['chat_T3_U7.U12'];
    state = rootReducer(state, messageSubmitted(CHANNEL, { id: 7, firstName: 'L', lastName: 'L' }, 'b'));
    expect(state.chat.threads['chat_T3_U7.U12']).toBe(before);
  });
});

describe('drafts', () => {
  const key = chatDraftKey(CHANNEL);
  const typed = () =>
    rootReducer(
      rootReducer(undefined, signedIn({ user: aUser(), tokenExpiresAt: 1 })),
      draftChanged({ key, text: 'half a sentence' }),
    );
  const rejected = sessionRejected({ reason: 'session-ended', status: 401, endpoint: 'x' });

  it('outlive a session that the service ended, for the same person only', () => {
    const ended = rootReducer(typed(), rejected);
    const same = rootReducer(ended, signedIn({ user: aUser(), tokenExpiresAt: 2 }));
    expect(selectDraft(same, key)).toBe('half a sentence');
    const other = rootReducer(ended, signedIn({ user: aUser({ userId: 12 }), tokenExpiresAt: 2 }));
    expect(selectDraft(other, key)).toBe('');
  });

  it('are forgotten when the person leaves, and when the message is sent', () => {
    expect(selectDraft(rootReducer(typed(), signedOut({ where: 'here' })), key)).toBe('');
    const sent = rootReducer(
      typed(),
      messageSubmitted(CHANNEL, { id: 7, firstName: 'L', lastName: 'L' }, 'half a sentence'),
    );
    expect(selectDraft(sent, key)).toBe('');
  });
});

it('gives back what could not be sent to the same person only, when the service ended the session', () => {
  const rejected = sessionRejected({ reason: 'session-ended', status: 401, endpoint: 'x' });
  const submitted = messageSubmitted(CHANNEL, { id: 7, firstName: 'L', lastName: 'L' }, 'not sent yet');
  const ended = [signedIn({ user: aUser(), tokenExpiresAt: 1 }), submitted, rejected].reduce<
    RootState | undefined
  >((state, action) => rootReducer(state, action), undefined)!;
  const same = rootReducer(ended, signedIn({ user: aUser(), tokenExpiresAt: 2 }));
  expect(postsOf(same.chat.threads[CHANNEL]!)).toMatchObject([
    { details: 'not sent yet', status: 'interrupted' },
  ]);
  const other = rootReducer(ended, signedIn({ user: aUser({ userId: 12 }), tokenExpiresAt: 2 }));
  expect(other.chat.threads).toEqual({});
});

it('forgets at the end of a session everything that belonged to it', () => {
  const start = rootReducer(undefined, { type: 'nothing' });
  const left = rootReducer(
    rootReducer(start, signedIn({ user: aUser(), tokenExpiresAt: 1 })),
    signedOut({ where: 'here' }),
  );
  expect({ ...left, session: null }).toEqual({ ...start, session: null });
});
