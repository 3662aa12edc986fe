import { withEmotionCache } from '@emotion/react';
import { createDevTools } from '@redux-devtools/core';
import { DockMonitor } from '@redux-devtools/dock-monitor';
import { InspectorMonitor } from '@redux-devtools/inspector-monitor';
import type { ReactNode } from 'react';
import { devToolsOptions } from '#store/devtools.ts';
import { adoptedSheet } from './adoptedSheet.ts';

/** The DevTools in the page, for whoever has no extension: Ctrl+H hides it, Ctrl+Q moves it. */
const DevTools = createDevTools(
  // The defaults are said again: the dock reads them from the element, where React 19 does not put them any more.
  <DockMonitor
    toggleVisibilityKey="ctrl-h"
    changePositionKey="ctrl-q"
    defaultIsVisible
    defaultPosition="right"
    defaultSize={0.35}
    fluid
  >
    <InspectorMonitor theme="nicinabox" invertTheme={false} />
  </DockMonitor>,
);

const { maxAge, trace, traceLimit, shouldHotReload } = devToolsOptions;
/** Goes last among the enhancers of the store. */
export const panelEnhancer = () => DevTools.instrument({ maxAge, trace, traceLimit, shouldHotReload });

/** The panel's style library writes style elements, which the page's policy forbids; sheets that a script adopts are allowed. */
const Adopted = withEmotionCache<{ children: ReactNode }>(({ children }, cache) => {
  cache.sheet = adoptedSheet(document, cache.sheet);
  return children;
});

export const Panel = () => (
  <Adopted>
    <DevTools />
  </Adopted>
);
