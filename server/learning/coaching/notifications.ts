import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';
import { type FullSession, otherOf } from './coachingRepository.ts';

/** `ended`: the account of the other person was deactivated. */
export type SessionChange = 'proposed' | 'confirmed' | 'kept' | 'cancelled' | 'ended';

/** Notifies the other person. `following`: the later sessions of the series changed in the same way. */
export const notifyOther = (
  tx: TenantTransaction,
  viewer: Pick<Viewer, 'userId'>,
  session: FullSession,
  change: SessionChange,
  now: Date,
  following = false,
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
            extraPayload: { sessionId: session.id, change, ...(following && { following }) },
          },
        },
      },
    ],
    now,
  );
