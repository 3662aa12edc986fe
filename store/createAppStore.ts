import {
  type ConfigureStoreOptions,
  configureStore,
  type Middleware,
  type StoreEnhancer,
} from '@reduxjs/toolkit';
import { baseApi, schemaFailures } from '#store/api/baseApi.ts';
import type { ApiPorts } from '#store/api/ports.ts';
import type { ActionLog } from '#store/devtools/actionLog.ts';
import type { TravelGuard } from '#store/devtools/travelGuard.ts';
import { type RootState, rootReducer } from './rootReducer.ts';

interface Options {
  ports: ApiPorts;
  sagaMiddleware?: Middleware;
  /** Runs after all other middleware except the log. */
  middleware?: Middleware[];
  /** Records all actions and their causes. */
  log?: ActionLog;
  /** Applied last, as the DevTools instrument requires. */
  enhancers?: StoreEnhancer[];
  /** Set if time travel is possible. Runs before all other middleware. */
  travelGuard?: TravelGuard;
  /** By default there are no DevTools. */
  devTools?: ConfigureStoreOptions['devTools'];
  preloadedState?: Partial<RootState>;
}

export function createAppStore({
  ports,
  sagaMiddleware,
  middleware: after = [],
  log,
  enhancers = [],
  travelGuard,
  devTools = false,
  preloadedState,
}: Options) {
  schemaFailures.report = ports.reportError;
  const store = configureStore({
    reducer: rootReducer,
    ...(preloadedState && { preloadedState }),
    devTools,
    middleware: (getDefault) => {
      const all = getDefault({ thunk: { extraArgument: ports } }).concat(
        baseApi.middleware,
        ...(sagaMiddleware ? [sagaMiddleware] : []),
        ...after,
        ...(log ? [log.middleware] : []),
      );
      if (log) all.unshift(log.causes);
      if (travelGuard) all.unshift(travelGuard.middleware);
      return all;
    },
    enhancers: (getDefault) => getDefault().concat(enhancers),
  });
  if (log) Object.assign(store, { dispatch: log.fromScreen(store.dispatch) });
  travelGuard?.attach(store);
  return store;
}
export type AppStore = ReturnType<typeof createAppStore>;
export type AppDispatch = AppStore['dispatch'];
