import { ActionCreators, instrument } from '@redux-devtools/instrument';
import type { StoreEnhancer } from '@reduxjs/toolkit';
import type { CoachingActions } from '#contract/learning/coachingActions.ts';
import type { CoachingRoom } from '#contract/learning/coachingRoom.ts';
import { chatChannel } from '#contract/messaging/channels.ts';
import { selectIsExpanded, selectOpenChannel } from '#store/chat/widgetSelectors.ts';
import { chatToggled, conversationOpened } from '#store/chat/widgetSlice.ts';
import { actionsApi } from '#store/coaching/actions/actionsApi.ts';
import { agreedActionDone, selectAgreedActions } from '#store/coaching/actions/actionsSlice.ts';
import { coachingApi } from '#store/coaching/coachingApi.ts';
import type { NotesContent, NotesEdit } from '#store/coaching/room/notesContent.ts';
import { roomApi } from '#store/coaching/room/roomApi.ts';
import { muteToggled, roomEdited, selectRoom } from '#store/coaching/room/roomSlice.ts';
import type { CallEvent, CoachingCall } from '#store/ports/coachingCall.ts';
import { selectToast } from '#store/toasts/toastsSlice.ts';
import { aSession, SESSION_ID, tomas } from '#test/fixtures/coaching.ts';
import { PROGRAM_ID } from '#test/fixtures/programs.ts';
import { pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { json, problem } from '#test/support/fakeApi.ts';
import { fakeVault } from '#test/support/fakeNotes.ts';

const start = clientsUnderFakeTimers();
const page = (show: string) => `/program/${PROGRAM_ID}/coaching/${SESSION_ID}?type=remote&show=${show}`;
const action = (id: string, over = {}) => ({
  id,
  text: `Action ${id}`,
  ownerId: 7,
  due: '',
  isDone: false,
  ...over,
});

const document = {
  documentId: 'd'.repeat(16),
  version: 1,
  snapshot: 's'.repeat(40),
  envelope: 'e',
  isShared: true,
};
const aRoom = (over: Partial<CoachingRoom> = {}): CoachingRoom => ({
  sessionId: SESSION_ID,
  opensAt: '2026-11-21T09:00:00.000Z',
  closesAt: '2026-11-21T13:00:00.000Z',
  isOpen: true,
  agreement: { mine: '2026-11-20T10:00:00.000Z', other: null },
  myKey: { publicKey: 'K'.repeat(87), wrappedKey: 'w', passkeys: [] },
  otherKey: 'L'.repeat(87),
  shared: document,
  own: null,
  previous: null,
  otherJoinedAt: null,
  metAt: null,
  finishedAt: null,
  finishedBy: null,
  togetherSeconds: 0,
  hasFeedback: false,
  completedStep: false,
  readers: [],
  ...over,
});

/** A browser that can decrypt: `contents` are the documents by scope. Everything that is done with them is recorded. */
function aBrowser(contents: Record<string, Partial<NotesContent>> = {}, hasKey = true) {
  const done: string[] = [];
  let emit: (event: CallEvent) => void = () => {};
  const edits: NotesEdit[] = [];
  const vault = fakeVault({
    contents,
    hasKey,
    onEdit(scope, edit) {
      done.push(`edit ${scope} ${edit.kind}`);
      edits.push(edit);
    },
  });
  const call = {
    listen(onEvent: (event: CallEvent) => void) {
      emit = onEvent;
      return () => {};
    },
    async open() {
      done.push('camera opened');
      return 'ready' as const;
    },
    devices: async () => ({ microphone: [], camera: [], speaker: [] }),
    setMuted: (isMuted: boolean) => void done.push(`muted ${isMuted}`),
    connect: () => void done.push('connected to the other'),
    disconnect: () => void done.push('disconnected'),
    close: () => void done.push('camera closed'),
  };
  return {
    done,
    edits,
    say: (event: CallEvent) => emit(event),
    coaching: {
      vault: async () => vault,
      call: async () => call as unknown as CoachingCall,
    },
  };
}

const answers = (room = aRoom()) => ({
  [`GET /api/coaching/${SESSION_ID}/room`]: () => json(room),
  [`PUT /api/coaching/${SESSION_ID}/presence`]: () => json({ otherJoinedAt: null, metAt: null }),
  [`DELETE /api/coaching/${SESSION_ID}/presence`]: () => json({ done: true }),
  [`PUT /api/coaching/${SESSION_ID}/documents/shared`]: () =>
    json({ documentId: document.documentId, version: 2 }),
  [`POST /api/coaching/${SESSION_ID}/channel`]: () =>
    json({
      channel: `coach_T3_S${SESSION_ID}`,
      authKey: 'room-key',
      expiresIn: 900,
      subKey: 'sub',
      pubKey: 'pub',
      uuid: 'uuid-lena',
      iceServers: [],
    }),
});

it('makes no requests, opens no camera and plays no sound during time travel through a whole session', async () => {
  const browser = aBrowser({ [`${SESSION_ID}/shared`]: { actions: [action('a')] } });
  const lena = start({
    enhancers: [instrument() as unknown as StoreEnhancer],
    answers: answers(),
    coaching: browser.coaching,
  });
  await pass(1_000);
  lena.visit(page('join'));
  await pass(3_000);
  lena.visit(page('room'));
  await pass(20_000);
  lena.store.dispatch(muteToggled());
  lena.store.dispatch(roomEdited({ kind: 'shared', edit: { kind: 'text', text: 'Hello' } }));
  await pass(5_000);
  expect(browser.done).toEqual(expect.arrayContaining(['camera opened', 'muted true']));
  expect(lena.actions).toContain('coachingRoom/entered');
  lena.visit('/home');
  await pass(70_000); // until unused answers have left the cache

  const { liftedStore } = lena.store as unknown as {
    liftedStore: { dispatch(action: unknown): void; getState(): { computedStates: unknown[] } };
  };
  const before = [[...browser.done], [...lena.effects], [...lena.actions], [...lena.messaging.calls]];
  const last = liftedStore.getState().computedStates.length - 1;
  let hasSeenRoom = false;
  for (const index of [...Array(last + 1).keys(), ...[...Array(last + 1).keys()].reverse(), last]) {
    liftedStore.dispatch(ActionCreators.jumpToState(index));
    hasSeenRoom ||= selectRoom(lena.state()).isInRoom;
    await pass(20);
  }
  await pass(60_000);
  expect(hasSeenRoom).toBe(true);
  expect([browser.done, lena.effects, lena.actions, lena.messaging.calls]).toEqual(before);
});

it('gets access to the channel during the device check, and requests it again only after a long time there', async () => {
  const lena = start({ at: page('join'), answers: answers(), coaching: aBrowser().coaching });
  const asked = () => lena.api.asked(`POST /api/coaching/${SESSION_ID}/channel`);
  await pass(2_000);
  expect(asked()).toBe(1);
  lena.visit(page('room'));
  await pass(2_000);
  expect([asked(), selectRoom(lena.state()).isInRoom]).toEqual([1, true]);
  lena.visit(page('join'));
  await pass(4 * 60_000);
  lena.visit(page('room'));
  await pass(2_000);
  expect([asked(), selectRoom(lena.state()).isInRoom]).toEqual([3, true]);
});

it('continues with the wrap-up, which says who finished the session, without a toast', async () => {
  const session = aSession();
  let room = aRoom();
  const lena = start({
    at: page('room'),
    answers: {
      ...answers(),
      [`GET /api/coaching/${SESSION_ID}`]: () => json(session),
      [`GET /api/coaching/${SESSION_ID}/room`]: () => json(room),
      [`PUT /api/coaching/${SESSION_ID}/presence`]: () =>
        room.finishedAt === null ? json({ otherJoinedAt: null, metAt: null }) : problem(409, 'conflict'),
    },
    coaching: aBrowser().coaching,
  });
  void lena.store.dispatch(coachingApi.endpoints.getCoachingSession.initiate({ sessionId: SESSION_ID }));
  await pass(3_000);
  room = aRoom({ isOpen: false, finishedAt: '2026-11-21T10:00:00.000Z', finishedBy: session.other.userId });
  await pass(15_000);
  expect(lena.path()).toBe(page('wrap-up'));
  expect(selectToast(lena.state())).toBeNull();
});

it('continues with the wrap-up when both people have confirmed that the session took place', async () => {
  let isHeld = false;
  const lena = start({
    at: page('room'),
    answers: {
      ...answers(),
      [`GET /api/coaching/${SESSION_ID}`]: () => json(aSession(isHeld ? { state: 'held' } : {})),
      [`GET /api/coaching/${SESSION_ID}/room`]: () => json(aRoom({ isOpen: !isHeld })),
      [`PUT /api/coaching/${SESSION_ID}/presence`]: () =>
        isHeld ? problem(409, 'conflict') : json({ otherJoinedAt: null, metAt: null }),
    },
    coaching: aBrowser().coaching,
  });
  await pass(3_000);
  isHeld = true;
  await pass(15_000);
  expect(lena.path()).toBe(page('wrap-up'));
});

it('shows the conversation with the person of the room in an open chat', async () => {
  const session = aSession();
  const lena = start({
    at: page('join'),
    answers: { ...answers(), [`GET /api/coaching/${SESSION_ID}`]: () => json(session) },
    coaching: aBrowser().coaching,
  });
  void lena.store.dispatch(coachingApi.endpoints.getCoachingSession.initiate({ sessionId: SESSION_ID }));
  await pass(1_000);
  lena.store.dispatch(conversationOpened({ channel: 'chat_T3_U7.U99', peerId: 99 }));
  lena.visit(page('room'));
  await pass(1_000);
  const open = () => [selectIsExpanded(lena.state()), selectOpenChannel(lena.state())];
  expect(open()).toEqual([true, chatChannel(3, 7, session.other.userId)]);
  // A chat that is closed stays closed.
  lena.visit('/home');
  lena.store.dispatch(chatToggled({ isExpanded: false }));
  lena.visit(page('room'));
  await pass(1_000);
  expect(selectIsExpanded(lena.state())).toBe(false);
});

it.each([
  { key: 'a new key', isShared: false, saves: 1 },
  { key: 'the key they are encrypted for', isShared: true, saves: 0 },
])(
  'saves the shared notes $saves times on the page of the session if the other person has $key',
  async ({ isShared, saves }) => {
    const lena = start({
      at: `/program/${PROGRAM_ID}/coaching/${SESSION_ID}?type=remote`,
      answers: answers(),
      coaching: { ...aBrowser().coaching, vault: async () => fakeVault({ isShared }) },
    });
    await pass(3_000);
    expect(lena.api.asked(`PUT /api/coaching/${SESSION_ID}/documents/shared`)).toBe(saves);
  },
);

it('enters the room while the response about the channel for the page before it is still arriving', async () => {
  const all = answers();
  const channel = `POST /api/coaching/${SESSION_ID}/channel` as const;
  let hasAsked = false;
  const lena = start({
    at: page('join'),
    answers: {
      ...all,
      [channel]: (request) => {
        if (hasAsked) return all[channel]!();
        hasAsked = true;
        const body = new ReadableStream({
          start: (controller) =>
            request.signal.addEventListener('abort', () => controller.error(request.signal.reason)),
        });
        return new Response(body, { headers: { 'content-type': 'application/json' } });
      },
    },
    coaching: aBrowser().coaching,
  });
  await pass(2_000);
  lena.visit(page('room'));
  await pass(500);
  expect(selectRoom(lena.state()).isInRoom).toBe(true);
});

it('gives access to a person who has set up their key and joined while this one was on the page before the room', async () => {
  let otherKey: string | null = null;
  const SAVE = `PUT /api/coaching/${SESSION_ID}/documents/shared`;
  const lena = start({
    at: page('join'),
    answers: { ...answers(), [`GET /api/coaching/${SESSION_ID}/room`]: () => json(aRoom({ otherKey })) },
    coaching: { ...aBrowser().coaching, vault: async () => fakeVault({ isShared: false }) },
  });
  await pass(2_000);
  otherKey = 'L'.repeat(87);
  expect(lena.api.asked(SAVE)).toBe(0);
  lena.visit(page('room'));
  await pass(3_000);
  expect(lena.api.asked(SAVE)).toBe(1);
});

it('calls the other person only when both have the key of the notes, and counts the time of one who joined first', async () => {
  let isShared = false;
  const browser = aBrowser();
  const lena = start({
    at: page('room'),
    answers: {
      ...answers(),
      [`GET /api/coaching/${SESSION_ID}/room`]: () => json(aRoom({ shared: { ...document, isShared } })),
    },
    coaching: browser.coaching,
  });
  await pass(2_000);
  const presence = `PUT /api/coaching/${SESSION_ID}/presence`;
  const before = lena.api.asked(presence);
  const channel = `coach_T3_S${SESSION_ID}`;
  const message = { kind: 'here', tab: 'other-tab' };
  const here = () => lena.messaging.publishAs('uuid-tomas', channel, message, null);
  here();
  await pass(1_000);
  expect(browser.done).not.toContain('connected to the other');
  expect(lena.api.asked(presence)).toBe(before + 1);
  isShared = true;
  here();
  await pass(1_000);
  expect(browser.done).toContain('connected to the other');
  expect(lena.api.asked(presence)).toBe(before + 1);
});

it('no longer says that the person is connected after they left the room', async () => {
  const lena = start({ at: page('room'), answers: answers(), coaching: aBrowser().coaching });
  await pass(2_000);
  expect(selectRoom(lena.state())).toMatchObject({ isInRoom: true, connection: 'connected' });
  lena.visit(page('join'));
  expect(selectRoom(lena.state())).toMatchObject({ isInRoom: false, connection: 'connecting' });
});

it('reports that notes are saved only after this person has written something', async () => {
  const lena = start({ at: page('room'), answers: answers(), coaching: aBrowser().coaching });
  await pass(2_000);
  expect(selectRoom(lena.state())).toMatchObject({
    saving: { shared: 'saved' },
    hasWritten: { own: false, shared: false },
  });
  lena.store.dispatch(roomEdited({ kind: 'shared', edit: { kind: 'text', text: 'Hello' } }));
  await pass(2_000);
  expect(selectRoom(lena.state())).toMatchObject({
    saving: { shared: 'saved' },
    hasWritten: { own: false, shared: true },
  });
});

it('does not say that private notes are saved when only the shared ones are', async () => {
  const lena = start({
    at: page('room'),
    answers: {
      ...answers(),
      [`PUT /api/coaching/${SESSION_ID}/documents/own`]: () => problem(503, 'unavailable'),
    },
    coaching: aBrowser().coaching,
  });
  await pass(2_000);
  lena.store.dispatch(roomEdited({ kind: 'own', edit: { kind: 'text', text: 'Only for me' } }));
  await pass(2_000);
  lena.store.dispatch(roomEdited({ kind: 'shared', edit: { kind: 'text', text: 'For both' } }));
  await pass(2_000);
  expect(selectRoom(lena.state()).saving).toEqual({ own: 'waiting', shared: 'saved' });
});

it('opens the page of the session instead of a room that is not open, and joins nothing', async () => {
  const finished = aRoom({ isOpen: false, finishedAt: '2026-11-21T10:00:00.000Z' });
  const browser = aBrowser();
  const lena = start({ at: page('room'), answers: answers(finished), coaching: browser.coaching });
  await pass(3_000);
  expect(lena.path()).toBe(`/program/${PROGRAM_ID}/coaching/${SESSION_ID}?type=remote`);
  expect(lena.api.asked(`POST /api/coaching/${SESSION_ID}/channel`)).toBe(0);
  expect(browser.done).toEqual([]);
});

it('joins a room that has opened since its page was shown', async () => {
  let isOpen = false;
  const lena = start({
    at: `/program/${PROGRAM_ID}/coaching/${SESSION_ID}?type=remote`,
    answers: { ...answers(), [`GET /api/coaching/${SESSION_ID}/room`]: () => json(aRoom({ isOpen })) },
    coaching: aBrowser().coaching,
  });
  await pass(2_000);
  isOpen = true;
  lena.visit(page('room'));
  await pass(2_000);
  expect(selectRoom(lena.state()).isInRoom).toBe(true);
});

it('continues with notes if the connection does not come back within 30 seconds, but not after a short outage', async () => {
  const browser = aBrowser();
  const lena = start({ at: page('room'), answers: answers(), coaching: browser.coaching });
  await pass(5_000);
  browser.say({ kind: 'state', state: 'connected' });
  browser.say({ kind: 'state', state: 'reconnecting' });
  await pass(10_000);
  browser.say({ kind: 'state', state: 'connected' });
  await pass(60_000);
  expect(lena.path()).toBe(page('room'));
  browser.say({ kind: 'state', state: 'reconnecting' });
  await pass(31_000);
  expect(lena.path()).toBe(`${page('room')}&media=lost`);
  expect(browser.done.at(-1)).toBe('camera closed');
  expect(selectRoom(lena.state()).isInRoom).toBe(true);
});

describe('the list of agreed actions', () => {
  const OTHER = 't'.repeat(16);
  const recent = (...ids: string[]): CoachingActions => ({
    myKey: { publicKey: 'K'.repeat(87) },
    sessions: ids.map((sessionId) => ({
      sessionId,
      programId: PROGRAM_ID,
      programName: 'Lead with questions',
      learnerId: 7,
      startsAt: '2026-11-18T10:00:00.000Z',
      other: tomas,
      otherKey: null,
      shared: document,
    })),
  });
  const load = async (client: ReturnType<typeof start>) => {
    void client.store.dispatch(actionsApi.endpoints.getCoachingActions.initiate());
    await pass(500);
    return selectAgreedActions(client.state());
  };

  it('is decrypted in the browser: open actions in their newest state, earliest date first', async () => {
    const browser = aBrowser({
      [`${SESSION_ID}/shared`]: {
        actions: [action('done now', { isDone: true }), action('late', { due: '2026-11-20' })],
      },
      [`${OTHER}/shared`]: {
        actions: [action('done now'), action('no date'), action('soon', { due: '2026-11-30' })],
      },
    });
    const lena = start({
      answers: { 'GET /api/coaching/actions': () => json(recent(SESSION_ID, OTHER)), ...answers() },
      coaching: browser.coaching,
    });
    await pass(1_000);
    const { keys, actions } = await load(lena);
    expect(keys).toBe('open');
    expect(actions.map(({ id, isOverdue }) => [id, isOverdue])).toEqual([
      ['late', true],
      ['soon', false],
      ['no date', false],
    ]);
    // Marking it as done changes the encrypted notes.
    lena.store.dispatch(agreedActionDone({ sessionId: SESSION_ID, id: 'late' }));
    await pass(2_000);
    expect(browser.edits).toMatchObject([{ kind: 'action', action: { id: 'late', isDone: true } }]);
    expect(lena.api.asked(`PUT /api/coaching/${SESSION_ID}/documents/shared`)).toBe(1);
    expect(selectToast(lena.state())?.text).toBe('The action is marked as done.');
  });

  it('stays in the list when it cannot be marked as done without a connection, which is said at once', async () => {
    const browser = aBrowser({ [`${SESSION_ID}/shared`]: { actions: [action('late')] } });
    const lena = start({
      answers: {
        'GET /api/coaching/actions': () => json(recent(SESSION_ID)),
        ...answers(),
        [`GET /api/coaching/${SESSION_ID}/room`]: () => Promise.reject(new TypeError('Failed to fetch')),
      },
      coaching: browser.coaching,
    });
    await pass(1_000);
    await load(lena);
    lena.store.dispatch(agreedActionDone({ sessionId: SESSION_ID, id: 'late' }));
    expect(selectAgreedActions(lena.state()).actions).toEqual([]);
    await pass(2_000);
    expect(selectToast(lena.state())?.text).toMatch(
      /^The action is not marked as done\. Check your connection/,
    );
    expect(selectAgreedActions(lena.state()).actions.map(({ id }) => id)).toEqual(['late']);
    expect(browser.edits).toEqual([]);
  });

  it('is empty for a person without keys', async () => {
    const lena = start({
      answers: { 'GET /api/coaching/actions': () => json({ myKey: null, sessions: [] }) },
      coaching: aBrowser({}).coaching,
    });
    await pass(1_000);
    expect(await load(lena)).toEqual({ keys: 'none', actions: [], unlockAt: null });
  });

  it('is not shown in a browser without the key, which asks for the recovery code', async () => {
    const lena = start({
      answers: { 'GET /api/coaching/actions': () => json(recent(SESSION_ID)) },
      coaching: aBrowser({}, false).coaching,
    });
    await pass(1_000);
    expect(await load(lena)).toEqual({
      keys: 'locked',
      actions: [],
      unlockAt: { programId: PROGRAM_ID, sessionId: SESSION_ID },
    });
  });

  it('is added to the agenda of the next session once', async () => {
    const OLD = 'o'.repeat(16);
    const browser = aBrowser({
      [`${OLD}/shared`]: { actions: [action('kept', { isDone: true }), action('open'), action('known')] },
      [`${SESSION_ID}/shared`]: { carried: ['known'] },
    });
    const previous = { sessionId: OLD, startsAt: null, shared: document };
    start({ at: page('join'), answers: answers(aRoom({ previous })), coaching: browser.coaching });
    await pass(3_000);
    expect(browser.edits).toEqual([
      { kind: 'action', action: action('open') },
      { kind: 'carried', ids: ['open'] },
    ]);
  });

  it('is added to the agenda when the time of the next session is confirmed on its page', async () => {
    const OLD = 'o'.repeat(16);
    const browser = aBrowser({
      [`${OLD}/shared`]: { actions: [action('open')] },
      [`${SESSION_ID}/shared`]: {},
    });
    const lena = start({ at: page(''), answers: answers(), coaching: browser.coaching });
    await pass(1_000);
    expect(browser.edits).toEqual([]);
    const previous = { sessionId: OLD, startsAt: null, shared: document };
    lena.api.on(`GET /api/coaching/${SESSION_ID}/room`, () => json(aRoom({ previous })));
    void lena.store.dispatch(
      roomApi.endpoints.getCoachingRoom.initiate({ sessionId: SESSION_ID }, { forceRefetch: true }),
    );
    await pass(1_000);
    expect(browser.edits).toMatchObject([{ kind: 'action' }, { kind: 'carried', ids: ['open'] }]);
  });
});
