import { Link } from 'react-router-dom';
import { planPath } from '#src/coaching/coachingPaths.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { PrivacyNote } from '#src/ui/feedback/Note.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { useGetLearnerCoachingQuery } from '#store/coaching/coachingApi.ts';
import { SessionList } from './SessionList.tsx';

/** The sessions of a learner in a program, for coach and manager. */
export function LearnerSessions({
  programId,
  learner,
}: {
  programId: string;
  learner: { userId: number; firstName: string };
}) {
  const query = useGetLearnerCoachingQuery({ programId, userId: learner.userId });
  return (
    <QueryContent
      query={query}
      title="Sessions"
      level={2}
      failure="The sessions did not load"
      skeleton={<SkeletonRows count={3} />}
    >
      {({ sessions, planWith }) => {
        const plan = planWith.length > 0 && (
          <Link className={buttonClass('primary')} to={planPath(programId, { learner: learner.userId })}>
            Plan session
          </Link>
        );
        return (
          <section className="stack-4" aria-labelledby="sessions">
            <div className="row row-between">
              <h2 className="title-2" id="sessions">
                Sessions
              </h2>
              {sessions.length > 0 && plan}
            </div>
            {sessions.length > 0 ? (
              <SessionList sessions={sessions} />
            ) : (
              <div className="card">
                <EmptyState drawing="seed" title="No sessions yet" action={plan || null}>
                  {`Sessions with ${learner.firstName} in this program appear here.`}
                </EmptyState>
              </div>
            )}
            <PrivacyNote>
              Coach and manager see when sessions take place. Only the two people in a session see its
              details.
            </PrivacyNote>
          </section>
        );
      }}
    </QueryContent>
  );
}
