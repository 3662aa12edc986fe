import type { CoachingSession } from '#contract/learning/coaching.ts';
import type { CoachingRoom } from '#contract/learning/coachingRoom.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { SkeletonCard } from '#src/ui/feedback/Skeleton.tsx';
import { selectRoom } from '#store/coaching/room/roomSlice.ts';
import { Agreement } from './Agreement.tsx';
import { RecoveryCode } from './RecoveryCode.tsx';
import './setup.css';
import { UnlockNotes } from './UnlockNotes.tsx';

/** What comes before the first session: the agreement, then the recovery code. On a new device: the code again. */
export default function Setup({ session, room }: { session: CoachingSession; room: CoachingRoom }) {
  const { notes } = useAppSelector(selectRoom);
  if (room.agreement.mine === null) return <Agreement session={session} room={room} />;
  if (room.myKey === null) return <RecoveryCode session={session} replaces={null} />;
  if (notes === 'locked') return <UnlockNotes session={session} myKey={room.myKey} />;
  return <SkeletonCard />;
}
