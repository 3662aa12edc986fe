import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { SessionUser } from '#contract/access/session.ts';

/** Why the sign-in page is shown: a call without a stored token, a session that the server ended, or a sign-out. */
export type SessionNotice = 'token-missing' | 'session-ended' | 'signed-out';

export interface SessionState {
  /** `unknown` until the session has been restored, or until it is known that there is none. */
  status: 'unknown' | 'signedOut' | 'signedIn';
  user: SessionUser | null;
  tokenExpiresAt: number | null;
  notice: SessionNotice | null;
  /** True while the last user of this browser is shown and the server has not confirmed the session yet. */
  isSaved: boolean;
  /** The server does not respond while the session is being restored. The client keeps trying. */
  isUnreachable: boolean;
}

const initialState: SessionState = {
  status: 'unknown',
  user: null,
  tokenExpiresAt: null,
  notice: null,
  isSaved: false,
  isUnreachable: false,
};
const over: SessionState = { ...initialState, status: 'signedOut' };

interface SignedIn {
  user: SessionUser;
  tokenExpiresAt: number | null;
  isSaved?: boolean;
}
interface Rejected {
  reason: SessionNotice;
  status: 401 | 403 | 'token-missing' | 'refresh-refused';
  endpoint: string;
}

const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** There was no session at start-up. */
    absent: () => over,
    unreachable(session) {
      session.isUnreachable = true;
    },
    signedIn: (_session, { payload }: PayloadAction<SignedIn>) => ({
      ...initialState,
      status: 'signedIn' as const,
      ...payload,
    }),
    /** The server can be reached, and the saved session still exists. */
    confirmed: (session, { payload }: PayloadAction<SignedIn>) => ({
      ...session,
      ...payload,
      isSaved: false,
      isUnreachable: false,
    }),
    tokenRefreshed(session, { payload }: PayloadAction<{ tokenExpiresAt: number }>) {
      if (session.status === 'signedIn') session.tokenExpiresAt = payload.tokenExpiresAt;
    },
    userChanged(session, { payload }: PayloadAction<Partial<SessionUser>>) {
      if (session.user) Object.assign(session.user, payload);
    },
    /** The server ended the session (401, 403), or a call was made without a token. */
    rejected: (_session, { payload }: PayloadAction<Rejected>) => ({ ...over, notice: payload.reason }),
    /** The user signed out, here or in another tab of this browser. */
    signedOut: (_session, _action: PayloadAction<{ where: 'here' | 'elsewhere' }>) => ({
      ...over,
      notice: 'signed-out' as const,
    }),
    /** The user asked to sign out; a saga notifies the server and every tab. */
    signOutRequested: () => {},
  },
  selectors: {
    selectSession: (session) => session,
    selectUser: (session) => session.user,
    selectNotice: (session) => session.notice,
    selectIsUnreachable: (session) => session.isUnreachable,
  },
});

export const {
  absent: sessionAbsent,
  unreachable: sessionUnreachable,
  signedIn,
  confirmed: sessionConfirmed,
  tokenRefreshed,
  userChanged,
  rejected: sessionRejected,
  signedOut,
  signOutRequested,
} = sessionSlice.actions;
export const { selectSession, selectUser, selectNotice, selectIsUnreachable } = sessionSlice.selectors;
/** A session starts or ends, so everything that belongs to a session resets. */
export const sessionChanged = isAnyOf(signedIn, sessionRejected, signedOut);
export default sessionSlice;
