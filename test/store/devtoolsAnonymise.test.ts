import { messageSubmitted } from '#store/chat/messagesSlice.ts';
import { conversationStarted, searchTextChanged } from '#store/chat/widgetSlice.ts';
import { createActionLog } from '#store/devtools/actionLog.ts';
import { anonymise, anonymiseAction, HIDDEN } from '#store/devtools/anonymise.ts';
import { readTrace } from '#store/devtools/readTrace.ts';
import { anonymousTrace } from '#store/devtools/trace.ts';
import { watchFloods } from '#store/devtools/watchFloods.ts';
import { draftChanged } from '#store/drafts/draftsSlice.ts';
import { locationChanged } from '#store/navigation/navigationSlice.ts';
import { type RootState, rootReducer } from '#store/rootReducer.ts';
import { signedIn } from '#store/session/sessionSlice.ts';
import '#store/sessionSlices.ts';
import { aUser } from '#test/fixtures/people.ts';

const PLANTED = 'Planted Name';
const user = { id: 7, firstName: PLANTED, lastName: `${PLANTED} <b>` };
const person = aUser({
  firstName: PLANTED,
  lastName: PLANTED,
  emailAddress: 'planted@x.example',
  initials: 'PN',
});
const day = [
  signedIn({ user: person, tokenExpiresAt: 2_000_000_000_000 }),
  locationChanged({
    location: {
      pathname: '/program/abcdefghijklmnop',
      search: `?q=${PLANTED}`,
      hash: '',
      state: { note: PLANTED },
      key: 'k',
    },
    kind: 'PUSH',
  }),
  locationChanged({
    location: { pathname: `/${PLANTED}`, search: '', hash: '', state: null, key: 'k' },
    kind: 'PUSH',
  }),
  conversationStarted({ channel: 'chat_T3_U7.U9', peerId: 9 }),
  messageSubmitted('chat_T3_U7.U9', user, `${PLANTED}!`),
  draftChanged({ key: 'chat/chat_T3_U7.U9', text: PLANTED }),
  searchTextChanged(PLANTED),
];
const asked = {
  type: 'api/executeQuery/pending',
  meta: { arg: { queryCacheKey: `getUserPool({"email":"${PLANTED}"})` } },
};
const stateAfter = (actions: typeof day) =>
  actions.reduce((state, action) => rootReducer(state, action), rootReducer(undefined, { type: 'init' }));

it('removes people’s text from every field', () => {
  for (const action of [...day, asked])
    expect(JSON.stringify(anonymiseAction(action))).not.toMatch(/planted/i);
  expect(JSON.stringify(anonymise(stateAfter(day)))).not.toMatch(/planted/i);
});

it('keeps ids, times and our own names, so that a trace can be replayed', () => {
  expect(anonymiseAction(conversationStarted({ channel: 'chat_T3_U7.U9', peerId: 9 }))).toMatchObject({
    type: 'chat/conversationStarted',
    payload: { channel: 'chat_T3_U7.U9', peerId: 9 },
  });
  expect(
    anonymise({ joinedAt: '2026-01-01T10:00:00Z', timetoken: '17000000000000000', status: 'sent' }),
  ).toEqual({
    joinedAt: '2026-01-01T10:00:00Z',
    timetoken: '17000000000000000',
    status: 'sent',
  });
  const patch = { op: 'replace', path: ['listUsers(undefined)', 'request-1'], value: {} };
  expect(anonymise({ payload: [patch] })).toEqual({ payload: [patch] });
  expect(anonymise({ title: 'Anything' })).toEqual({ title: HIDDEN });
});

const logOf = (options: Partial<Parameters<typeof createActionLog>[0]> = {}) => {
  let state = rootReducer(undefined, { type: 'init' });
  const log = createActionLog({ size: 4, now: () => 0, ...options });
  const api = { getState: () => state, dispatch: (() => {}) as never };
  const say = log.middleware(api)((action) => {
    state = rootReducer(state as RootState, action as { type: string });
    return action;
  });
  return { log, say, state: () => state };
};

it('replays a trace from its first state to the same final state', () => {
  const { log, say, state } = logOf();
  for (const action of day) say(action);
  const saved = anonymousTrace(log, { version: '1', build: 'b', deployment: 'test', savedAt: 'now' });
  const trace = readTrace(JSON.stringify(saved));
  expect(trace.actions).toHaveLength(4);
  const played = trace.actions.reduce(
    (before: RootState | undefined, action) => rootReducer(before, action),
    trace.preloadedState ?? undefined,
  );
  expect(Object.keys(played?.chat.messages.byChannel ?? {})).toEqual(
    Object.keys(state().chat.messages.byChannel),
  );
  expect(played?.navigation.location.pathname).toBe('/not-found');
  expect(JSON.stringify(trace)).not.toMatch(/planted/i);
});

it('refuses a file that is not a trace, and explains why', () => {
  for (const text of ['{', '{}', '{"format":"trellis-trace-1","actions":[1]}'])
    expect(() => readTrace(text)).toThrow(/^This (file|trace)/);
});

it('warns once about an action that is dispatched more than 25 times within a second', () => {
  let at = 0;
  const floods: string[] = [];
  const { log, say } = logOf();
  watchFloods(log, { now: () => at, maxPerSecond: 25, onFlood: (type) => void floods.push(type) });
  for (let index = 0; index < 60; index++, at += 10) say({ type: 'repeated' });
  expect(floods).toEqual(['repeated']);
  at = 20_000;
  for (let index = 0; index < 60; index++, at += 100) say({ type: 'repeated' });
  expect(floods).toEqual(['repeated']);
});

it('does not warn about many different actions within a second', () => {
  const floods: string[] = [];
  const { log, say } = logOf();
  watchFloods(log, { now: () => 0, maxPerSecond: 25, onFlood: (type) => void floods.push(type) });
  for (let index = 0; index < 100; index++) say({ type: `action ${index % 4}` });
  expect(floods).toEqual([]);
});
