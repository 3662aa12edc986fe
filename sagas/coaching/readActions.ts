import type { SessionUser } from '#contract/access/session.ts';
import type { CoachingActions } from '#contract/learning/coachingActions.ts';
import { fullName } from '#contract/people.ts';
import { dayNumberOf, dayText } from '#contract/timeZones.ts';
import { call, ports, put, type Saga, select } from '#sagas/effects.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { actionsApi } from '#store/coaching/actions/actionsApi.ts';
import { type AgreedAction, agreedActionsRead } from '#store/coaching/actions/actionsSlice.ts';
import type { CoachingVault, OpenNotes } from '#store/ports/coachingVault.ts';
import { toastShown } from '#store/toasts/toastsSlice.ts';
import { ownerOf, type RoomContext, readRoomOnce } from './roomContext.ts';
import { save } from './saveNotes.ts';

type Session = CoachingActions['sessions'][number];
type Actions = CoachingActions & { myKey: NonNullable<CoachingActions['myKey']> };

/** Decrypts the open actions of the last sessions. Actions that cannot be decrypted are left out. */
export function* readActions(user: SessionUser, { myKey, sessions }: Actions): Saga {
  const { coaching, serverNow } = yield* ports();
  const vault = yield* call(() => coaching.vault());
  if (!(yield* call(() => vault.hasKey(ownerOf(user), myKey.publicKey)))) {
    const [last] = sessions;
    const unlockAt = last ? { programId: last.programId, sessionId: last.sessionId } : null;
    return void (yield* put(agreedActionsRead({ keys: 'locked', actions: [], unlockAt })));
  }
  const today = dayText(dayNumberOf(serverNow(), user.timeZone));
  const found = new Map<string, AgreedAction & { isOpen: boolean }>();
  // The newest session comes first. An action that was carried over has the state of the newest one.
  for (const session of sessions) {
    const notes = yield* call(() => openShared(vault, user, session, myKey.publicKey).catch(() => null));
    for (const action of notes?.content().actions ?? [])
      if (!found.has(action.id))
        found.set(action.id, {
          ...action,
          sessionId: session.sessionId,
          programId: session.programId,
          programName: session.programName,
          learnerId: session.learnerId,
          otherName: fullName(session.other),
          agreedAt: session.startsAt,
          isOverdue: action.due !== '' && action.due < today,
          isOpen: !action.isDone,
        });
    notes?.close();
  }
  const open = [...found.values()].flatMap(({ isOpen, ...action }) => (isOpen ? [action] : []));
  open.sort((a, b) => (a.due || '9').localeCompare(b.due || '9'));
  yield* put(agreedActionsRead({ keys: 'open', unlockAt: null, actions: open }));
}

const openShared = (vault: CoachingVault, user: SessionUser, session: Session, myPublicKey: string) =>
  vault.open({
    owner: ownerOf(user),
    scope: `${session.sessionId}/shared`,
    document: session.shared,
    myPublicKey,
    otherPublicKey: session.otherKey,
  });

/** Notes are encrypted together with the newest ones of the server, so this change is not queued (decision 0134). */
const notDone = (isOffline: boolean) =>
  `The action is not marked as done. ${isOffline ? 'Check your connection and try again.' : 'Try again.'}`;

/** The list without an answer of the server: the action is open in it. */
function* listAgain(user: SessionUser): Saga {
  const { data } = yield* select(actionsApi.endpoints.getCoachingActions.select());
  if (data?.myKey) yield* call(readActions, user, { myKey: data.myKey, sessions: data.sessions });
}

/** Marks an action as done in the encrypted notes of its session. */
export function* completeAction(
  user: SessionUser,
  { sessionId, id }: { sessionId: string; id: string },
): Saga {
  const { coaching, reportError } = yield* ports();
  let notes: OpenNotes | null = null;
  try {
    // The screen already shows the action as done, so the user learns at once if that fails.
    const room = yield* call(readRoomOnce, sessionId);
    const vault = yield* call(() => coaching.vault());
    notes = yield* call(() =>
      vault.open({
        owner: ownerOf(user),
        scope: `${sessionId}/shared`,
        document: room.shared,
        myPublicKey: room.myKey?.publicKey ?? '',
        otherPublicKey: room.otherKey,
      }),
    );
    const open = notes;
    const action = open?.content().actions.find((one) => one.id === id);
    if (open && action) {
      open.edit({ kind: 'action', action: { ...action, isDone: true } });
      const context: RoomContext = { user, sessionId, vault, room, notes: { shared: open }, media: null };
      if (!(yield* call(save, context, 'shared', open))) throw new Error('The notes were refused');
      // Without the text of the action: it is encrypted content.
      yield* put(
        toastShown({ id: `action-done-${id}`, text: 'The action is marked as done.', canUndo: false }),
      );
    }
  } catch (error) {
    const isOffline = problemOf(error).kind === 'offline';
    if (!isOffline) reportError(error, 'completing an agreed action');
    yield* put(toastShown({ id: `action-done-${id}`, text: notDone(isOffline), canUndo: false }));
    yield* call(listAgain, user);
  } finally {
    notes?.close();
    yield* put(baseApi.util.invalidateTags([{ type: 'Coaching', id: 'ACTIONS' }]));
  }
}
