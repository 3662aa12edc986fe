import { lazy, Suspense, useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { type CoachingSession, wasHeld } from '#contract/learning/coaching.ts';
import { fullName } from '#contract/people.ts';
import { POLLED } from '#src/app/polling.ts';
import { learnerSessionsPath } from '#src/coaching/coachingPaths.ts';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonCard, SkeletonHeader } from '#src/ui/feedback/Skeleton.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useGetCoachingSessionQuery } from '#store/coaching/coachingApi.ts';
import { roomPlaceOf } from '#store/coaching/room/roomPlace.ts';
import { AnswerTimes } from './AnswerTimes.tsx';
import { CancelSession } from './CancelSession.tsx';
import { EndedCard } from './EndedCard.tsx';
import { PersonCard } from './PersonCard.tsx';
import { PlaceCard } from './PlaceCard.tsx';
import { SeriesCard } from './SeriesCard.tsx';
import './session.css';
import { WhenCard } from './WhenCard.tsx';

const MeetingPage = lazy(() => import('#src/coaching/room/MeetingPage.tsx'));
const SharedNotes = lazy(() => import('./SharedNotes.tsx'));
const Preparation = lazy(() => import('#src/coaching/room/Preparation.tsx'));

const [DAY_MS, LAST_REMINDER_MS] = [86_400_000, 600_000];

/** From the beginning of a session on, both people can say how it went. */
const hasBegun = ({ can, held }: CoachingSession) => can.confirmHeld || held.me;

/** A coaching session for its two people. Everyone else sees “Session not found”. */
export default function SessionPage() {
  const { programId = '', sessionId = '' } = useParams();
  const show = roomPlaceOf(useLocation())?.show ?? null;
  const isShared = new URLSearchParams(useLocation().search).get('show') === 'shared';
  const [isPolled, setPolled] = useState(false);
  const query = useGetCoachingSessionQuery(
    { sessionId },
    { skip: isShared, refetchOnMountOrArgChange: true, ...(isPolled && POLLED) },
  );
  // No notification says that the other person has changed the place, or what they answer after the session.
  const mayChange = (show === null || show === 'wrap-up') && query.data?.ended === null;
  if (isPolled !== mayChange) setPolled(mayChange);
  const missing = (
    <NotFoundState title="Session not found" to={`/program/${programId}`} label="Go to the program">
      The session may have ended, or it was moved or cancelled.
    </NotFoundState>
  );
  if (isShared)
    return (
      <div className="content">
        <Suspense fallback={<SkeletonCard />}>
          <SharedNotes programId={programId} sessionId={sessionId} />
        </Suspense>
      </div>
    );
  return (
    <div className="content">
      <QueryContent
        query={query}
        title="Coaching session"
        failure="The session did not load"
        skeleton={
          <>
            <SkeletonHeader />
            <SkeletonCard />
          </>
        }
        missing={missing}
      >
        {(session) =>
          session.programId !== programId ? (
            missing
          ) : show === null || session.kind !== 'remote' || session.startsAt === null ? (
            <Page key={session.sessionId} session={session} />
          ) : (
            <Suspense fallback={<SkeletonCard />}>
              <MeetingPage
                key={session.sessionId}
                session={session}
                show={show}
                page={<Page session={session} />}
              />
            </Suspense>
          )
        }
      </QueryContent>
    </div>
  );
}

function Page({ session }: { session: CoachingSession }) {
  const { shortDay } = useFormats();
  const [now] = useState(Date.now);
  const [isCancelling, setCancelling] = useState(false);
  const cancel = () => setCancelling(true);
  const { programName, startsAt, proposal, other, relation, ended, can } = session;
  const area =
    relation === 'learner'
      ? {
          to: learnerSessionsPath(session.programId, session.learnerId),
          label: fullName(other),
        }
      : { to: `/program/${session.programId}`, label: programName };
  const isAnswering = proposal?.by === 'other' && can.propose;
  return (
    <>
      <Breadcrumb {...area} here={startsAt ? `Session on ${shortDay(startsAt)}` : 'Session'} />
      <PageHeader title={titleOf(session)} lede={ledeOf(session, now, shortDay)} />
      <div className="columns">
        <div className="stack-6">
          {ended && <EndedCard session={session} />}
          {startsAt && !ended && <WhenCard session={session} startsAt={startsAt} onCancel={cancel} />}
          {/* Times that were proposed for a confirmed session end with its beginning. */}
          {proposal && can.propose && (
            <AnswerTimes key={proposal.at} session={session} isAnswering={isAnswering} onCancel={cancel} />
          )}
          {startsAt && session.kind === 'remote' && session.state !== 'cancelled' && (
            <Suspense fallback={<SkeletonCard />}>
              <Preparation session={session} />
            </Suspense>
          )}
        </div>
        <aside className="side" aria-label="About this session">
          <PersonCard session={session} />
          {session.series && (startsAt || !ended) && <SeriesCard session={session} series={session.series} />}
          {!ended && <PlaceCard session={session} />}
        </aside>
      </div>
      {isCancelling && <CancelSession session={session} onClose={() => setCancelling(false)} />}
    </>
  );
}

function titleOf({ other, proposal, startsAt, ended }: CoachingSession) {
  if (startsAt || ended || !proposal) return `Session with ${fullName(other)}`;
  const count = proposal.times.length;
  return proposal.by === 'other'
    ? plural(count, `${other.firstName} proposed # time`, `${other.firstName} proposed # times`)
    : plural(count, `You sent # time to ${other.firstName}`, `You sent # times to ${other.firstName}`);
}

/** The reminders that are still sent. */
function remindersOf(session: CoachingSession, now: number) {
  const left = hasBegun(session) ? 0 : Date.parse(session.startsAt ?? '') - now;
  if (left > DAY_MS) return ' Reminders are sent 24 hours before and 10 minutes before.';
  return left > LAST_REMINDER_MS ? ' A reminder is sent 10 minutes before.' : '';
}

function ledeOf(session: CoachingSession, now: number, shortDay: (instant: string) => string) {
  const { state, startsAt, kind, minutes, proposal, confirmedAt, programName } = session;
  if (wasHeld({ state }) || state === 'cancelled') return `Coaching in ${programName}.`;
  if (state === 'expired')
    return startsAt
      ? 'You have not both confirmed that this session took place.'
      : 'None of the proposed times was chosen.';
  if (state === 'no_show') return 'This session did not take place.';
  const length =
    kind === 'remote'
      ? plural(minutes, '# minute, remote.', '# minutes, remote.')
      : plural(minutes, '# minute, in person.', '# minutes, in person.');
  if (confirmedAt) return `Confirmed by both on ${shortDay(confirmedAt)}.${remindersOf(session, now)}`;
  const free = proposal?.times.filter(({ isFree }) => isFree).length ?? 0;
  return free === proposal?.times.length
    ? `${length} ${plural(free, 'The time is still free for both of you.', 'All # are still free for both of you.')}`
    : `${length} ${plural(free, '# time is still free for both of you.', '# times are still free for both of you.')}`;
}
