import { Link } from 'react-router-dom';
import type { CoachingSummary } from '#contract/learning/coachingSummaries.ts';
import { fullName } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { sessionPath } from '#src/coaching/coachingPaths.ts';
import { Tag } from '#src/ui/display/Tag.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import './sessionList.css';

const kinds = { remote: 'remote', in_person: 'in person' };

/** Sessions as rows. Other people's sessions have no link. */
export function SessionList({ sessions }: { sessions: readonly CoachingSummary[] }) {
  return (
    <ul className="card session-list">
      {sessions.map((session) => (
        <Row key={session.sessionId} session={session} />
      ))}
    </ul>
  );
}

function Row({ session }: { session: CoachingSummary }) {
  const { shortDay, time, monthAndDate, dayOf } = useFormats();
  const me = useAppSelector((state) => selectUser(state)?.userId);
  const { startsAt, proposed, minutes, kind, learner, peer, isMine } = session;
  const shown = startsAt ?? proposed[0] ?? null;
  const tile = shown && monthAndDate(dayOf(shown));
  const other = learner.userId === me ? peer : isMine ? learner : peer;
  const title = startsAt
    ? `${shortDay(startsAt)}, ${time(startsAt)}`
    : proposed.length > 0
      ? plural(proposed.length, '# proposed time', '# proposed times')
      : 'Without a time';
  return (
    <li className={isMine ? 'link-row' : undefined}>
      {tile && (
        <div className="tile" aria-hidden="true">
          <span>{tile.month}</span>
          <b>{tile.date}</b>
        </div>
      )}
      <div className="grow">
        <p className="strong">
          {isMine ? (
            <Link className="row-title" to={sessionPath(session)}>
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        <p className="text-2">{`${minutes} min with ${fullName(other)}, ${kinds[kind]}`}</p>
        {session.isSharedWithMe && (
          <p>
            <Link to={`${sessionPath(session)}&show=shared`}>Read the shared notes</Link>
          </p>
        )}
      </div>
      <StateTag session={session} />
    </li>
  );
}

function StateTag({ session: { state, startsAt, needsAnswer } }: { session: CoachingSummary }) {
  if (needsAnswer) return <Tag tone="amber">Waiting for your answer</Tag>;
  switch (state) {
    case 'proposed':
      return <Tag>Waiting for an answer</Tag>;
    case 'scheduled':
      return <Tag tone="primary">Confirmed</Tag>;
    case 'held':
    case 'completed':
      return <Tag>Held</Tag>;
    case 'expired':
      return <Tag>{startsAt ? 'Outcome unknown' : 'No time chosen'}</Tag>;
    case 'no_show':
      return <Tag tone="berry">No-show</Tag>;
    case 'cancelled':
      return <Tag>Cancelled</Tag>;
  }
}
