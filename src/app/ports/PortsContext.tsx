import { createContext, useContext } from 'react';

/** Signs in without putting the password or the token of a link into an action or the state. */
export interface AuthPort {
  /** Resolves when the server has accepted the sign-in. Throws an error that `problemOf` can read. */
  signIn(email: string, password: string): Promise<void>;
  /** Ends the delay after failed sign-ins with the token of the link that was opened. Throws as `signIn` does. */
  unlock(): Promise<void>;
}

const PortsContext = createContext<{ auth: AuthPort } | null>(null);
export const PortsProvider = PortsContext.Provider;

export function usePorts(): { auth: AuthPort } {
  const ports = useContext(PortsContext);
  if (!ports) throw new Error('usePorts needs the PortsProvider of the composition root');
  return ports;
}
