import { createContext, useContext } from 'react';
import type { InvitationDetails, PasswordChange, PasswordResetDetails } from '#contract/access/account.ts';
import type { Setup } from '#contract/access/setup.ts';
import type { SignOnChange } from '#contract/administration/signOn.ts';
import type { CoachingPort } from '#store/ports/coaching.ts';

/** Calls with passwords and tokens of links. These never enter an action or the state. */
export interface AuthPort {
  /** Resolves when the server has accepted the sign-in. Throws an error that `problemOf` can read. */
  signIn(email: string, password: string): Promise<void>;
  /** Opens the identity provider of this email address. `redirectUrl` is the path that opens after the sign-in. */
  startSignOn(email: string, redirectUrl: string | null): Promise<void>;
  /** Starts the session of a sign-in that has just returned from the identity provider; false if there is none. */
  completeSignOn(): Promise<boolean>;
  /** Requests a passkey from the device and signs in with it. Throws like `signIn`, or throws the browser's error. */
  signInWithPasskey(): Promise<void>;
  /** Lets the device create a passkey for the signed-in person. Throws like `signInWithPasskey`. */
  addPasskey(passkey: { name: string; currentPassword: string }): Promise<void>;
  /** Ends the delay after failed sign-ins with the token of the opened link. Throws like `signIn`. */
  unlock(): Promise<void>;
  /** The invited person and whether the opened invitation works. */
  invitation: () => Promise<InvitationDetails>;
  /** Accepts the opened invitation, and signs in. */
  acceptInvitation(newPassword: string): Promise<void>;
  /** Mails a link to set a new password. Also resolves if no such account exists. */
  requestPasswordReset(email: string): Promise<void>;
  /** The account whose password the opened link resets; null if no link was opened. */
  passwordReset: () => Promise<PasswordResetDetails | null>;
  /** Sets the password with the opened link, and signs in. */
  resetPassword(newPassword: string): Promise<void>;
  /** Whether the opened address can create the first organisation; 'over' if one exists. */
  setup: () => Promise<'open' | 'refused' | 'over'>;
  /** Creates the first organisation and its administrator, and signs in. */
  createOrganisation(details: Omit<Setup, 'token'>): Promise<void>;
  /** Changes the password of the signed-in person, and signs out their other devices. */
  changePassword(change: PasswordChange): Promise<void>;
  /**
   * Opens the identity provider, which asks for a new sign-in even if the person is signed in there. Returns to
   * `redirectUrl`.
   */
  signInAgain(email: string, redirectUrl: string): Promise<void>;
  /**
   * Requests the person's erasure; null if they do not confirm with the password. Resolves with `OwnDataRequests`,
   * which the page parses, so that the first page needs no schema for it.
   */
  requestErasure(currentPassword: string | null): Promise<unknown>;
  /**
   * Saves the settings of single sign-on, with the client secret. Resolves with `SignOnSettings`, which the screen
   * parses.
   */
  saveSignOn(change: SignOnChange): Promise<unknown>;
  /**
   * A call by an administrator whose response contains a secret that is shown once, such as a token. The screen parses
   * the response and keeps the secret out of the state (decision 0003).
   */
  createSecret(path: string, body: object): Promise<unknown>;
  /** Opens the identity provider for a test, which returns to the settings. */
  testSignOn(): Promise<void>;
  /** The archive with the person's data. It never enters the state either. */
  downloadExport(requestId: string): Promise<Blob>;
}

export interface ScreenPorts {
  auth: AuthPort;
  coaching: CoachingPort;
}
const PortsContext = createContext<ScreenPorts | null>(null);
export const PortsProvider = PortsContext.Provider;

export function usePorts(): ScreenPorts {
  const ports = useContext(PortsContext);
  if (!ports) throw new Error('usePorts needs the PortsProvider of the composition root');
  return ports;
}
