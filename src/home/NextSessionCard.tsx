import { CalendarDays } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { CoachingSummary, NextCoaching } from '#contract/learning/coachingSummaries.ts';
import { ROOM_OPENS_BEFORE_MS } from '#contract/learning/coachingSummaries.ts';
import { TIMES_TARGET } from '#contract/notifications/linkTargets.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { planPath, sessionPath } from '#src/coaching/coachingPaths.ts';
import { ShortSession } from '#src/coaching/lists/ShortSession.tsx';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { CardError } from '#src/ui/feedback/CardError.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { formatList } from '#src/ui/text/formatList.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useNow } from '#src/ui/text/useNow.ts';
import { useGetNextCoachingQuery } from '#store/coaching/nextCoachingApi.ts';
import { roomPath } from '#store/coaching/room/roomPlace.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

/** As in `POLLED`, which home does not load. */
const POLL_MS = 15_000;

/** The next coaching session, in each of its states, below the last one while it waits for its wrap-up. */
export function NextSessionCard() {
  const query = useGetNextCoachingQuery(undefined, { refetchOnFocus: true });
  const { data, error } = query;
  const { wrapUp, session } = data ?? {};
  const now = useNow();
  // A wrap-up needs no second card that says only that no session is planned.
  const hasNext = !wrapUp || Boolean(data?.session ?? data?.cancelled ?? data?.plan);
  return (
    <>
      {wrapUp && (
        <Card id="last-session" title="Last session">
          <WrapUp session={wrapUp} />
        </Card>
      )}
      {hasNext && (
        <Card
          id="next-session"
          title={session && !data?.room && hasEnded(session, now) ? 'Last session' : 'Next session'}
        >
          {data ? (
            <Content next={data} />
          ) : error ? (
            <CardError failure="Your sessions did not load." query={query} />
          ) : (
            <>
              <p className="visually-hidden" role="status">
                Loading your next session
              </p>
              <div className="row" aria-hidden="true">
                <Skeleton width={3.25} height={3.25} />
                <div className="stack grow">
                  <Skeleton width={9} />
                  <Skeleton width={7} />
                </div>
              </div>
            </>
          )}
        </Card>
      )}
    </>
  );
}

/** An ended session is listed until the user has said whether it took place. */
const hasEnded = ({ startsAt, minutes }: CoachingSummary, now: number) =>
  startsAt !== null && Date.parse(startsAt) + minutes * 60_000 < now;

const Card = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section className="card" aria-labelledby={id}>
    <div className="card-head">
      <h2 className="title-3" id={id}>
        {title}
      </h2>
      <CalendarDays className="icon" aria-hidden="true" />
    </div>
    {children}
  </section>
);

function Content({ next: { session, room, cancelled, plan } }: { next: NextCoaching }) {
  const planLink = plan && (
    <Link className={buttonClass('outlined', true)} to={planPath(plan.programId)}>
      Plan session
    </Link>
  );
  if (session && room) return <JoinNow session={session} isOtherThere={room.isOtherThere} />;
  if (session && session.state !== 'proposed') return <Scheduled session={session} />;
  if (session) return <Proposed session={session} />;
  if (cancelled)
    return (
      <Parts actions={planLink}>
        <ShortSession session={cancelled} />
        <p className="text-2">This session was cancelled.</p>
      </Parts>
    );
  return (
    <Parts actions={planLink}>
      <p className="text-2">
        {plan
          ? `No session planned. Propose times to ${plan.peer.firstName} for ${plan.programName}.`
          : 'No session planned. When you and your coach agree on a time, it appears here.'}
      </p>
    </Parts>
  );
}

const Parts = ({ children, actions }: { children: ReactNode; actions: ReactNode }) => (
  <div className="stack-3">
    {children}
    {actions && <div className="row row-wrap">{actions}</div>}
  </div>
);

const WrapUp = ({ session }: { session: CoachingSummary }) => (
  <Parts
    actions={
      <Link className={buttonClass('outlined', true)} to={roomPath(session, 'wrap-up')}>
        Wrap up
      </Link>
    }
  >
    <ShortSession session={session} />
    <p className="text-2">
      {session.state === 'held'
        ? 'Add actions and feedback. After 3 days the session is completed without them.'
        : 'Add actions and feedback.'}
    </p>
  </Parts>
);

function JoinNow({ session, isOtherThere }: { session: CoachingSummary; isOtherThere: boolean }) {
  const me = useAppSelector((state) => selectUser(state)?.userId);
  const other = session.learner.userId === me ? session.peer : session.learner;
  // No notification says that the other person has left by closing their browser.
  useGetNextCoachingQuery(undefined, { pollingInterval: isOtherThere ? POLL_MS : 0 });
  return (
    <Parts
      actions={
        <Link className={buttonClass('primary', true)} to={roomPath(session, 'join')}>
          Join session
        </Link>
      }
    >
      <ShortSession session={session} />
      <p className="text-2">{isOtherThere ? `${other.firstName} is in the room.` : 'The room is open.'}</p>
    </Parts>
  );
}

function Scheduled({ session }: { session: CoachingSummary }) {
  const me = useAppSelector((state) => selectUser(state)?.userId);
  const now = useNow();
  const start = session.startsAt === null ? null : Date.parse(session.startsAt);
  const isOver = hasEnded(session, now);
  const isRoomOpen =
    session.kind === 'remote' && start !== null && start - ROOM_OPENS_BEFORE_MS <= now && !isOver;
  const other = session.learner.userId === me ? session.peer : session.learner;
  return (
    <Parts
      actions={
        <Link className={buttonClass('outlined', true)} to={sessionPath(session)}>
          {isOver || session.needsAnswer ? 'Answer' : isRoomOpen ? 'Join session' : 'View session'}
        </Link>
      }
    >
      <ShortSession session={session} />
      <p className="text-2">
        {isOver
          ? 'Did this session take place?'
          : session.needsAnswer
            ? `${other.firstName} proposed other times.`
            : session.programName}
      </p>
    </Parts>
  );
}

function Proposed({ session }: { session: CoachingSummary }) {
  const { shortDay } = useFormats();
  const me = useAppSelector((state) => selectUser(state)?.userId);
  const other = session.learner.userId === me ? session.peer : session.learner;
  const count = session.proposed.length;
  const days = formatList([...new Set(session.proposed.map(shortDay))]);
  return (
    <Parts
      actions={
        <Link
          className={buttonClass('outlined', true)}
          to={session.needsAnswer ? `${sessionPath(session)}#${TIMES_TARGET}` : sessionPath(session)}
        >
          {session.needsAnswer ? 'Choose a time' : 'View times'}
        </Link>
      }
    >
      <p className="strong">
        {session.needsAnswer
          ? plural(count, `${other.firstName} proposed # time`, `${other.firstName} proposed # times`)
          : plural(count, `You sent # time to ${other.firstName}`, `You sent # times to ${other.firstName}`)}
      </p>
      <p className="text-2">
        {session.needsAnswer
          ? `${days}, ${session.minutes} min.`
          : `${days}, ${session.minutes} min. ${other.firstName} has not answered yet.`}
      </p>
    </Parts>
  );
}
