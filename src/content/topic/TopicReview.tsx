import { type FormEvent, useState } from 'react';
import { type AuthoredTopic, REVIEW_COMMENT_MAX_LENGTH } from '#contract/learning/authoring.ts';
import { fullName } from '#contract/people.ts';
import { tooShort } from '#contract/text.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { useResultToast } from '#src/app/useResultToast.ts';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { forgetFailures } from '#src/forms/forgetFailures.ts';
import { readTexts, useDraft } from '#src/forms/useDraft.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Field } from '#src/ui/controls/Field.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useChangeTopicReviewMutation, useCommentOnTopicMutation } from '#store/content/contentApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

/** Whether the viewer asked for the open review. They cannot publish the topic themselves. */
export const useIsOwnReview = ({ review }: Pick<AuthoredTopic, 'review'>) => {
  const me = useAppSelector((state) => selectUser(state)?.userId);
  return review.asked !== null && review.asked.by?.userId === me;
};

type Review = NonNullable<AuthoredTopic['review']['asked']>;

interface TopicReviewProps {
  topic: AuthoredTopic;
  onChanged: (topic: AuthoredTopic) => void;
}

/**
 * The open review of a topic with its actions, or the changes that a reviewer asked for. A retired topic cannot be published,
 * so its review waits until the topic is restored.
 */
export function TopicReview({ topic, onChanged }: TopicReviewProps) {
  // The dialog stays open if the review ends while its comment is typed.
  const [answered, setAnswered] = useState<Review | null>(null);
  const { asked, comment } = topic.review;
  const isRetired = topic.state === 'retired';
  return (
    <>
      {!isRetired && (asked || comment) && (
        <div className="editor-notice">
          <Note>
            {asked ? (
              <OpenReview
                topic={topic}
                asked={asked}
                onChanged={onChanged}
                onAnswer={() => setAnswered(asked)}
              />
            ) : (
              comment && <Comment comment={comment} />
            )}
          </Note>
        </div>
      )}
      {answered && (
        <CommentDialog
          topic={topic}
          asked={answered}
          isReviewOpen={!isRetired && asked?.at === answered.at}
          onChanged={onChanged}
          onClose={() => setAnswered(null)}
        />
      )}
    </>
  );
}

function Comment({
  comment: { by, text, at },
}: {
  comment: NonNullable<AuthoredTopic['review']['comment']>;
}) {
  const { shortDay } = useFormats();
  const me = useAppSelector((state) => selectUser(state)?.userId);
  const who = by === null ? 'A former author' : by.userId === me ? 'You' : fullName(by);
  return (
    <>
      <p className="strong">
        {at === null ? `${who} asked for changes` : `${who} asked for changes on ${shortDay(at)}`}
      </p>
      <p className="pre-wrap">{text}</p>
    </>
  );
}

interface OpenReviewProps extends TopicReviewProps {
  asked: Review;
  onAnswer: () => void;
}
function OpenReview({ topic, asked, onChanged, onAnswer }: OpenReviewProps) {
  const { shortDay } = useFormats();
  const tell = useResultToast();
  const isOwn = useIsOwnReview(topic);
  const [changeReview, withdrawing] = useChangeTopicReviewMutation();
  const { topicId, version } = topic;
  const withdraw = async () => {
    const { data } = await changeReview({ topicId, version, isAsked: false });
    if (!data) return;
    onChanged(data);
    tell('Your request for a review is withdrawn.');
  };
  const day = shortDay(asked.at);
  return (
    <div className="stack-3">
      <p>
        {isOwn
          ? `You asked for a review on ${day}. Another author publishes the topic or asks for changes.`
          : `${asked.by ? fullName(asked.by) : 'A former author'} asked for a review on ${day}. Publish the topic, or ask for changes.`}
      </p>
      <div className="row row-wrap">
        {isOwn ? (
          <Button small busy={withdrawing.isLoading} onClick={() => void withdraw()}>
            Withdraw request
          </Button>
        ) : (
          <Button small onClick={onAnswer}>
            Ask for changes
          </Button>
        )}
      </div>
      {withdrawing.error && (
        <ErrorSummary>
          Not withdrawn. <ProblemText message={problemOf(withdrawing.error).message} />
        </ErrorSummary>
      )}
    </div>
  );
}

const EMPTY = { comment: '' };

interface CommentDialogProps extends TopicReviewProps {
  asked: Review;
  /** False after the author withdrew the review, or someone else answered it. */
  isReviewOpen: boolean;
  onClose: () => void;
}

/** The comment on this review is kept as a draft until it is sent or discarded. */
function CommentDialog({
  topic: { topicId, version, review },
  asked,
  isReviewOpen,
  onChanged,
  onClose,
}: CommentDialogProps) {
  const [commentOnTopic, commenting] = useCommentOnTopicMutation();
  const { isLoading, error } = commenting;
  const isOver = !isReviewOpen && !isLoading;
  const tell = useResultToast();
  const draft = useDraft(`topic-comment/${topicId}/${asked.at}`, EMPTY, readTexts(EMPTY));
  const { comment } = draft.value;
  const [problem, setProblem] = useState<string | null>(null);
  const send = async () => {
    const { data } = await commentOnTopic({ topicId, version, comment: comment.trim() });
    if (!data) return;
    draft.settle(EMPTY);
    onClose();
    onChanged(data);
    tell(asked.by ? `Your comment is sent to ${fullName(asked.by)}.` : 'Your comment is saved.');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (comment.trim().length < 3) return setProblem(`Comment ${tooShort(comment.trim(), 3)}`);
    void send();
  };
  return (
    <Dialog title="Ask for changes" onClose={onClose}>
      <form ref={focusInvalid} className="stack-4" noValidate onSubmit={submit}>
        {draft.isFromBefore && (
          <p className="text-2" role="status">
            Your unsent comment was restored.
          </p>
        )}
        {isOver && (
          <div role="alert">
            <Note>
              {review.comment
                ? // Perhaps with this comment, if only the response was lost.
                  'This review was answered. Copy your comment if you still need it.'
                : 'This review is no longer open, so your comment cannot be sent. Copy it if you still need it.'}
            </Note>
          </div>
        )}
        <Field label="Comment" help="Say what to change. The author who asked reads it." error={problem}>
          {(control) => (
            <textarea
              {...control}
              className="input"
              rows={4}
              maxLength={REVIEW_COMMENT_MAX_LENGTH}
              value={comment}
              onChange={(event) => {
                setProblem(null);
                forgetFailures(commenting);
                draft.set({ comment: event.currentTarget.value });
              }}
            />
          )}
        </Field>
        {error && !isOver && (
          <ErrorSummary>
            Not sent. <ProblemText message={problemOf(error).message} />
          </ErrorSummary>
        )}
        <div className="row row-wrap dialog-end">
          <Button
            variant="plain"
            onClick={() => {
              draft.settle(EMPTY);
              onClose();
            }}
          >
            {draft.isChanged ? 'Discard comment' : 'Cancel'}
          </Button>
          <Button variant="primary" type="submit" busy={isLoading} disabled={isOver}>
            Ask for changes
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
