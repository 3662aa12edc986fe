import { Link, useParams, useSearchParams } from 'react-router-dom';
import type { LearnerCoaching } from '#contract/learning/coaching.ts';
import { fullName } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { learnerSessionsPath } from '#src/coaching/coachingPaths.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { useGetCoachingSessionQuery, useGetLearnerCoachingQuery } from '#store/coaching/coachingApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { PlanForm } from './PlanForm.tsx';

/** Plans a session, or proposes other times for one. The learner, the other person and the session are in the address. */
export default function PlanPage() {
  const { programId = '' } = useParams();
  const [search] = useSearchParams();
  const sessionId = search.get('session');
  const me = useAppSelector((state) => selectUser(state)?.userId ?? 0);
  const learnerId = idOf(search.get('learner')) ?? me;
  // The keys start an empty form for another learner or session, which are only in the query of the address.
  return (
    <div className="content">
      {sessionId === null ? (
        <NewSession key={learnerId} programId={programId} learnerId={learnerId} me={me} />
      ) : (
        <OtherTimes key={sessionId} programId={programId} sessionId={sessionId} me={me} />
      )}
    </div>
  );
}

const idOf = (text: string | null) => {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};
const skeleton = (
  <>
    <SkeletonHeader />
    <SkeletonRows count={3} />
  </>
);

function NewSession({ programId, learnerId, me }: { programId: string; learnerId: number; me: number }) {
  const [search] = useSearchParams();
  const query = useGetLearnerCoachingQuery({ programId, userId: learnerId });
  return (
    <QueryContent
      query={query}
      title="Plan your next session"
      failure="The page did not load"
      skeleton={skeleton}
      missing={
        <NotFoundState title="Program not found" to="/program" label="Go to your programs">
          The link may be wrong, the program may be archived, or you may not have access.
        </NotFoundState>
      }
    >
      {({ planWith, programName, cannotPlan }) => {
        const partner = planWith.find(({ userId }) => userId === idOf(search.get('with'))) ?? planWith[0];
        return partner ? (
          <PlanForm
            program={{
              programId,
              learnerId,
              page:
                learnerId === me
                  ? { to: `/program/${programId}`, label: programName }
                  : // A coach or manager may not take part in the program.
                    { to: learnerSessionsPath(programId, learnerId), label: fullName(partner) },
            }}
            partner={partner}
            partners={planWith}
            session={null}
          />
        ) : (
          <NoPartner
            page={
              learnerId === me
                ? { to: `/program/${programId}`, label: 'Go to the program' }
                : { to: learnerSessionsPath(programId, learnerId), label: 'Go to the sessions' }
            }
            why={cannotPlan ?? 'not-taking-part'}
          />
        );
      }}
    </QueryContent>
  );
}

const WHY_NOT: Record<NonNullable<LearnerCoaching['cannotPlan']>, string> = {
  completed: 'The program is completed, so no more sessions are planned in it.',
  closed: 'The program is paused or archived. Sessions can be planned again if it continues.',
  'not-taking-part': 'Sessions can only be planned with a learner who takes part in the program.',
  former: 'You are no longer the coach or manager of this learner in the program.',
  'no-coach-or-manager': 'No coach or manager is named in the program yet. Ask the person who invited you.',
};

interface NoPartnerProps {
  page: { to: string; label: string };
  why: keyof typeof WHY_NOT;
}
const NoPartner = ({ page, why }: NoPartnerProps) => (
  <div className="card">
    <h1 className="visually-hidden">Plan your next session</h1>
    <EmptyState
      drawing="seed"
      title="No session can be planned here now"
      action={
        <Link className={buttonClass('primary')} to={page.to}>
          {page.label}
        </Link>
      }
    >
      {WHY_NOT[why]}
    </EmptyState>
  </div>
);

function OtherTimes({ programId, sessionId, me }: { programId: string; sessionId: string; me: number }) {
  const query = useGetCoachingSessionQuery({ sessionId });
  const learnerId = query.data?.learnerId;
  /** The program has a page for its learners, and the sessions of a learner have one for the coach and the manager. */
  const sessions = learnerId !== undefined && learnerId !== me && learnerSessionsPath(programId, learnerId);
  const missing = sessions ? (
    <NotFoundState title="Session not found" to={sessions} label="Go to the sessions">
      The session may have ended, or it was moved or cancelled.
    </NotFoundState>
  ) : (
    <NotFoundState title="Session not found" to={`/program/${programId}`} label="Go to the program">
      The session may have ended, or it was moved or cancelled. Ask your coach for the next date.
    </NotFoundState>
  );
  return (
    <QueryContent
      query={query}
      title="Propose other times"
      failure="The session did not load"
      skeleton={skeleton}
      missing={missing}
    >
      {(session) =>
        session.programId === programId && session.can.propose ? (
          <PlanForm
            program={{
              programId,
              learnerId: session.learnerId,
              page: sessions
                ? { to: sessions, label: fullName(session.other) }
                : { to: `/program/${programId}`, label: session.programName },
            }}
            partner={session.other}
            partners={[session.other]}
            session={session}
          />
        ) : (
          missing
        )
      }
    </QueryContent>
  );
}
