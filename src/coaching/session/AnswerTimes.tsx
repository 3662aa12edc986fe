import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import { TIMES_TARGET } from '#contract/notifications/linkTargets.ts';
import { planPath } from '#src/coaching/coachingPaths.ts';
import { SlotRow } from '#src/coaching/SlotRow.tsx';
import { cityOf, clockChangeText, timeRange, zoneName } from '#src/coaching/zoneTimes.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { focusFirst } from '#src/forms/focusFirst.ts';
import { forgetFailures } from '#src/forms/forgetFailures.ts';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useConfirmCoachingTimeMutation, useKeepCoachingTimeMutation } from '#store/coaching/coachingApi.ts';
import { CancelSessionButton } from './CancelSession.tsx';

const idOf = (startsAt: string) => `answer-${startsAt}`;

interface AnswerTimesProps {
  session: CoachingSession;
  isAnswering: boolean;
  onCancel: () => void;
}

/** Times that wait for an answer, shown to both people: the one who chooses and the one who waits. */
export function AnswerTimes({ session, isAnswering, onCancel }: AnswerTimesProps) {
  const { shortDay } = useFormats();
  const { sessionId, programId, other, minutes, proposal, startsAt, can } = session;
  const [now] = useState(Date.now);
  const [picked, setPicked] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const [confirm, confirming] = useConfirmCoachingTimeMutation();
  const [keep, keeping] = useKeepCoachingTimeMutation();
  const times = proposal?.times ?? [];
  const free = times.filter(({ isFree }) => isFree);
  // Of several times, none is selected in advance, also if only one of them is still free.
  const wanted = times.length === 1 ? times[0]?.startsAt : picked;
  const chosen = free.find((time) => time.startsAt === wanted)?.startsAt ?? null;
  /** The user chose it, and it was taken before they confirmed. */
  const taken = times.find((time) => time.startsAt === picked && !time.isFree);
  const isMissing = isRefused && chosen === null && free.length > 0;
  const people = { name: other.firstName, mine: session.myTimeZone, theirs: session.otherTimeZone };
  const failure = confirming.error ?? keeping.error;
  const forgetFailure = () => forgetFailures(confirming, keeping);
  const noteOf = (time: string, isFree: boolean) =>
    isFree ? clockChangeText(people, time, now, shortDay) : 'No longer free.';
  const submit = () => {
    setRefused(chosen === null);
    if (chosen === null) return focusFirst(free.map((time) => idOf(time.startsAt)));
    forgetFailure();
    void confirm({ sessionId, startsAt: chosen });
  };
  const withdraw = () => {
    forgetFailure();
    void keep({ sessionId });
  };
  return (
    <section id={isAnswering ? TIMES_TARGET : undefined} aria-labelledby="answer">
      <h2 className={startsAt ? 'title-2 answer-title' : 'visually-hidden'} id="answer">
        {isAnswering
          ? startsAt
            ? `${other.firstName} proposed other times`
            : 'Proposed times'
          : 'Times that you sent'}
      </h2>
      {isAnswering ? (
        <fieldset className="slots" aria-describedby={isMissing ? 'answer-problem' : undefined}>
          <legend className="visually-hidden">Proposed times</legend>
          {times.map(({ startsAt: time, isFree }) => (
            <SlotRow
              key={time}
              id={idOf(time)}
              type="radio"
              name={`answer-${sessionId}`}
              startsAt={time}
              minutes={minutes}
              people={people}
              note={noteOf(time, isFree)}
              isChosen={time === chosen}
              isDisabled={!isFree}
              onChoose={() => {
                setPicked(time);
                forgetFailure();
              }}
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
                  ` (${timeRange(time, minutes, people.theirs)} for ${other.firstName}, ${zoneName(time, people.theirs)})`}
                {!isFree && ', no longer free'}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="visually-hidden" role="status">
        {taken &&
          `${shortDay(taken.startsAt)}, ${timeRange(taken.startsAt, minutes, people.mine)} is no longer free.`}
      </p>
      {isMissing && (
        <p className="field-error answer-problem" id="answer-problem" role="alert">
          <CircleAlert className="icon" aria-hidden="true" />
          Choose one of the proposed times.
        </p>
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
          <Button variant="plain" busy={keeping.isLoading} onClick={withdraw}>
            {isAnswering ? 'Keep the confirmed time' : 'Withdraw these times'}
          </Button>
        )}
        {!startsAt && can.cancel && <CancelSessionButton onClick={onCancel} />}
        <Link className={buttonClass('outlined')} to={planPath(programId, { session: sessionId })}>
          Propose other times
        </Link>
        {isAnswering && (
          <Button
            variant="primary"
            busy={confirming.isLoading}
            missing={free.length === 0 ? 'None of these times is free any more. Propose other times.' : null}
            onClick={submit}
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
