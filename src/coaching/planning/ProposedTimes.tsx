import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { CoachingSession, CoachingTimes, NewCoaching } from '#contract/learning/coaching.ts';
import { COACHING_MAX_PROPOSALS } from '#contract/limits.ts';
import { sessionPath } from '#src/coaching/coachingPaths.ts';
import { SlotRow } from '#src/coaching/SlotRow.tsx';
import { clockChangeText } from '#src/coaching/zoneTimes.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { newKey } from '#src/forms/newKey.ts';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { usePlanCoachingMutation, useProposeCoachingTimesMutation } from '#store/coaching/coachingApi.ts';
import { AnotherTime, type TypedTime } from './AnotherTime.tsx';

/** Times that the user added, and times that are not sent. They stay when the proposals change. */
export interface TimeChoices {
  added: readonly string[];
  deselected: readonly string[];
}

interface ProposedTimesProps {
  found: CoachingTimes;
  plan: Omit<NewCoaching, 'times'>;
  program: { programId: string; learnerId: number; page: { to: string } };
  session: CoachingSession | null;
  choices: TimeChoices;
  onChoose: (choices: TimeChoices) => void;
  /** The time that the user is entering; null while that form is closed. It stays when the proposals change. */
  another: TypedTime | null;
  onAnother: (another: TypedTime | null) => void;
  /** The key of each plan that was sent: one session for the same plan, even if it is sent again after a lost response. */
  keys: Map<string, string>;
  isSending: boolean;
  onSending: (isSending: boolean) => void;
  /** Called when the user focuses or changes a time. Its day is shown next to the list. */
  onTouch: (startsAt: string) => void;
  /** Searches further ahead; null if that has already been done. */
  onShowMore: (() => void) | null;
}

/** The proposed times, all selected, and times the user adds. */
export function ProposedTimes(props: ProposedTimesProps) {
  const { found, plan, program, session, choices, onChoose, keys, isSending, onSending } = props;
  const { another, onAnother, onTouch, onShowMore } = props;
  const { shortDay } = useFormats();
  const navigate = useNavigate();
  const [now] = useState(Date.now);
  const { added, deselected } = choices;
  const [failure, setFailure] = useState<string | null>(null);
  const [planSession] = usePlanCoachingMutation();
  const [propose] = useProposeCoachingTimesMutation();
  const { me, other } = found;
  const zones = { mine: me.timeZone, theirs: other.timeZone };
  const proposals = new Map(found.times.map((time) => [time.startsAt, time]));
  const all = [...new Set([...proposals.keys(), ...added])].sort();
  const chosen = all.filter((startsAt) => !deselected.includes(startsAt));
  const name = other.person.firstName;

  const noteOf = (startsAt: string) => {
    const time = proposals.get(startsAt);
    const ends = time?.endsBefore ?? null;
    return (
      clockChangeText(zones, startsAt, now, shortDay) ??
      (time === undefined
        ? 'Added by you. It may be outside working hours.'
        : ends !== null
          ? plural(
              ends,
              'Ends # minute before your working day ends.',
              'Ends # minutes before your working day ends.',
            )
          : time.isQuiet
            ? 'Neither of you has anything planned 30 minutes before or after.'
            : null)
    );
  };
  const withKey = (planned: NewCoaching): NewCoaching => {
    const content = JSON.stringify(planned);
    const key = keys.get(content) ?? newKey();
    keys.set(content, key);
    return { ...planned, key };
  };
  const send = async () => {
    setFailure(null);
    onSending(true);
    const { data, error } = session
      ? await propose({
          sessionId: session.sessionId,
          times: chosen,
          ...(session.state === 'proposed' && { minutes: plan.minutes }),
        })
      : await planSession({
          programId: program.programId,
          userId: program.learnerId,
          plan: withKey({ ...plan, times: chosen }),
        });
    onSending(false);
    if (data) void navigate(sessionPath(data));
    else setFailure(problemOf(error).message);
  };
  const missing =
    chosen.length === 0
      ? 'Select at least one time to send.'
      : chosen.length > COACHING_MAX_PROPOSALS
        ? `Select at most ${COACHING_MAX_PROPOSALS} times.`
        : null;
  return (
    <section aria-labelledby="proposed-times">
      <div className="slots-head">
        <h2 className="title-2" id="proposed-times">
          {found.times.length === 0
            ? `No common time until ${shortDay(found.until)}`
            : plural(found.times.length, '# time when you are both free', '# times when you are both free')}
        </h2>
        <div className="row">
          {found.times.length === 0 && onShowMore && (
            <Button variant="link" small disabled={isSending} onClick={onShowMore}>
              Show 4 weeks
            </Button>
          )}
          <Button
            variant="link"
            small
            aria-expanded={another !== null}
            onClick={() => onAnother(another ? null : { day: '', time: '' })}
          >
            Choose another time
          </Button>
        </div>
      </div>
      {another && (
        <AnotherTime
          value={another}
          onChange={onAnother}
          timeZone={me.timeZone}
          now={now}
          onAdd={(startsAt) => {
            onChoose({
              added: [...added, startsAt],
              deselected: deselected.filter((one) => one !== startsAt),
            });
            onAnother(null);
            setFailure(null);
          }}
        />
      )}
      {all.length > 0 && (
        <fieldset className="slots">
          <legend className="visually-hidden">Times to send to {name}</legend>
          {all.map((startsAt) => (
            <SlotRow
              key={startsAt}
              type="checkbox"
              name={`time-${startsAt}`}
              startsAt={startsAt}
              minutes={plan.minutes}
              people={{ name, ...zones }}
              note={noteOf(startsAt)}
              isChosen={!deselected.includes(startsAt)}
              onChoose={(isChosen) => {
                onChoose({
                  added,
                  deselected: isChosen
                    ? deselected.filter((one) => one !== startsAt)
                    : [...deselected, startsAt],
                });
                setFailure(null);
              }}
              onTouch={() => onTouch(startsAt)}
            />
          ))}
        </fieldset>
      )}
      <FormErrors title="The times were not sent" message={failure} />
      <div className="slots-foot">
        <p className="small text-2" id="send-note">
          {missing ??
            (session?.state === 'scheduled'
              ? `The confirmed time stays booked until ${name} confirms another one.`
              : plan.repeat
                ? `When ${name} confirms one of the times, all ${plan.repeat.count} sessions are booked at that time of day.`
                : `Sending does not block your calendar. The time is booked when ${name} confirms.`)}
        </p>
        <Link className={buttonClass('plain')} to={session ? sessionPath(session) : program.page.to}>
          Cancel
        </Link>
        <Button
          variant="primary"
          busy={isSending}
          missing={missing}
          aria-describedby="send-note"
          onClick={() => void send()}
        >
          {plural(chosen.length, `Send # time to ${name}`, `Send # times to ${name}`)}
        </Button>
      </div>
    </section>
  );
}
