import type { Middleware, StoreEnhancer } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import type { SessionUser } from '#contract/access/session.ts';
import type { RoomChannel } from '#contract/learning/coachingRoom.ts';
import { chatChannel } from '#contract/messaging/channels.ts';
import type { MessagingConfig } from '#contract/messaging/messaging.ts';
import type { Ports } from '#sagas/ports.ts';
import { recordedPorts } from '#sagas/recordedPorts.ts';
import { rootSaga } from '#sagas/rootSaga.ts';
import { createOutbox } from '#src/app/ports/outbox.ts';
import { memoryOutbox } from '#src/app/ports/outboxStore.ts';
import { selectOpenMessages } from '#store/chat/messageSelectors.ts';
import { selectOpenChannel } from '#store/chat/widgetSelectors.ts';
import { createAppStore } from '#store/createAppStore.ts';
import { createActionLog } from '#store/devtools/actionLog.ts';
import { createEffectLog } from '#store/devtools/effectLog.ts';
import { type AppLocation, type LocationChange, locationChanged } from '#store/navigation/navigationSlice.ts';
import type { PageEvent } from '#store/ports/page.ts';
import type { SavedResponse, SavedResponsesPort } from '#store/ports/savedResponses.ts';
import type { RestoredSession, TokenAnswer, TokenEvent } from '#store/ports/tokens.ts';
import type { UpdatesPort } from '#store/ports/updates.ts';
import type { RootState } from '#store/rootReducer.ts';
import '#store/sessionSlices.ts';
import { aUser, lena, max, zoe } from '#test/fixtures/people.ts';
import { type Answer, fakeApi, json, problem } from './fakeApi.ts';
import { type FakeMessaging, fakeMessaging } from './fakeRealtime.ts';
import { fakeBrowser } from './fakeTabs.ts';

const locationOf = (to: string, state: unknown = null): AppLocation => {
  const { pathname, search, hash } = new URL(to, 'http://localhost');
  return { pathname, search, hash, state, key: to };
};

/** The whole open conversation is visible, including its newest message. */
function newestOf(state: RootState) {
  const channel = selectOpenChannel(state);
  const timetoken = selectOpenMessages(state).findLast((message) => message.timetoken !== null)?.timetoken;
  return channel && timetoken ? { channel, timetoken } : null;
}

interface Options {
  user?: SessionUser;
  /** The restored session. By default the user is signed in. */
  restored?: RestoredSession;
  /** Replaces the default token port, whose tokens never expire. */
  tokens?: Ports['tokens'];
  at?: string;
  messaging?: FakeMessaging;
  /** Replaces the default connection to the messaging service. */
  connect?: Ports['connectRealtime'];
  answers?: Record<string, Answer>;
  enhancers?: StoreEnhancer[];
  /** Shared by two clients: they are tabs of one browser, or one tab before and after a reload. */
  claims?: Ports['claims'];
  /** By default kept in the memory of the tab. */
  outbox?: Ports['outbox'];
  /** Shared by two clients of one browser. */
  seen?: Ports['seen'];
  /** Shared by two clients of one browser. */
  drafts?: Ports['drafts'];
  coaching?: Ports['coaching'];
  /** By default there is no service worker. */
  updates?: UpdatesPort;
  /** Shared by two clients of one browser. */
  savedResponses?: SavedResponsesPort;
}

/** A vault whose keys are in memory. Its packages are large and few tests use it, so they are loaded then. */
export async function memoryVault() {
  const [{ createVault }, { memoryKeyStore }] = await Promise.all([
    import('#src/app/ports/coaching/vault/createVault.ts'),
    import('#src/app/ports/coaching/vault/keyStore.ts'),
  ]);
  return createVault(memoryKeyStore());
}

/** The drafts of one browser. */
export function fakeDrafts(): Ports['drafts'] & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    load(userId) {
      for (const key of kept.keys()) if (!key.startsWith(`${userId}/`)) kept.delete(key);
      return Object.fromEntries([...kept].map(([key, text]) => [key.slice(`${userId}/`.length), text]));
    },
    keep: (userId, key, text) =>
      void (text === '' ? kept.delete(`${userId}/${key}`) : kept.set(`${userId}/${key}`, text)),
    wipe: () => kept.clear(),
  };
}

