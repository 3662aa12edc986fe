import { CheckCircle2, CornerDownRight, Eye } from 'lucide-react';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { type CoachingSession, wasHeld } from '#contract/learning/coaching.ts';
import { type CoachingRoom, FEEDBACK_MAX_LENGTH } from '#contract/learning/coachingRoom.ts';
import { chatChannel } from '#contract/messaging/channels.ts';
import { sessionFeedback } from '#contract/messaging/chat.ts';
import { fullName } from '#contract/people.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { ActionsPanel } from '#src/coaching/room/ActionsPanel.tsx';
import { SessionNotes } from '#src/coaching/room/SessionNotes.tsx';
import { UnsentItem } from '#src/coaching/room/UnsentItem.tsx';
import { WaitingNotes } from '#src/coaching/room/WaitingNotes.tsx';
import { usePlanNext } from '#src/coaching/session/usePlanNext.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { focusFirst } from '#src/forms/focusFirst.ts';
import { forgetFailures } from '#src/forms/forgetFailures.ts';
import { useDraft } from '#src/forms/useDraft.ts';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { Field } from '#src/ui/controls/Field.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { Tag } from '#src/ui/display/Tag.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { messageSubmitted } from '#store/chat/messagesSlice.ts';
import { useSendCoachingFeedbackMutation } from '#store/coaching/room/roomApi.ts';
import { roomPath } from '#store/coaching/room/roomPlace.ts';
import { selectRoom } from '#store/coaching/room/roomSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import '#src/coaching/room/notes.css';
import { EMPTY_FEEDBACK, readFeedbackDraft } from './feedbackDraft.ts';
import { missingRatings, RatingFields } from './RatingFields.tsx';
import './wrapUp.css';

interface WrapUpProps {
  session: CoachingSession;
  room: CoachingRoom;
}

function heldText(session: CoachingSession, { completedStep }: Pick<CoachingRoom, 'completedStep'>) {
  if (!wasHeld(session))
    return 'The session counts as held when both of you sent this page, or when you were together in the room for 10 minutes.';
  return completedStep
    ? 'The session counts as held. The step that needed it is completed.'
    : 'The session counts as held.';
}

/** Shown after the meeting: actions, notes, three ratings and a comment that becomes a chat message. */
export default function WrapUp({ session, room }: WrapUpProps) {
  const { sessionId, other, relation } = session;
  const planNext = usePlanNext(session);
  const { notes, shared, own } = useAppSelector(selectRoom);
  const agenda = shared?.agenda ?? [];
  const open = agenda.filter(({ isDone }) => !isDone);
  const hasOpenPrivateItem = own?.agenda.some(({ isDone }) => !isDone) ?? false;
  const minutes = Math.round(room.togetherSeconds / 60);
  const { time } = useFormats();
  const { finishedAt, finishedBy } = room;
  const isFinishedByOther = finishedAt !== null && finishedBy === other.userId;
  return (
    <>
      <Breadcrumb to={roomPath(session, null)} label={`Session with ${fullName(other)}`} here="Wrap-up" />
      <PageHeader
        title={room.hasFeedback ? 'Session wrapped up' : 'Wrap up your session'}
        lede={[
          isFinishedByOther
            ? `${fullName(other)} finished the session at ${time(finishedAt)}.`
            : `With ${fullName(other)}.`,
          !room.hasFeedback && 'Wrapping up takes about 3 minutes.',
        ]
          .filter(Boolean)
          .join(' ')}
        action={
          wasHeld(session) && (
            <Tag tone="primary">{minutes > 0 ? `Held, ${minutes} min together` : 'Held'}</Tag>
          )
        }
      />
      <div className="columns">
        <div className="stack-6">
          <section className="stack-3" aria-labelledby="wrap-actions">
            <h2 className="title-2" id="wrap-actions">
              Actions
            </h2>
            {notes === 'waiting' ? (
              <WaitingNotes name={other.firstName} />
            ) : (
              <ActionsPanel session={session} />
            )}
          </section>
          {notes !== 'waiting' && <UnsentItem session={session} />}
          <SessionNotes isRecord={false} />
          <FeedbackForm key={sessionId} session={session} room={room} />
        </div>
        <aside className="side" aria-label="Afterwards">
          <section className="card stack-3" aria-labelledby="next">
            <h2 className="title-3" id="next">
              What happens next
            </h2>
            <ul className="wrap-up-points">
              {!room.hasFeedback && (
                <li>
                  <CheckCircle2 className="icon icon-small" aria-hidden="true" />
                  <p>{heldText(session, room)}</p>
                </li>
              )}
              {agenda.length > 0 && (
                <li>
                  <CornerDownRight className="icon icon-small" aria-hidden="true" />
                  <p>
                    {open.length === 0
                      ? hasOpenPrivateItem
                        ? 'All shared agenda items are done.'
                        : 'All agenda items are done.'
                      : plural(
                          open.length,
                          '# agenda item moves to your next session.',
                          '# agenda items move to your next session.',
                        )}
                    {hasOpenPrivateItem && ' Your private items stay in this session.'}
                  </p>
                </li>
              )}
              <li>
                <Eye className="icon icon-small" aria-hidden="true" />
                <p>
                  {`${relation === 'learner' ? `Other coaches and managers of ${other.firstName}` : 'Your other coaches and managers'} see the date and that it was held. They do not see notes or feedback.`}
                </p>
              </li>
            </ul>
          </section>
          {planNext && (
            <section className="card stack-3" aria-labelledby="next-session">
              <h2 className="title-3" id="next-session">
                Next session
              </h2>
              <p>
                <Link className={buttonClass('outlined')} to={planNext}>
                  Plan session
                </Link>
              </p>
            </section>
          )}
        </aside>
      </div>
    </>
  );
}

