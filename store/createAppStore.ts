import { configureStore, type Middleware, type StoreEnhancer } from '@reduxjs/toolkit';
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
  return configureStore({
    reducer: rootReducer,
    ...(preloadedState && { preloadedState }),
    // A production build offers nothing to look into.
    devTools: process.env.NODE_ENV === 'production' ? false : devToolsOptions,
    middleware: (getDefault) =>
      getDefault({ thunk: { extraArgument: ports } }).concat(
        baseApi.middleware,
        ...(sagaMiddleware ? [sagaMiddleware] : []),
        ...after,
      ),
    enhancers: (getDefault) => getDefault().concat(enhancers),
  });
}
export type AppStore = ReturnType<typeof createAppStore>;
export type AppDispatch = AppStore['dispatch'];
