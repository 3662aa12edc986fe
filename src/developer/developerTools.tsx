import { instrument } from '@redux-devtools/instrument';
import type { StoreEnhancer } from '@reduxjs/toolkit';
import type { ReactNode } from 'react';
import { readClientConfig } from '#src/app/clientConfig.ts';
import type { AppStore } from '#store/createAppStore.ts';
import type { ActionLog } from '#store/devtools/actionLog.ts';
import { liftedStoreOf } from '#store/devtools/liftedStore.ts';
import { playTrace } from '#store/devtools/playTrace.ts';
import { readTrace } from '#store/devtools/readTrace.ts';
import type { Trace } from '#store/devtools/trace.ts';
import { createTravelGuard } from '#store/devtools/travelGuard.ts';
import { devToolsOptions } from '#store/devtools.ts';
import { DeveloperBar } from './DeveloperBar.tsx';
import { TravelScope } from './TravelScope.tsx';
import '#store/sessionSlices.ts';
import './everyEndpoint.ts';
import { isInTheatre, joinTheatre } from './theatreCopy.ts';
import { wantsPanel } from './wanted.ts';

/** `npm run replay` serves its file at this path. */
const REPLAY_PATH = '/replay.json';

/**
 * Prepares time travel before the store is created: the guard and the extension's options, or the in-page panel in
 * local and test deployments. Returns null in production.
 */
export async function prepareDeveloperTools(view: Window, log: ActionLog) {
  const replayed = await replayedTrace(view);
  const config = replayed ?? (await readClientConfig(view));
  if (!config || config.deployment === 'production') return null;
  const guard = createTravelGuard();
  const isCopy = isInTheatre(view) && config.deployment === 'local';
  const hasExtension = '__REDUX_DEVTOOLS_EXTENSION_COMPOSE__' in view;
  const mayHavePanel = replayed !== null || ['local', 'test'].includes(config.deployment);
  const panel =
    !hasExtension && mayHavePanel && !isCopy && wantsPanel(view.sessionStorage)
      ? await import('./panel.tsx')
      : null;
  const enhancers: StoreEnhancer[] = isCopy
    ? [instrument(() => null, { maxAge: devToolsOptions.maxAge }) as unknown as StoreEnhancer]
    : panel
      ? [panel.panelEnhancer(replayed !== null)]
      : [];
  return {
    guard,
    enhancers,
    // The theatre has its own timeline instead of the extension.
    devTools: !isCopy && { ...devToolsOptions, name: `Trellis ${config.deployment}` },
    /** A replay only shows recorded actions; no saga is started. */
    isReplay: replayed !== null,
    /** Call it after the store is created. */
    begin(store: AppStore) {
      const lifted = liftedStoreOf(store);
      if (replayed && lifted) playTrace(lifted, replayed);
      if (isCopy && lifted) joinTheatre(view, { store, lifted, guard, log });
    },
    around: (store: AppStore, screens: ReactNode) => (
      <>
        <TravelScope guard={guard}>{screens}</TravelScope>
        {!isCopy && (
          <DeveloperBar store={store} guard={guard} log={log} config={config} replayed={replayed} />
        )}
        {panel && <panel.Panel />}
      </>
    ),
  };
}
export type DeveloperTools = NonNullable<Awaited<ReturnType<typeof prepareDeveloperTools>>>;

async function replayedTrace(view: Window): Promise<Trace | null> {
  if (!new URLSearchParams(view.location.search).has('replay')) return null;
  const response = await view.fetch(REPLAY_PATH);
  return response.ok ? readTrace(await response.text()) : null;
}
