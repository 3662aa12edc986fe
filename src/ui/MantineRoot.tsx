import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Input.css';
import './theme/mantine.css';
import { mantineTheme } from './theme/mantineTheme.ts';

/** The page follows the system's scheme by itself; the provider neither stores nor sets one. */
const followsThePage = {
  get: () => 'auto' as const,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

/**
 * Around a screen that uses Mantine's parts, so that the others do not carry it. It writes no style element: the policy of
 * the page allows none, and the variables stand in our own style sheet.
 */
export function MantineRoot({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={mantineTheme}
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
      colorSchemeManager={followsThePage}
      getRootElement={() => undefined}
    >
      {children}
    </MantineProvider>
  );
}
