import { ChevronDown, ChevronUp } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { FollowUpKind } from '#contract/learning/checkInFollowUps.ts';
import type { CheckInReview } from '#contract/learning/checkInReview.ts';
import { CHECK_IN_TEXT_MAX } from '#contract/learning/checkIns.ts';
import { fullName } from '#contract/people.ts';
import { POLLED } from '#src/app/polling.ts';
import { personCheckInsPath } from '#src/checkin/checkInTexts.ts';
import { Comments } from '#src/checkin/own/Comments.tsx';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { readTexts, useDraft } from '#src/forms/useDraft.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { Tag } from '#src/ui/display/Tag.tsx';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonCard } from '#src/ui/feedback/Skeleton.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import {
  useChangeCheckInReviewMutation,
  useCommentOnCheckInMutation,
  useGetCheckInReviewQuery,
} from '#store/checkIns/reviewApi.ts';
import { FollowUpDialog } from './FollowUpDialog.tsx';
import { PersonTrends } from './PersonTrends.tsx';
import { SharedAnswers } from './SharedAnswers.tsx';
import { isForTyping, useReviewKeys } from './useReviewKeys.ts';

interface ReviewProps {
  checkInId: string;
  commentFieldId: string;
  /** Position in the list; null if the check-in is not in it. */
  position: {
    text: string;
    /** Null at the start and at the end of the list. */
    onPrevious: (() => void) | null;
    onNext: (() => void) | null;
    /** Called after a review with E. */
    onReviewed: () => void;
  } | null;
}

/** One check-in of a direct report, with the manager's actions. */
export function Review({ checkInId, commentFieldId, position }: ReviewProps) {
  // No notification says that the person has sent it again.
  const query = useGetCheckInReviewQuery({ checkInId }, POLLED);
  return (
    <QueryContent
      query={query}
      title="Check-in"
      level={2}
      failure="The check-in did not load"
      missing={
        <NotFoundState title="Check-in not found" to="/checkin?view=team" label="Go to the team">
          It may not exist, or you may not have access.
        </NotFoundState>
      }
      skeleton={<SkeletonCard />}
    >
      {(review) => (
        <section className="stack-6" aria-labelledby="review-name">
          <Head review={review} position={position} />
          <PersonTrends trend={review.trend} />
          <SharedAnswers answers={review.answers} previous={review.previous} />
          <Comments comments={review.comments} />
          {review.can.review && (
            <Actions
              review={review}
              commentFieldId={commentFieldId}
              onReviewed={() => position?.onReviewed()}
            />
          )}
        </section>
      )}
    </QueryContent>
  );
}

function Head({ review, position }: Pick<ReviewProps, 'position'> & { review: CheckInReview }) {
  const { dayAndTime } = useFormats();
  const { person, sentAt, wasLate, reasons } = review;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const title = heading.current;
    if (title && document.activeElement === title.closest('.review-selected')) title.focus();
  }, []);
  return (
    <div>
      <div className="row row-between row-wrap">
        <div className="row">
          <Avatar person={person} size="medium" />
          <div>
            <h2 ref={heading} className="title-2" id="review-name" tabIndex={-1}>
              {fullName(person)}
            </h2>
            <p className="small text-3">
              {`Sent ${dayAndTime(sentAt)}.`} {wasLate && <Tag>Late</Tag>}{' '}
              <Link to={personCheckInsPath(person.userId)}>All check-ins</Link>
            </p>
          </div>
        </div>
        {position && (
          <div className="row">
            <span className="small text-2 figures">{position.text}</span>
            <IconButton
              label="Previous check-in"
              aria-keyshortcuts="k"
              disabled={position.onPrevious === null}
              onClick={() => position.onPrevious?.()}
            >
              <ChevronUp className="icon" aria-hidden="true" />
            </IconButton>
            <IconButton
              label="Next check-in"
              aria-keyshortcuts="j"
              disabled={position.onNext === null}
              onClick={() => position.onNext?.()}
            >
              <ChevronDown className="icon" aria-hidden="true" />
            </IconButton>
          </div>
        )}
      </div>
      {/* The list shows them beside the name. */}
      {position === null && reasons.length > 0 && (
        <p className="text-2">{reasons.map(({ text }) => text).join(' ')}</p>
      )}
    </div>
  );
}

