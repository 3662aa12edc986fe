import { Link } from 'react-router-dom';
import type { CoachingSummary } from '#contract/learning/coachingSummaries.ts';
import { fullName } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { sessionPath } from '#src/coaching/coachingPaths.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

const endings: Partial<Record<CoachingSummary['state'], string>> = {
  cancelled: 'Cancelled, ',
  held: 'Held, ',
  completed: 'Held, ',
  no_show: 'No-show, ',
  expired: 'Outcome unknown, ',
};

/** A session in a card: date, time and the other person. */
export function ShortSession({ session }: { session: CoachingSummary }) {
  const { shortDay, time, monthAndDate, dayOf } = useFormats();
  const me = useAppSelector((state) => selectUser(state)?.userId);
  const { startsAt, proposed, minutes, learner, peer, state } = session;
  const shown = startsAt ?? proposed[0] ?? null;
  const tile = shown && monthAndDate(dayOf(shown));
  const other = learner.userId === me ? peer : learner;
  const text = startsAt
    ? `${shortDay(startsAt)}, ${time(startsAt)}`
    : proposed.length > 0
      ? plural(proposed.length, '# proposed time', '# proposed times')
      : state === 'expired'
        ? 'No time chosen'
        : 'Without a time';
  const ending = state === 'expired' && !startsAt ? '' : (endings[state] ?? '');
  return (
    <div className="row link-row">
      {tile && (
        <div className="tile" aria-hidden="true">
          <span>{tile.month}</span>
          <b>{tile.date}</b>
        </div>
      )}
      <div className="grow">
        <p className="strong figures">
          <Link className="row-title" to={sessionPath(session)}>
            {state === 'cancelled' ? <s>{text}</s> : text}
          </Link>
        </p>
        <p className="text-2">{`${ending}${minutes} min with ${fullName(other)}`}</p>
      </div>
    </div>
  );
}
