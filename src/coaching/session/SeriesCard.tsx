import { Link } from 'react-router-dom';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import { sessionPath } from '#src/coaching/coachingPaths.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';

type Series = NonNullable<CoachingSession['series']>;

/** The dates of a session that repeats. */
export function SeriesCard({ session, series }: { session: CoachingSession; series: Series }) {
  const { shortDay, time } = useFormats();
  const { everyWeeks, count, sessions } = series;
  const missing = session.startsAt === null ? 0 : count - sessions.length;
  return (
    <section className="card stack-3" aria-labelledby="series">
      <h2 className="title-3" id="series">
        {plural(everyWeeks, 'Every week', 'Every # weeks')}
      </h2>
      {session.startsAt === null ? (
        <p className="text-2">{`${count} sessions are planned when one of the times is confirmed.`}</p>
      ) : (
        <ol className="stack">
          {sessions.map(({ sessionId, startsAt, state }) => {
            const text = startsAt ? `${shortDay(startsAt)}, ${time(startsAt)}` : 'Without a time';
            return (
              <li key={sessionId}>
                {sessionId === session.sessionId ? (
                  <span className="strong">{text}</span>
                ) : (
                  <Link to={sessionPath({ ...session, sessionId })}>
                    {state === 'cancelled' ? <s>{text}</s> : text}
                  </Link>
                )}
              </li>
            );
          })}
        </ol>
      )}
      {missing > 0 && (
        <p className="small text-2">
          {plural(
            missing,
            '# date was left out because one of you has another session then.',
            '# dates were left out because one of you has another session then.',
          )}
        </p>
      )}
    </section>
  );
}
