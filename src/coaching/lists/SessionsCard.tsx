import { Link } from 'react-router-dom';
import { planPath } from '#src/coaching/coachingPaths.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { CardError } from '#src/ui/feedback/CardError.tsx';
import { useGetLearnerCoachingQuery } from '#store/coaching/coachingApi.ts';
import { ShortSession } from './ShortSession.tsx';

const SHOWN = 3;

/** The learner's own sessions in a program. */
export function SessionsCard({ programId, userId }: { programId: string; userId: number }) {
  const query = useGetLearnerCoachingQuery({ programId, userId });
  const { data, error } = query;
  if (!data && !error) return null;
  if (data?.sessions.length === 0 && data.planWith.length === 0) return null;
  return (
    <section className="card stack-3" aria-labelledby="own-sessions">
      <h2 className="title-3" id="own-sessions">
        Sessions
      </h2>
      {data ? (
        <>
          {data.sessions.length === 0 && <p className="text-2">No session planned yet.</p>}
          {data.sessions.slice(0, SHOWN).map((session) => (
            <ShortSession key={session.sessionId} session={session} />
          ))}
          {data.planWith.length > 0 && (
            <p>
              <Link className={buttonClass('outlined', true)} to={planPath(programId)}>
                Plan session
              </Link>
            </p>
          )}
        </>
      ) : (
        <CardError failure="Your sessions did not load." query={query} />
      )}
    </section>
  );
}