/** When people were last online, in one browser. */
export function fakeSeen(): Ports['seen'] & { kept: Map<number, Record<string, number>> } {
  const kept = new Map<number, Record<string, number>>();
  return {
    kept,
    load: (userId) => kept.get(userId) ?? {},
    keep: (userId, seen) => void kept.set(userId, seen),
    wipe: () => kept.clear(),
  };
}

/** The saved responses of one browser. */
export function fakeSavedResponses(): SavedResponsesPort & { kept: Map<string, SavedResponse> } {
  const kept = new Map<string, SavedResponse>();
  let owner: SessionUser | null = null;
  return {
    kept,
    user: async () => owner,
    async keepUser(user) {
      if (owner && owner.userId !== user.userId) kept.clear();
      owner = user;
    },
    read: async (key) => kept.get(key) ?? null,
    keep: async (response) => void kept.set(response.key, response),
    async wipe() {
      owner = null;
      kept.clear();
    },
  };
}

/** The claims of one browser. */
export function fakeClaims(): Ports['claims'] {
  const claimed = new Set<string>();
  return { claim: async (key) => claimed.size < claimed.add(key).size };
}

/** The client without screens: the real store and sagas, with fake ports. */
export function startClient(options: Options = {}) {
  const { user = aUser(), at = '/home', messaging = fakeMessaging() } = options;
  const effects: string[] = [];
  const errors: { error: unknown; where: string }[] = [];
  const actions: string[] = [];
  const tokenListeners = new Set<(event: TokenEvent) => void>();
  const pageListeners = new Set<(event: { kind: PageEvent }) => void>();
  const screenListeners = new Set<() => void>();
  const screen: { seen?: ReturnType<Ports['screen']['newestMessage']> } = {};
  const page = { isOnline: true, isVisible: true, isFocused: true };
  let token: TokenAnswer = { kind: 'token', idToken: 'id-1' };
  let restored: RestoredSession = options.restored ?? { kind: 'token', expiresAt: 2_000_000_000_000 };
  let keys: MessagingConfig | null = null;
  let room: RoomChannel | null = null;
  let confettiRuns = 0;
  let go = (_change: LocationChange) => {};

  const api = fakeApi({
    'GET /api/session': () => json(user),
    'GET /api/users': () => json({ data: [lena, max, zoe] }),
    'GET /api/messaging/config': () =>
      json({ authKey: 'key-1', subKey: 'sub', pubKey: 'pub', uuid: user.uuid, expiresIn: 3_600 }),
    'POST /api/conversations': async (request) => {
      const { peerId } = (await request.clone().json()) as { peerId: number };
      const peer = [lena, max, zoe].find(({ userId }) => userId === peerId);
      if (!peer) return problem(404, 'not-found');
      const channel = chatChannel(user.tenantId, user.userId, peerId);
      for (const uuid of [user.uuid, peer.uuid]) messaging.setMember(channel, uuid, undefined);
      return json({ channel });
    },
    'POST /api/unread-messages': () => json({ accepted: true }),
    ...options.answers,
  });

  const savedResponses = options.savedResponses ?? fakeSavedResponses();
  const ports: Ports = {
    tokens: options.tokens ?? {
      forCall: async () => token,
      afterRefusal: async () => token,
      noteServerDate: () => {},
      restore: async () => restored,
      listen(onEvent) {
        tokenListeners.add(onEvent);
        return () => tokenListeners.delete(onEvent);
      },
      forget: () => void effects.push('tokens forgotten'),
      signOut: async () => {
        effects.push('service told of the sign-out');
      },
    },
    saveFile: (_content, name) => void effects.push(`file ${name} saved`),
    messagingKeys: {
      keep(config) {
        keys = config;
      },
      current: () => keys,
      keepRoom(channel) {
        room = channel;
      },
      currentRoom: () => room,
    },
    coaching: options.coaching ?? {
      vault: memoryVault,
      call: () => Promise.reject(new Error('No call in this test')),
    },
    connectRoom: (channel) => messaging.connect(channel),
    connectRealtime: (config) => {
      effects.push('realtime connected');
      return (options.connect ?? messaging.connect)(config);
    },
    navigator: {
      push: (to, state) => {
        effects.push(`push ${to}`);
        go({ location: locationOf(to, state), kind: 'PUSH' });
      },
      replace: (to, state) => {
        effects.push(`replace ${to}`);
        go({ location: locationOf(to, state), kind: 'REPLACE' });
      },
    },
    page: {
      isOnline: () => page.isOnline,
      isVisible: () => page.isVisible,
      isFocused: () => page.isFocused,
      listen(onEvent) {
        pageListeners.add(onEvent);
        return () => pageListeners.delete(onEvent);
      },
      setTitle: (title) => void effects.push(`title ${title}`),
      showTop: () => void effects.push('top shown'),
      showTarget: (id) => void effects.push(`target shown ${id}`),
    },
    confetti: {
      start: () => {
        confettiRuns += 1;
        effects.push('confetti started');
        return () => void effects.push('confetti stopped');
      },
    },
    fetch: (request) => {
      effects.push(`${request.method} ${new URL(request.url).pathname}`);
      return api.fetch(request);
    },
    reportError: (error, where) => void errors.push({ error, where }),
    now: () => Date.now(),
    serverNow: () => Date.now(),
    loadUpdates: async () => options.updates ?? null,
    claims: options.claims ?? fakeClaims(),
    seen: options.seen ?? fakeSeen(),
    drafts: options.drafts ?? fakeDrafts(),
    // Loaded after the first calls of the screens have failed.
    loadSavedResponses: async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return savedResponses;
    },
    outbox: options.outbox ?? createOutbox(memoryOutbox(), fakeBrowser().open()),
    screen: {
      newestMessage: () => (screen.seen === undefined ? newestOf(store.getState()) : screen.seen),
      listen(onMoved) {
        screenListeners.add(onMoved);
        return () => screenListeners.delete(onMoved);
      },
    },
    loadAnalytics: async () => null,
    random: () => 0.5,
  };

  const effectLog = createEffectLog({ size: 5_000, now: () => Date.now(), keepsArguments: true });
  const log = createActionLog({ size: 500, now: () => Date.now(), effects: effectLog });
  const sagaMiddleware = createSagaMiddleware({
    context: { ports: recordedPorts(ports, effectLog.inPort) },
    sagaMonitor: effectLog.monitor,
    onError: (error) => errors.push({ error, where: 'root' }),
  });
  const recorder: Middleware = () => (next) => (action) => {
    if (typeof (action as { type?: unknown }).type === 'string')
      actions.push((action as { type: string }).type);
    return next(action);
  };
  const store = createAppStore({
    ports,
    sagaMiddleware,
    middleware: [recorder],
    log,
    enhancers: options.enhancers ?? [],
  });
  const root = sagaMiddleware.run(rootSaga);
  go = (change) => void store.dispatch(locationChanged(change));
  go({ location: locationOf(at), kind: 'START' });

  return {
    store,
    log,
    root,
    api,
    messaging,
    effects,
    errors,
    actions,
    state: () => store.getState(),
    path: () => {
      const { pathname, search, hash } = store.getState().navigation.location;
      return `${pathname}${search}${hash}`;
    },
    visit: (to: string, state?: unknown) => go({ location: locationOf(to, state), kind: 'PUSH' }),
    /** Events of the token port. */
    tokens: {
      say: (event: TokenEvent) => {
        for (const listener of tokenListeners) listener(event);
      },
      answer: (next: TokenAnswer) => {
        token = next;
      },
      restores: (next: RestoredSession) => {
        restored = next;
      },
    },
    page: {
      change(kind: PageEvent, now: Partial<typeof page>) {
        Object.assign(page, now);
        for (const listener of pageListeners) listener({ kind });
      },
      listenerCount: () => pageListeners.size,
    },
    /** The part that the user scrolled to. By default the whole open conversation is visible. */
    scrollTo(seen: { channel: string; timetoken: string } | null) {
      screen.seen = seen;
      for (const listener of screenListeners) listener();
    },
    confettiRuns: () => confettiRuns,
  };
}
export type Client = ReturnType<typeof startClient>;

/** Advances the fake clock. */
export const pass = (ms = 50) => jest.advanceTimersByTimeAsync(ms);
