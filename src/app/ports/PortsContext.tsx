import { createContext, useContext } from 'react';

/** What login may do: a password goes from the form to the port and into no action and no state. */
export interface AuthPort {
  /** Settles when the service has let the person in; the session is then loaded. Throws what `problemOf` can read. */
  signIn(email: string, password: string): Promise<void>;
}

const PortsContext = createContext<{ auth: AuthPort } | null>(null);
export const PortsProvider = PortsContext.Provider;

export function usePorts(): { auth: AuthPort } {
  const ports = useContext(PortsContext);
  if (!ports) throw new Error('usePorts needs the PortsProvider of the composition root');
  return ports;
}
