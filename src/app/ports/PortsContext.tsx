import { createContext, useContext } from 'react';
import type { InvitationDetails, PasswordChange, PasswordResetDetails } from '#contract/account.ts';

/** Calls with passwords and the tokens of links, which never enter an action or the state. */
export interface AuthPort {
  /** Resolves when the server has accepted the sign-in. Throws an error that `problemOf` can read. */
  signIn(email: string, password: string): Promise<void>;
  /** Ends the delay after failed sign-ins with the token of the link that was opened. Throws as `signIn` does. */
  unlock(): Promise<void>;
  /** Whom the invitation of the opened link is for, and whether it works. */
  invitation: () => Promise<InvitationDetails>;
  /** Accepts the invitation of the opened link, and signs in. */
  acceptInvitation(newPassword: string): Promise<void>;
  /** Mails a link to set a new password. Resolves also when there is no such account. */
  requestPasswordReset(email: string): Promise<void>;
  /** Whose password the opened link resets; null if no link was opened. */
  passwordReset: () => Promise<PasswordResetDetails | null>;
  /** Sets the password with the opened link, and signs in. */
  resetPassword(newPassword: string): Promise<void>;
  /** Changes the password of the signed-in person, and signs out their other devices. */
  changePassword(change: PasswordChange): Promise<void>;
}

const PortsContext = createContext<{ auth: AuthPort } | null>(null);
export const PortsProvider = PortsContext.Provider;

export function usePorts(): { auth: AuthPort } {
  const ports = useContext(PortsContext);
  if (!ports) throw new Error('usePorts needs the PortsProvider of the composition root');
  return ports;
}
