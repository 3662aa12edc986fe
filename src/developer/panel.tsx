import { withEmotionCache } from '@emotion/react';
import { createDevTools } from '@redux-devtools/core';
import { DockMonitor } from '@redux-devtools/dock-monitor';
import { InspectorMonitor } from '@redux-devtools/inspector-monitor';
import type { ReactNode } from 'react';
import { devToolsOptions } from '#store/devtools.ts';
import { adoptedSheet } from './adoptedSheet.ts';

/** DevTools in the page for browsers without the extension. Ctrl+H hides them, Ctrl+Q moves them. */
const DevTools = createDevTools(
  // The defaults are repeated here, because the dock reads them from defaultProps, which React 19 ignores.
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
/** Must be the last enhancer of the store. */
export const panelEnhancer = (isReplay: boolean) =>
  // A replay shows the failure of a reducer instead of failing itself.
  DevTools.instrument({ maxAge, trace, traceLimit, shouldHotReload, shouldCatchErrors: isReplay });

/** Emotion writes style elements, which the Content Security Policy forbids; adopted style sheets are allowed. */
const Adopted = withEmotionCache<{ children: ReactNode }>(({ children }, cache) => {
  cache.sheet = adoptedSheet(document, cache.sheet);
  return children;
});

export const Panel = () => (
  <Adopted>
    <DevTools />
  </Adopted>
);
