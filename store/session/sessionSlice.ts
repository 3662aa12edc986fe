import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { SessionUser } from '#contract/session.ts';

/** Why login is shown: a call was tried without a stored token, or the service ended the session. */
export type SessionNotice = 'token-missing' | 'session-ended';

export interface SessionState {
  /** `unknown` until the browser has been asked whether somebody is signed in. */
  status: 'unknown' | 'signedOut' | 'signedIn';
  user: SessionUser | null;
  tokenExpiresAt: number | null;
  notice: SessionNotice | null;
  /** The service does not answer the question who is signed in; it is asked again. */
  isUnreachable: boolean;
}

const initialState: SessionState = {
  status: 'unknown',
  user: null,
  tokenExpiresAt: null,
  notice: null,
  isUnreachable: false,
};
const over: SessionState = { ...initialState, status: 'signedOut' };

interface SignedIn {
  user: SessionUser;
  tokenExpiresAt: number;
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
    /** Nobody was signed in when the application started. */
    absent: () => over,
    unreachable(session) {
      session.isUnreachable = true;
    },
    signedIn: (_session, { payload }: PayloadAction<SignedIn>) => ({
      ...initialState,
      status: 'signedIn' as const,
      ...payload,
    }),
    tokenRefreshed(session, { payload }: PayloadAction<{ tokenExpiresAt: number }>) {
      if (session.status === 'signedIn') session.tokenExpiresAt = payload.tokenExpiresAt;
    },
    userChanged(session, { payload }: PayloadAction<Partial<SessionUser>>) {
      if (session.user) Object.assign(session.user, payload);
    },
    /** The service will not go on with this session (401, 403), or a call was tried without a token. */
    rejected: (_session, { payload }: PayloadAction<Rejected>) => ({ ...over, notice: payload.reason }),
    /** The person left: here (the button) or in another tab of this browser. */
    signedOut: (_session, _action: PayloadAction<{ where: 'here' | 'elsewhere' }>) => over,
    /** The person asked to leave; the saga tells the service and every tab. */
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
  tokenRefreshed,
  userChanged,
  rejected: sessionRejected,
  signedOut,
  signOutRequested,
} = sessionSlice.actions;
export const { selectSession, selectUser, selectNotice, selectIsUnreachable } = sessionSlice.selectors;
/** One person's session ends or another's begins: what belongs to a session starts anew. */
export const sessionChanged = isAnyOf(signedIn, sessionRejected, signedOut);
export default sessionSlice;
