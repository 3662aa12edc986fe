import type { SessionUser } from '#contract/access/session.ts';
import { call, type Saga } from '#sagas/effects.ts';

type RunSession = (user: SessionUser) => Saga;
let loading: Promise<void> | null = null;
let runSession: RunSession | null = null;

/** Loads the code of the signed-in session, which /login does not need. A failed load can be tried again. */
export function loadSessionTasks(): Promise<void> {
  loading ??= import(/* webpackChunkName: "session" */ './runSession.ts').then(
    (module) => {
      runSession = module.runSession;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** Starts as soon as the code is loaded, so that the tasks miss no action after the sign-in. */
export function* runSessionTasks(user: SessionUser): Saga {
  if (!runSession) yield* call(loadSessionTasks);
  if (runSession) yield* runSession(user);
}
