import type { StoreEnhancer } from '@reduxjs/toolkit';
import type { ReactNode } from 'react';
import { readClientConfig } from '#src/app/clientConfig.ts';
import type { AppStore } from '#store/createAppStore.ts';
import type { ActionLog } from '#store/devtools/actionLog.ts';
import { liftedStoreOf } from '#store/devtools/lifted.ts';
import { playTrace, readTrace, type Trace } from '#store/devtools/trace.ts';
import { createTravelGuard } from '#store/devtools/travelGuard.ts';
import { devToolsOptions } from '#store/devtools.ts';
import { DeveloperBar } from './DeveloperBar.tsx';
import { TravelScope } from './TravelScope.tsx';
import './everyEndpoint.ts';
import { wantsPanel } from './wanted.ts';

/** Where `npm run replay` lays the file that it was given. */
const REPLAYED = '/replay.json';

/**
 * What time travel needs before the store is made: the guard, the extension's options or the panel of the page. The panel
 * is for a deployment at home and for tests; the extension works everywhere but in production.
 */
export async function prepareDeveloperTools(view: Window, log: ActionLog) {
  const replayed = await replayedTrace(view);
  const config = replayed ?? (await readClientConfig(view));
  if (!config || config.deployment === 'production') return null;
  const guard = createTravelGuard();
  const hasExtension = '__REDUX_DEVTOOLS_EXTENSION_COMPOSE__' in view;
  const mayHavePanel = replayed !== null || ['local', 'test'].includes(config.deployment);
  const panel =
    !hasExtension && mayHavePanel && wantsPanel(view.sessionStorage) ? await import('./panel.tsx') : null;
  const enhancers: StoreEnhancer[] = panel ? [panel.panelEnhancer()] : [];
  return {
    guard,
    enhancers,
    devTools: { ...devToolsOptions, name: `Trellis ${config.deployment}` },
    /** A replay shows what was; nothing of its own begins. */
    isReplay: replayed !== null,
    /** Call it when the store is there. */
    begin(store: AppStore) {
      const lifted = liftedStoreOf(store);
      if (replayed && lifted) playTrace(lifted, replayed);
    },
    around: (store: AppStore, screens: ReactNode) => (
      <>
        <TravelScope guard={guard}>{screens}</TravelScope>
        <DeveloperBar store={store} guard={guard} log={log} config={config} />
        {panel && <panel.Panel />}
      </>
    ),
  };
}
export type DeveloperTools = NonNullable<Awaited<ReturnType<typeof prepareDeveloperTools>>>;

async function replayedTrace(view: Window): Promise<Trace | null> {
  if (!new URLSearchParams(view.location.search).has('replay')) return null;
  const answer = await view.fetch(REPLAYED);
  return answer.ok ? readTrace(await answer.text()) : null;
}
