import { lazy, type ReactNode, Suspense } from 'react';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { ErrorCard } from '#src/ui/feedback/ErrorCard.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonCard } from '#src/ui/feedback/Skeleton.tsx';
import { useGetCoachingRoomQuery } from '#store/coaching/room/roomApi.ts';
import type { RoomShow } from '#store/coaching/room/roomPlace.ts';
import { selectRoom } from '#store/coaching/room/roomSlice.ts';

const Setup = lazy(() => import('#src/coaching/setup/Setup.tsx'));
const Ready = lazy(() => import('#src/coaching/call/Ready.tsx'));
const Room = lazy(() => import('./Room.tsx'));
const WrapUp = lazy(() => import('#src/coaching/wrap-up/WrapUp.tsx'));

interface MeetingPageProps {
  session: CoachingSession;
  show: RoomShow;
  /** Shown instead of a room that is not open. */
  page: ReactNode;
}

/** Everything around the meeting: setting up the notes, joining, the room, the wrap-up. */
export default function MeetingPage({ session, show, page }: MeetingPageProps) {
  const { sessionId } = session;
  const query = useGetCoachingRoomQuery({ sessionId });
  const { notes, isInRoom } = useAppSelector(selectRoom);
  return (
    <QueryContent
      query={query}
      title="Coaching session"
      failure="The room did not load"
      skeleton={<SkeletonCard />}
      missing={<SkeletonCard />}
    >
      {(room) => (
        <Suspense fallback={<SkeletonCard />}>
          {notes === 'loading' ? (
            <SkeletonCard />
          ) : notes === 'setup' || notes === 'locked' ? (
            <Setup session={session} room={room} />
          ) : notes === 'failed' ? (
            <ErrorCard
              failure="The notes of this session could not be opened"
              error={null}
              onRetry={() => location.reload()}
            />
          ) : show === 'wrap-up' ? (
            <WrapUp session={session} room={room} />
          ) : !room.isOpen && !isInRoom ? (
            page
          ) : show === 'room' ? (
            <Room session={session} room={room} />
          ) : (
            <Ready session={session} room={room} />
          )}
        </Suspense>
      )}
    </QueryContent>
  );
}