const EMPTY = { text: '' };

interface ActionsProps {
  review: CheckInReview;
  commentFieldId: string;
  onReviewed: () => void;
}
function Actions({ review, commentFieldId, onReviewed }: ActionsProps) {
  const { checkInId, person, version, sentAt, state } = review;
  const [followUp, setFollowUp] = useState<FollowUpKind | null>(null);
  const draft = useDraft(`check-in-comment/${checkInId}`, EMPTY, readTexts(EMPTY));
  const [comment, commenting] = useCommentOnCheckInMutation();
  const [changeReview, reviewing] = useChangeCheckInReviewMutation();
  const [failure, setFailure] = useState<{ title: string; message: string } | null>(null);
  const fail = (title: string, error: unknown) =>
    setFailure(error ? { title, message: problemOf(error).message } : null);
  const text = draft.value.text.trim();
  /** False if sending a comment failed. */
  const sendComment = async () => {
    if (text === '') return true;
    const { error } = await comment({ checkInId, text });
    fail('Your comment was not sent', error);
    if (!error) draft.settle(EMPTY);
    return !error;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void sendComment();
  };
  /** False after the user has moved on to another check-in. */
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const isBusy = reviewing.isLoading || commenting.isLoading;
  /** Sends the comment too. False if something failed. */
  const markReviewed = async (isReviewed: boolean) => {
    if (isBusy || !(await sendComment())) return false;
    const { error } = await changeReview({ checkInId, review: { isReviewed, version, sentAt } });
    fail('Your review was not saved', error);
    return !error;
  };
  useReviewKeys((key) => {
    if (key === 'a') setFollowUp('agenda');
    else if (key === 't') setFollowUp('action');
    else if (key === 'e' && state === 'submitted')
      void markReviewed(true).then((isDone) => {
        // The user can have begun another comment or a follow-up meanwhile.
        if (isDone && isShown.current && !isForTyping(document.activeElement)) onReviewed();
      });
    return key === 'a' || key === 't' || key === 'e';
  });
  return (
    <>
      <form className="review-actions stack-3" onSubmit={submit} noValidate>
        <FormErrors title={failure?.title ?? ''} message={failure?.message ?? null} />
        <textarea
          id={commentFieldId}
          className="input"
          rows={2}
          aria-label={`Comment for ${person.firstName}`}
          aria-keyshortcuts="c"
          placeholder={`Comment for ${person.firstName}`}
          maxLength={CHECK_IN_TEXT_MAX}
          value={draft.value.text}
          onChange={(event) => {
            draft.set({ text: event.currentTarget.value });
            setFailure(null);
          }}
        />
        <div className="row row-wrap">
          {state === 'submitted' ? (
            <Button variant="primary" busy={isBusy} onClick={() => void markReviewed(true)}>
              Mark as reviewed
            </Button>
          ) : (
            <Button busy={isBusy} onClick={() => void markReviewed(false)}>
              Mark as not reviewed
            </Button>
          )}
          <Button
            type="submit"
            busy={commenting.isLoading}
            missing={text === '' ? 'Write a comment first.' : null}
          >
            Send comment
          </Button>
          <Button variant="plain" aria-keyshortcuts="a" onClick={() => setFollowUp('agenda')}>
            Add to agenda
          </Button>
          <Button variant="plain" aria-keyshortcuts="t" onClick={() => setFollowUp('action')}>
            Create action
          </Button>
        </div>
      </form>
      {followUp !== null && (
        <FollowUpDialog
          checkInId={checkInId}
          person={person}
          kind={followUp}
          suggestion={review.answers.blocker?.text ?? ''}
          onClose={() => setFollowUp(null)}
        />
      )}
    </>
  );
}
