import { configureStore, type Middleware, type StoreEnhancer } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { baseApi, schemaFailures } from '#store/api/baseApi.ts';
import type { ApiPorts } from '#store/api/ports.ts';
import { devToolsOptions } from '#store/devtools.ts';
import { type RootState, rootReducer } from '#store/rootReducer.ts';

interface Options {
  ports: ApiPorts;
  sagaMiddleware?: Middleware;
  /** Stand after all others: they see what reaches the reducer. */
  middleware?: Middleware[];
  /** Go last, as the instrument of the DevTools must. */
  enhancers?: StoreEnhancer[];
  preloadedState?: Partial<RootState>;
}

export function createAppStore({
  ports,
  sagaMiddleware,
  middleware: after = [],
  enhancers = [],
  preloadedState,
}: Options) {
  schemaFailures.report = ports.reportError;
  const store = configureStore({
    reducer: rootReducer,
    ...(preloadedState && { preloadedState }),
    // A production build offers nothing to look into.
    devTools: process.env.NODE_ENV === 'production' ? false : devToolsOptions,
    middleware: (getDefault) => {
      const sagas = sagaMiddleware ? [sagaMiddleware] : [];
      return getDefault({ thunk: { extraArgument: ports } }).concat(baseApi.middleware, sagas, after);
    },
    enhancers: (getDefault) => getDefault().concat(...enhancers),
  });
  setupListeners(store.dispatch);
  return store;
}
export type AppStore = ReturnType<typeof createAppStore>;
export type AppDispatch = AppStore['dispatch'];
