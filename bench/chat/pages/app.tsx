import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import createSagaMiddleware from 'redux-saga';
import type { SessionUser } from '#contract/access/session.ts';
import type { Person } from '#contract/people.ts';
import type { Ports } from '#sagas/ports.ts';
import { recordedPorts } from '#sagas/recordedPorts.ts';
import { rootSaga } from '#sagas/rootSaga.ts';
import { browserPorts } from '#src/app/ports/browserPorts.ts';
import { PortsProvider } from '#src/app/ports/PortsContext.tsx';
import { AppRouter } from '#src/app/router/AppRouter.tsx';
import { createBrowserNavigator } from '#src/app/router/browserNavigator.ts';
import { selectListStatus } from '#store/chat/conversationSelectors.ts';
import { selectOpenHistory, selectOpenMessages } from '#store/chat/messageSelectors.ts';
import { historyRequested } from '#store/chat/messagesSlice.ts';
import { conversationClosed, conversationOpened } from '#store/chat/widgetSlice.ts';
import { createAppStore } from '#store/createAppStore.ts';
import { createActionLog } from '#store/devtools/actionLog.ts';
import { createEffectLog } from '#store/devtools/effectLog.ts';
import '#store/sessionSlices.ts';
import type { Contestant } from './contestant.ts';
import { CHANNEL, endlessMessaging, ME, PEER, TENANT_ID } from './endlessMessaging.ts';
import { measuring } from './measure.ts';

declare const __IS_RECORDED__: boolean;

/** The real application with its store, sagas and screens. Only the API and the messaging service are fakes. */
const user: SessionUser = {
  ...ME,
  emailAddress: 'lena@demo.example',
  tenantId: TENANT_ID,
  tenantName: 'Bench',
  isAdmin: false,
  roles: { isAdmin: false, hasReports: false, mayAuthor: false },
  lastProfileUpdate: '2026-01-05T08:00:00.000Z',
  propensityScore: 62,
  joinedAt: '2000-01-01T08:00:00.000Z',
  userAvatar: null,
  initials: 'LL',
  timeZone: 'UTC',
};
const people: Person[] = [ME, PEER].map((one) => ({
  ...one,
  emailAddress: `${one.uuid}@demo.example`,
  title: null,
  departmentName: null,
  userAvatar: null,
  initials: `${one.firstName[0]}${one.lastName[0]}`,
  isActive: true,
}));
const answers: Record<string, unknown> = {
  '/api/session': user,
  '/api/users': { data: people },
  '/api/messaging/config': { authKey: 'k', subKey: 's', pubKey: 'p', uuid: ME.uuid, expiresIn: 3_600 },
  '/api/config': { deployment: 'bench', version: '0.0.0' },
};
const answer = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const browser = browserPorts(window, () => null);
const navigator = createBrowserNavigator(window);
const messaging = endlessMessaging();
const expiresAt = Date.now() + 24 * 60 * 60_000;
const ports: Ports = {
  ...browser,
  navigator,
  connectRoom: () => Promise.reject(new Error('No room in a bench')),
  loadAnalytics: async () => null,
  tokens: {
    ...browser.tokens,
    forCall: async () => ({ kind: 'token', idToken: 'bench' }),
    restore: async () => ({ kind: 'token', expiresAt }),
  },
  fetch: async ({ url }) => {
    const known = answers[new URL(url).pathname];
    return known ? answer(known) : answer({ code: 'not-found', message: 'none', requestId: '-' }, 404);
  },
  connectRealtime: async () => messaging.realtime,
};
/** Records as in production. The other build of recording.ts does not contain this code. */
function createRecorder() {
  const now = () => performance.now();
  const effects = createEffectLog({ size: 200, now, keepsArguments: false });
  return { effects, log: createActionLog({ size: 500, now, effects }) };
}
const recorder = __IS_RECORDED__ ? createRecorder() : null;
const sagaMiddleware = createSagaMiddleware({
  context: { ports: recorder ? recordedPorts(ports, recorder.effects.inPort) : ports },
  ...(recorder && { sagaMonitor: recorder.effects.monitor }),
  onError: (error) => ports.reportError(error, 'root saga'),
});
const store = createAppStore({ ports, sagaMiddleware, ...(recorder && { log: recorder.log }) });
sagaMiddleware.run(rootSaga);
navigator.start(store);

const root = document.getElementById('root');
if (!root) throw new Error('the page has no element #root');
createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <PortsProvider value={browser}>
        <AppRouter navigator={navigator.navigator} />
      </PortsProvider>
    </Provider>
  </StrictMode>,
);

const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};
const state = () => store.getState();
const loadedCount = () => selectOpenMessages(state()).length;
const find = (selector: string) => document.querySelector<HTMLElement>(selector) ?? document.body;
let list: Element | null = null;
const page: Contestant = {
  /** Like a user: opens the conversation, loads page by page, and closes it. */
  async load(count) {
    await until(() => selectListStatus(state()) === 'loaded');
    if (count === 0) return;
    page.open();
    await until(() => loadedCount() > 0 && !selectOpenHistory(state()).isLoading);
    while (loadedCount() < count) {
      const before = loadedCount();
      store.dispatch(historyRequested({ channel: CHANNEL }));
      await until(() => loadedCount() > before && !selectOpenHistory(state()).isLoading);
    }
    page.close();
    await until(() => document.querySelector('ol.messages') === null);
  },
  open: () => void store.dispatch(conversationOpened({ channel: CHANNEL, peerId: PEER.userId })),
  close: () => void store.dispatch(conversationClosed({ channel: CHANNEL })),
  receive: (n) => messaging.receive(n),
  // The element is cached, as in plain-tail: searching for it in each frame would count as the chat's work.
  newestText() {
    if (!list?.isConnected) list = document.querySelector('ol.messages');
    return list?.lastElementChild?.textContent ?? '';
  },
  scroller: () => find('[data-channel]'),
  composer: () => find('.conversation textarea'),
  rowCount: () => document.querySelectorAll('ol.messages > li').length,
};
window.bench = measuring(page);
