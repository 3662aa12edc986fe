import {
  Check,
  Hash,
  History,
  KeyRound,
  MessageCircle,
  Minus,
  Scale,
  Server,
  UserRoundPlus,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { RATINGS_MIN_LEARNERS, RATINGS_MIN_SESSIONS } from '#contract/learning/coachees.ts';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import type { CoachingRoom } from '#contract/learning/coachingRoom.ts';
import { fullName } from '#contract/people.ts';
import { MessageButton } from '#src/chat/MessageButton.tsx';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useAcceptCoachingRulesMutation } from '#store/coaching/room/roomApi.ts';
import { roomPath } from '#store/coaching/room/roomPlace.ts';

/** `average`: only as part of an average of many sessions. */
type Access = boolean | 'average';

interface Row {
  name: string;
  more: string;
  /** For: me, the other person, other managers, administrators. */
  readers: [Access, Access, Access, Access];
}

/** Learners rate their coach, who sees averages. The answers of coaches are shown to no one. */
const rowsFor = (name: string, isLearner: boolean): Row[] => [
  {
    name: 'Private notes and private agenda items',
    more: 'Each of you has your own, encrypted in the browser.',
    readers: [true, false, false, false],
  },
  {
    name: 'Shared notes, agenda and actions',
    more: 'Encrypted for the two of you.',
    readers: [true, true, false, false],
  },
  {
    name: 'Feedback comment and chat',
    more: `${name} gets your comment as a chat message.`,
    readers: [true, true, false, false],
  },
  {
    name: 'Ratings',
    more: isLearner
      ? `${name} sees averages of at least ${RATINGS_MIN_SESSIONS} sessions with at least ${RATINGS_MIN_LEARNERS} people.`
      : `No screen shows your ratings to ${name}. You see averages of learners’ ratings.`,
    readers: [true, isLearner && 'average', false, false],
  },
  {
    name: 'Date, length, held or missed',
    more: 'Needed for planning and for the progress of the program.',
    readers: [true, true, true, false],
  },
];

/** Who can read what. Both people accept it before they use the notes: usually before their first session. */
export function Agreement({ session, room }: { session: CoachingSession; room: CoachingRoom }) {
  const { shortDay } = useFormats();
  const { sessionId, other } = session;
  const [accept, accepting] = useAcceptCoachingRulesMutation();
  const rows = rowsFor(other.firstName, session.relation !== 'learner');
  const people = ['You', other.firstName, 'Other managers', 'Admins'];
  return (
    <>
      <Breadcrumb
        to={roomPath(session, null)}
        label={`Session with ${fullName(other)}`}
        here="Who can see what"
      />
      <PageHeader
        title="Who can see what"
        lede={`Please read and accept this page to use the notes of your sessions with ${other.firstName}. It takes 1 minute.`}
      />
      <div className="columns see-columns">
        <div className="card see-card">
          <Table
            className="see"
            caption="Who can read what is written in a session"
            columns={['Information', ...people].map((name) => ({ name }))}
          >
            <TableBody>
              {rows.map(({ name, more, readers }) => (
                <TableRow
                  key={name}
                  head={
                    <>
                      <b>{name}</b>
                      <span>{more}</span>
                    </>
                  }
                >
                  {readers.map((access, index) => (
                    <TableCell key={people[index]} label={people[index] ?? ''}>
                      <Node access={access} />
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
          <ul className="see-key" aria-hidden="true">
            {KEY.filter(([access]) => rows.some(({ readers }) => readers.includes(access))).map(
              ([access, text]) => (
                <li key={text}>
                  <Node access={access} /> {text}
                </li>
              ),
            )}
          </ul>
        </div>
        <section className="card stack-4 see-know" aria-labelledby="good-to-know">
          <h2 className="title-3" id="good-to-know">
            Good to know
          </h2>
          <ul className="know">
            <Fact icon={<UserRoundPlus className="icon icon-small" />}>
              <b className="strong">A new coach or manager reads nothing from before,</b> unless the learner
              shares the notes of a session with them.
            </Fact>
            <Fact icon={<Server className="icon icon-small" />}>
              <b className="strong">The server stores</b> who met, when, for how long, and how large each note
              is. It cannot read the notes.
            </Fact>
            <Fact icon={<KeyRound className="icon icon-small" />}>
              <b className="strong">Notes cannot be restored</b> if you lose your recovery code and every
              device that you use.
            </Fact>
            <Fact icon={<MessageCircle className="icon icon-small" />}>
              <b className="strong">Chat is protected by access rights,</b> not by this encryption. The
              operator of the server could read it.
            </Fact>
            <Fact icon={<Scale className="icon icon-small" />}>
              <b className="strong">2 exceptions:</b> danger to life and legal duties. The coach tells you
              first where the law allows it.
            </Fact>
            <Fact icon={<History className="icon icon-small" />}>
              <b className="strong">If these rules change,</b> we ask you again. The new rules never apply to
              older notes.
            </Fact>
          </ul>
        </section>
        <div className="stack-4 see-end">
          {room.agreement.other && (
            <p className="text-2 row accepted">
              <Check className="icon icon-small" aria-hidden="true" />
              {`${other.firstName} accepted on ${shortDay(room.agreement.other)}`}
            </p>
          )}
          <FormErrors
            title="Not accepted yet"
            message={accepting.error ? problemOf(accepting.error).message : null}
          />
          <div className="row row-wrap">
            <Button variant="primary" busy={accepting.isLoading} onClick={() => void accept({ sessionId })}>
              Accept and continue
            </Button>
            <Link className={buttonClass('outlined')} to={roomPath(session, null)}>
              Not now
            </Link>
            <MessageButton person={other} withText />
          </div>
        </div>
      </div>
    </>
  );
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li>
    <span aria-hidden="true">{icon}</span>
    <p>{children}</p>
  </li>
);

const NODES = {
  yes: { Icon: Check, text: 'Can read' },
  average: { Icon: Hash, text: 'Only averages' },
  no: { Icon: Minus, text: 'Cannot read' },
};
const KEY: readonly (readonly [Access, string])[] = [
  [true, NODES.yes.text],
  ['average', NODES.average.text],
  [false, NODES.no.text],
];
function Node({ access }: { access: Access }) {
  const { Icon, text } = NODES[access === true ? 'yes' : access === false ? 'no' : access];
  return (
    <span className={access === true ? 'see-node see-yes' : 'see-node'}>
      <Icon className="icon" aria-hidden="true" />
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
