import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';
import { type FullSession, otherOf } from './coachingRepository.ts';

/** `ended`: the account of the other person was deactivated. */
export type SessionChange = 'proposed' | 'confirmed' | 'kept' | 'cancelled' | 'ended';

/** Notifies the other person. `count` distinguishes repeated changes of the same kind. */
export const notifyOther = (
  tx: TenantTransaction,
  viewer: Pick<Viewer, 'userId'>,
  session: FullSession,
  change: SessionChange,
  now: Date,
) =>
  enqueueNotifications(
    tx,
    [
      {
        receiverId: otherOf(session, viewer.userId),
        dedupeKey: `coaching:${session.id}:${change}:${now.getTime()}`,
        body: {
          notificationType: 'COACHING_SESSION_CHANGED',
          payload: {
            userId: viewer.userId,
            programId: session.programId,
            programName: session.programName,
            extraPayload: { sessionId: session.id, change },
          },
        },
      },
    ],
    now,
  );
