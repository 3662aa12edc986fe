import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import { planPath } from '#src/coaching/coachingPaths.ts';
import { SlotRow } from '#src/coaching/SlotRow.tsx';
import { cityOf, clockChangeText, timeRange, zoneName } from '#src/coaching/zoneTimes.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useConfirmCoachingTimeMutation, useKeepCoachingTimeMutation } from '#store/coaching/coachingApi.ts';
import { CancelSession } from './CancelSession.tsx';

/** Times that wait for an answer, shown to both people: the one who chooses and the one who waits. */
export function AnswerTimes({ session, isAnswering }: { session: CoachingSession; isAnswering: boolean }) {
  const { shortDay } = useFormats();
  const { sessionId, programId, other, minutes, proposal, startsAt, can } = session;
  const [now] = useState(Date.now);
  const [picked, setPicked] = useState<string | null>(null);
  const [confirm, confirming] = useConfirmCoachingTimeMutation();
  const [keep, keeping] = useKeepCoachingTimeMutation();
  const times = proposal?.times ?? [];
  const free = times.filter(({ isFree }) => isFree);
  // If a selected time is no longer free, the next one is selected.
  const chosen = (free.find((time) => time.startsAt === picked) ?? free[0])?.startsAt ?? null;
  const people = { name: other.firstName, mine: session.myTimeZone, theirs: session.otherTimeZone };
  const failure = confirming.error ?? keeping.error;
  const noteOf = (time: string, isFree: boolean) =>
    isFree ? clockChangeText(people, time, now, shortDay) : 'No longer free.';
  return (
    <section aria-labelledby="answer">
      <h2 className={startsAt ? 'title-2 answer-title' : 'visually-hidden'} id="answer">
        {isAnswering
          ? startsAt
            ? `${other.firstName} proposed other times`
            : 'Proposed times'
          : 'Times that you sent'}
      </h2>
      {isAnswering ? (
        <fieldset className="slots">
          <legend className="visually-hidden">Proposed times</legend>
          {times.map(({ startsAt: time, isFree }) => (
            <SlotRow
              key={time}
              type="radio"
              name={`answer-${sessionId}`}
              startsAt={time}
              minutes={minutes}
              people={people}
              note={noteOf(time, isFree)}
              isChosen={time === chosen}
              isDisabled={!isFree}
              onChoose={() => setPicked(time)}
            />
          ))}
        </fieldset>
      ) : (
        <ul className="card sent-times">
          {times.map(({ startsAt: time, isFree }) => (
            <li key={time}>
              <span className="strong">
                {shortDay(time)}, {timeRange(time, minutes, people.mine)}
              </span>
              <span className="text-2">
                {cityOf(people.mine) !== cityOf(people.theirs) &&
                  ` ${timeRange(time, minutes, people.theirs)} for ${other.firstName}, ${zoneName(time, people.theirs)}.`}
                {!isFree && ' No longer free.'}
              </span>
            </li>
          ))}
        </ul>
      )}
      <FormErrors title="Not done yet" message={failure ? problemOf(failure).message : null} />
      <div className="slots-foot">
        <p className="small text-2">
          {proposal &&
            (isAnswering
              ? `Proposed on ${shortDay(proposal.at)}.`
              : `Sent on ${shortDay(proposal.at)}. ${other.firstName} has not answered yet.`)}
        </p>
        {can.keep && (
          <Button variant="plain" busy={keeping.isLoading} onClick={() => void keep({ sessionId })}>
            {isAnswering ? 'Keep the confirmed time' : 'Withdraw these times'}
          </Button>
        )}
        {!startsAt && can.cancel && <CancelSession session={session} />}
        <Link className={buttonClass('outlined')} to={planPath(programId, { session: sessionId })}>
          Propose other times
        </Link>
        {isAnswering && (
          <Button
            variant="primary"
            busy={confirming.isLoading}
            disabled={chosen === null}
            onClick={() => chosen !== null && void confirm({ sessionId, startsAt: chosen })}
          >
            Confirm
          </Button>
        )}
      </div>
      {isAnswering && (
        <div className="answer-note">
          <Note>
            {startsAt
              ? `The confirmed time stays booked until you confirm another one.`
              : 'The time is booked for both of you when you confirm. If you move the session later, no new one is created.'}
          </Note>
        </div>
      )}
    </section>
  );
}
