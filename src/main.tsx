import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import createSagaMiddleware from 'redux-saga';
import type { Ports } from '#sagas/ports.ts';
import { connectPubNub } from '#sagas/realtime/pubnub.ts';
import { shareRealtime } from '#sagas/realtime/sharedRealtime.ts';
import { rootSaga } from '#sagas/rootSaga.ts';
import { offerDeveloperHandle } from '#src/app/developerHandle.ts';
import { browserPorts } from '#src/app/ports/browserPorts.ts';
import { browserTabs } from '#src/app/ports/browserTabs.ts';
import { PortsProvider } from '#src/app/ports/PortsContext.tsx';
import { AppRouter } from '#src/app/router/AppRouter.tsx';
import { createBrowserNavigator } from '#src/app/router/browserNavigator.ts';
import { createAppStore } from '#store/createAppStore.ts';

/** The composition root: the only place that knows everybody. */
const browser = browserPorts(window);
const navigator = createBrowserNavigator(window);
const connectRealtime = shareRealtime(connectPubNub, browserTabs(window));
const ports: Ports = { ...browser, navigator, connectRealtime };

const sagaMiddleware = createSagaMiddleware({
  context: { ports },
  onError: (error, { sagaStack }) => ports.reportError(error, `root saga ${sagaStack}`),
});
const store = createAppStore({ ports, sagaMiddleware });
sagaMiddleware.run(rootSaga);
navigator.start(store);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');
createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <PortsProvider value={browser}>
        <AppRouter navigator={navigator.navigator} />
      </PortsProvider>
    </Provider>
  </StrictMode>,
);
void offerDeveloperHandle(window, store);
