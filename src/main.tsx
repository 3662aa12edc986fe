import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import createSagaMiddleware from 'redux-saga';
import type { Ports } from '#sagas/ports.ts';
import { recordedPorts } from '#sagas/recordedPorts.ts';
import { rootSaga } from '#sagas/rootSaga.ts';
import { readClientConfig } from '#src/app/clientConfig.ts';
import { browserPorts } from '#src/app/ports/browserPorts.ts';
import { browserTabs } from '#src/app/ports/browserTabs.ts';
import { eventName } from '#src/app/ports/eventName.ts';
import { PortsProvider } from '#src/app/ports/PortsContext.tsx';
import { AppRouter } from '#src/app/router/AppRouter.tsx';
import { createBrowserNavigator } from '#src/app/router/browserNavigator.ts';
import type { DeveloperTools } from '#src/developer/developerTools.tsx';
import { wantsDeveloperTools } from '#src/developer/wanted.ts';
import { createErrorReports } from '#src/reporting/errorReports.ts';
import { createOutboundLog } from '#src/reporting/outboundLog.ts';
import { ReportingProvider } from '#src/reporting/ReportingContext.tsx';
import { createAppStore } from '#store/createAppStore.ts';
import { createActionLog } from '#store/devtools/actionLog.ts';
import { createEffectLog } from '#store/devtools/effectLog.ts';
import type { AnalyticsPort } from '#store/ports/analytics.ts';

const now = () => performance.now();
const effects = createEffectLog({
  size: __DEVELOPER_TOOLS__ ? 5_000 : 200,
  now,
  keepsArguments: __DEVELOPER_TOOLS__,
});
const log = createActionLog({ size: 500, now, effects, currentEvent: () => eventName(window) });
const navigator = createBrowserNavigator(window);
const browser = browserPorts(window, navigator.linkToken);
const outboundLog = createOutboundLog(() => Date.now());
const reports = createErrorReports(window, {
  readConfig: () => readClientConfig(window),
  loadSentry: () => import('#src/reporting/sentry.ts'),
  placeOf: log.placeOf,
});
/** One per page, because its script is inserted once. */
let analytics: AnalyticsPort | null = null;
const ports: Ports = {
  ...browser,
  navigator,
  async connectRealtime(config) {
    const { browserRealtime } = await import(
      /* webpackChunkName: "session" */ '#sagas/realtime/browserRealtime.ts'
    );
    return browserRealtime(browserTabs(window))(config);
  },
  async connectRoom({ channel: _channel, ...config }) {
    const { connectPubNub } = await import('#sagas/realtime/pubnub.ts');
    return connectPubNub(config);
  },
  async loadAnalytics() {
    if (!(await readClientConfig(window))?.hasAnalytics) return null;
    const { createAnalyticsAgent } = await import(
      /* webpackChunkName: "analytics" */ '#src/reporting/analyticsAgent.ts'
    );
    analytics ??= createAnalyticsAgent(window, outboundLog);
    return analytics;
  },
  reportError: (error, where) => void reports.report(error, where),
};

function start(tools: DeveloperTools | null) {
  const sagaMiddleware = createSagaMiddleware({
    context: { ports: recordedPorts(ports, effects.inPort) },
    sagaMonitor: effects.monitor,
    onError: (error, { sagaStack }) => ports.reportError(error, `root saga ${sagaStack}`),
    ...(tools && { effectMiddlewares: [tools.guard.effectMiddleware] }),
  });
  const store = createAppStore({
    ports,
    sagaMiddleware,
    log,
    ...(tools && { enhancers: tools.enhancers, devTools: tools.devTools, travelGuard: tools.guard }),
  });
  tools?.begin(store);
  if (!tools?.isReplay) {
    sagaMiddleware.run(rootSaga);
    navigator.start(store);
  }

  const inspect =
    '__REDUX_DEVTOOLS_EXTENSION__' in window
      ? async () => (await import('#src/reporting/showToDevTools.ts')).showToDevTools(window, log, store)
      : null;
  const diagnostics = async () => {
    const [{ reportedTrace }, config] = await Promise.all([
      import('#src/reporting/reportedTrace.ts'),
      readClientConfig(window),
    ]);
    return reportedTrace(log, config, reports.last());
  };
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element #root');
  const screens = <AppRouter navigator={navigator.navigator} />;
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <PortsProvider value={browser}>
          <ReportingProvider value={{ report: reports.report, outboundLog, inspect, diagnostics }}>
            {tools ? tools.around(store, screens) : screens}
          </ReportingProvider>
        </PortsProvider>
      </Provider>
    </StrictMode>,
  );
  if (!tools?.isReplay) void reports.start({ log, getState: () => store.getState(), outboundLog });
  if (__DEVELOPER_TOOLS__ && !tools?.isReplay)
    void import('#src/app/developerHandle.ts').then(({ offerDeveloperHandle }) =>
      offerDeveloperHandle(window, store, log),
    );
}

if (__DEVELOPER_TOOLS__ && wantsDeveloperTools(window))
  void import('#src/developer/developerTools.tsx')
    .then(({ prepareDeveloperTools }) => prepareDeveloperTools(window, log))
    .then(start);
else start(null);
