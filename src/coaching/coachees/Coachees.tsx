import { CalendarCog, CircleAlert, CircleCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { type Coachee, type Coachees as CoacheesData, needsCoach } from '#contract/learning/coachees.ts';
import { fullName } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { POLLED } from '#src/app/polling.ts';
import { coacheesPath } from '#src/app/shell/navigation.ts';
import { learnerSessionsPath, planPath, sessionPath } from '#src/coaching/coachingPaths.ts';
import { useAttentionText } from '#src/team/useAttentionText.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { Table, TableBody, TableCell, TableGroupHead, TableRow } from '#src/ui/display/Table.tsx';
import { Tag } from '#src/ui/display/Tag.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useGetCoachingActionsQuery } from '#store/coaching/actions/actionsApi.ts';
import { selectAgreedActions } from '#store/coaching/actions/actionsSlice.ts';
import { useGetCoacheesQuery } from '#store/coaching/coachingApi.ts';
import { roomPath } from '#store/coaching/room/roomPlace.ts';
import './coachees.css';
import { RatingsCard } from './RatingsCard.tsx';
import { reasonText } from './reasonText.ts';

const COLUMNS = [
  { name: 'Person' },
  { name: 'Reason' },
  { name: 'Next session' },
  { name: 'Last session' },
  { name: 'Open actions' },
  { name: 'Action', isHidden: true },
];

/** The people whom the viewer coaches, those who need attention first. */
export default function Coachees() {
  const query = useGetCoacheesQuery(undefined, { refetchOnFocus: true });
  const isInRoom = query.data?.data.some(({ reason }) => reason === 'in_room') ?? false;
  // No notification says that someone has left a room by closing their browser.
  useGetCoacheesQuery(undefined, isInRoom ? POLLED : {});
  // The saga decrypts them; this page shows how many are open.
  useGetCoachingActionsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <div className="content">
      <QueryContent
        query={query}
        title="Coachees"
        failure="Your coachees did not load"
        skeleton={
          <>
            <SkeletonHeader />
            <SkeletonRows count={4} />
          </>
        }
      >
        {(coachees) => <Page coachees={coachees} />}
      </QueryContent>
    </div>
  );
}

function Page({ coachees: { data, ratings } }: { coachees: CoacheesData }) {
  const needing = data.filter(({ reason }) => needsCoach(reason));
  const others = data.filter(({ reason }) => !needsCoach(reason));
  const inRoom = data.find(({ reason }) => reason === 'in_room');
  const attention = useAttentionText(needing.length, coacheesPath);
  const programs = new Set(data.map(({ programId }) => programId)).size;
  return (
    <>
      <PageHeader
        title="Coachees"
        lede={
          data.length === 0
            ? undefined
            : `${plural(data.length, '# person', '# people')} in ${plural(programs, '# program', '# programs')}. ${attention}`
        }
        action={
          <Link className={buttonClass('outlined')} to="/profile/calendar">
            <CalendarCog className="icon icon-small" aria-hidden="true" />
            Edit availability
          </Link>
        }
      />
      {inRoom && <InRoom coachee={inRoom} />}
      {data.length === 0 ? (
        <div className="card">
          <EmptyState drawing="seed" title="No coachees yet" action={null}>
            Learners appear here when a program names you as their coach.
          </EmptyState>
        </div>
      ) : (
        <Table caption="Your coachees; people who need your attention come first" columns={COLUMNS}>
          <Group title="Needs your attention" coachees={needing} className="needing" />
          <Group title="On track" coachees={others} className="on-track" />
        </Table>
      )}
      <RatingsCard ratings={ratings} />
    </>
  );
}

function InRoom({ coachee }: { coachee: Coachee }) {
  const { learner, programId, sessionId } = coachee;
  if (!sessionId) return null;
  return (
    <article className="card in-room">
      <div>
        <Tag tone="primary">In the room now</Tag>
        <h2 className="title-3">{`${fullName(learner)} joined the session`}</h2>
      </div>
      <Link className={buttonClass('primary')} to={roomPath({ programId, sessionId }, 'join')}>
        Join session
      </Link>
    </article>
  );
}

function Group({ title, coachees, className }: { title: string; coachees: Coachee[]; className: string }) {
  if (coachees.length === 0) return null;
  return (
    <TableBody className={className}>
      <TableGroupHead columns={COLUMNS.length}>{title}</TableGroupHead>
      {coachees.map((coachee) => (
        <Row key={`${coachee.programId}.${coachee.learner.userId}`} coachee={coachee} />
      ))}
    </TableBody>
  );
}

function Row({ coachee }: { coachee: Coachee }) {
  const { shortDay, time } = useFormats();
  const { learner, programId, programName, reason, next, proposed, lastHeldAt } = coachee;
  const isNeeding = needsCoach(reason);
  return (
    <TableRow
      head={
        <div className="row">
          <Avatar person={learner} size="medium" />
          <div>
            <Link className="row-title" to={learnerSessionsPath(programId, learner.userId)}>
              {fullName(learner)}
            </Link>
            <p className="small text-3">{programName}</p>
          </div>
        </div>
      }
    >
      <TableCell>
        <div className={isNeeding ? 'attention' : 'attention ok'}>
          {isNeeding ? (
            <CircleAlert className="icon icon-small" aria-hidden="true" />
          ) : (
            <CircleCheck className="icon icon-small" aria-hidden="true" />
          )}
          <span>{reasonText(coachee, shortDay)}</span>
        </div>
      </TableCell>
      <TableCell label="Next session" className="figures">
        {next ? (
          `${shortDay(next.startsAt)}, ${time(next.startsAt)}`
        ) : (
          <span className="text-3">
            {proposed > 0 ? plural(proposed, '# time proposed', '# times proposed') : 'None planned'}
          </span>
        )}
      </TableCell>
      <TableCell label="Last session" className="figures nowrap">
        {lastHeldAt ? shortDay(lastHeldAt) : <span className="text-3">None yet</span>}
      </TableCell>
      <TableCell label="Open actions" className="figures nowrap">
        <OpenActions coachee={coachee} />
      </TableCell>
      <TableCell isAction>
        <RowAction coachee={coachee} />
      </TableCell>
    </TableRow>
  );
}

/** Known only where this browser can decrypt the notes. */
function OpenActions({ coachee: { programId, learner } }: { coachee: Coachee }) {
  const { actions, keys } = useAppSelector(selectAgreedActions);
  if (keys !== 'open') return <span className="text-3">Encrypted</span>;
  const open = actions.filter(
    (action) => action.learnerId === learner.userId && action.programId === programId,
  );
  const overdue = open.filter(({ isOverdue }) => isOverdue).length;
  return overdue === 0 ? String(open.length) : `${open.length}, ${overdue} overdue`;
}

function RowAction({ coachee }: { coachee: Coachee }) {
  const { reason, programId, sessionId, learner } = coachee;
  const name = fullName(learner);
  const link = (verb: string, to: string) => (
    <Link className={buttonClass('outlined', true)} to={to} aria-label={`${verb}: ${name}`}>
      {verb}
    </Link>
  );
  if (reason === 'none_planned' || reason === 'new')
    return link('Plan session', planPath(programId, { learner: learner.userId }));
  if (!sessionId) return null;
  const path = sessionPath({ programId, sessionId });
  switch (reason) {
    case 'answer':
    case 'outcome':
      return link('Answer', path);
    case 'wrap_up':
      return link('Wrap up', roomPath({ programId, sessionId }, 'wrap-up'));
    case 'in_room':
    case 'planned':
    case 'waiting':
      return link('View session', path);
  }
}