function FeedbackForm({ session, room }: WrapUpProps) {
  const { sessionId, other, relation } = session;
  const isDone = room.hasFeedback;
  const learner = relation === 'learner' ? other.firstName : null;
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectUser);
  const draft = useDraft(`session-feedback/${sessionId}`, EMPTY_FEEDBACK, readFeedbackDraft);
  const [isIncomplete, setIncomplete] = useState(false);
  const [wasSent, setSent] = useState(false);
  const [send, sending] = useSendCoachingFeedbackMutation();
  const { value } = draft;
  // The form also stays while the user deletes the whole comment to write it again.
  const [hasCommented, setCommented] = useState(value.comment.trim() !== '');
  const set = (next: typeof value) => {
    draft.set(next);
    if (next.comment.trim() !== '') setCommented(true);
    forgetFailures(sending);
  };
  const { listened, chosen, nextStep } = value;
  const missing = missingRatings(value, learner);
  const comment = value.comment.trim();
  if (!me) return null;
  const submitComment = () => {
    draft.settle(EMPTY_FEEDBACK);
    setSent(true);
    if (comment === '') return;
    const user = { id: me.userId, firstName: me.firstName, lastName: me.lastName };
    const channel = chatChannel(me.tenantId, me.userId, other.userId);
    // The outbox keeps the message until it is delivered, so it is submitted once.
    dispatch(messageSubmitted(channel, user, sessionFeedback(comment)));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isDone) return submitComment();
    if (listened === null || chosen === null || nextStep === null) {
      setIncomplete(true);
      return focusFirst(missing.map(({ id }) => id));
    }
    setIncomplete(false);
    const { error } = await send({ sessionId, feedback: { listened, chosen, nextStep } });
    if (!error) submitComment();
  };
  if (wasSent || (isDone && !hasCommented)) return <Sent session={session} room={room} isNew={wasSent} />;
  return (
    <form className="stack-6" onSubmit={(event) => void submit(event)} noValidate>
      {!isDone && (
        <RatingFields
          value={value}
          onChange={(ratings) => set({ ...value, ...ratings })}
          name={other.firstName}
          learner={learner}
          isIncomplete={isIncomplete}
        />
      )}
      <section className="stack-3" aria-labelledby="comment-title">
        <h2 className="title-2" id="comment-title">
          {`A comment for ${other.firstName}`}
        </h2>
        <Field label="Comment (optional)" help={`Sent to ${other.firstName} as a chat message.`}>
          {(control) => (
            <textarea
              {...control}
              className="input"
              rows={4}
              maxLength={FEEDBACK_MAX_LENGTH}
              value={value.comment}
              onChange={(event) => set({ ...value, comment: event.target.value })}
            />
          )}
        </Field>
        {comment !== '' && (
          <figure className="preview">
            <figcaption className="small text-2">{`What ${other.firstName} gets`}</figcaption>
            <p>{sessionFeedback(comment)}</p>
          </figure>
        )}
      </section>
      <FormErrors
        title="Not sent yet"
        message={sending.error ? problemOf(sending.error).message : null}
        fieldErrors={isIncomplete ? missing : []}
      />
      <div className="row">
        <Button type="submit" variant="primary" busy={sending.isLoading}>
          {!isDone ? 'Send feedback' : comment === '' ? 'Done' : 'Send comment'}
        </Button>
        {isDone && <p className="small text-2">{heldText(session, room)}</p>}
        {!isDone && <p className="small text-2">Sending also confirms that the session took place.</p>}
      </div>
    </form>
  );
}

/** After sending, the focus moves to the result, because the form is gone. */
function Sent({ session, room, isNew }: WrapUpProps & { isNew: boolean }) {
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (isNew) title.current?.focus();
  }, [isNew]);
  return (
    <section className="card stack-3" aria-label="Feedback">
      <h2 className="title-3" ref={title} tabIndex={-1}>
        Your feedback is sent
      </h2>
      <p className="text-2">{heldText(session, room)}</p>
      <p>
        <Link className={buttonClass('outlined')} to={roomPath(session, null)}>
          View session
        </Link>
      </p>
    </section>
  );
}
