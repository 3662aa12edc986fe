import { Link } from 'react-router-dom';
import type { CoachingSummary } from '#contract/learning/coachingSummaries.ts';
import { planPath } from '#src/coaching/coachingPaths.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { CardError } from '#src/ui/feedback/CardError.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useGetLearnerCoachingQuery } from '#store/coaching/coachingApi.ts';
import { ShortSession } from './ShortSession.tsx';

const SHOWN = 3;

const isOpen = ({ state }: CoachingSummary) => state === 'proposed' || state === 'scheduled';
/** Open sessions first, then past ones from the latest. */
const inOrder = (sessions: readonly CoachingSummary[]) => [
  ...sessions.filter(isOpen),
  ...sessions
    .filter((session) => !isOpen(session))
    .sort((one, other) => (other.startsAt ?? '').localeCompare(one.startsAt ?? '')),
];

/** The learner's own sessions in a program, also past ones. A long list is folded. */
export function SessionsCard({ programId, userId }: { programId: string; userId: number }) {
  const query = useGetLearnerCoachingQuery({ programId, userId });
  const { data, error } = query;
  if (!data && !error) return null;
  const sessions = inOrder(data?.sessions ?? []);
  if (data && sessions.length === 0 && data.planWith.length === 0) return null;
  return (
    <section className="card stack-3" aria-labelledby="own-sessions">
      <h2 className="title-3" id="own-sessions">
        Sessions
      </h2>
      {data ? (
        <>
          {sessions.length === 0 && <p className="text-2">No session planned yet.</p>}
          {sessions.slice(0, SHOWN).map((session) => (
            <ShortSession key={session.sessionId} session={session} />
          ))}
          {sessions.length > SHOWN && (
            <Disclosure summary={plural(sessions.length - SHOWN, '# more session', '# more sessions')}>
              <div className="stack-3">
                {sessions.slice(SHOWN).map((session) => (
                  <ShortSession key={session.sessionId} session={session} />
                ))}
              </div>
            </Disclosure>
          )}
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
