import { Check } from 'lucide-react';
import { useState } from 'react';
import type { LearnerProgram } from '#contract/learning/learners.ts';
import { topicTarget } from '#contract/notifications/linkTargets.ts';
import { ReasonDialog } from '#src/forms/ReasonDialog.tsx';
import { topicShape } from '#src/programs/topics/topics.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { ProgressSegments, segmentsOf } from '#src/ui/display/ProgressSegments.tsx';
import { Tag } from '#src/ui/display/Tag.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useReopenTopicMutation } from '#store/programs/learnersApi.ts';
import { ConfirmationBanner } from './ConfirmationBanner.tsx';
import { CongratulateButton } from './CongratulateButton.tsx';
import { LearnerSteps } from './LearnerSteps.tsx';

export type LearnerTopicData = LearnerProgram['topics'][number];

interface LearnerTopicProps {
  learnerProgram: LearnerProgram;
  topic: LearnerTopicData;
  number: number;
  /** Only the first topic that awaits confirmation gets the primary button. */
  isFirstToConfirm: boolean;
  /** The topic that was completed last. Notifications link to it. */
  isLatest: boolean;
}

/** One topic of a learner, with the actions of the manager or coach. */
export function LearnerTopic({
  learnerProgram,
  topic,
  number,
  isFirstToConfirm,
  isLatest,
}: LearnerTopicProps) {
  const [isReopening, setReopening] = useState(false);
  const [reopenTopic] = useReopenTopicMutation();
  const { learner, programId, former } = learnerProgram;
  const learnerTopic = { programId, userId: learner.userId, topicId: topic.topicId };
  const isCompleted = topic.state === 'completed';
  const congratulatedAt = topic.congratulation?.doneAt;
  const { shortDay } = useFormats();
  return (
    <li data-state={topicShape(topic.state)}>
      <span className="node" aria-hidden="true">
        {isCompleted ? <Check className="icon" /> : number}
      </span>
      {/* Without “Congratulate”, a link would focus “Reopen topic”, which is not what it is about. */}
      <div
        className={isLatest ? 'learner-topic is-latest' : 'learner-topic'}
        id={topicTarget(topic.topicId)}
        tabIndex={congratulatedAt ? -1 : undefined}
      >
        <div className="topic-head">
          <h3>{topic.title}</h3>
          <TopicState topic={topic} />
          {isLatest && <Tag tone="primary">Latest</Tag>}
        </div>
        <p className="text-2">{topic.behaviorName}</p>
        <div className="learner-progress">
          <ProgressSegments
            small
            groups={segmentsOf([topic])}
            label={`${topic.done} of ${topic.total} steps done`}
          />
          <p className="small text-3 figures">
            {topic.done} of {topic.total} steps
          </p>
        </div>
        {topic.can.confirm && (
          <ConfirmationBanner
            learnerTopic={learnerTopic}
            topic={topic}
            learner={learner}
            isFirst={isFirstToConfirm}
          />
        )}
        {isCompleted && !former && (
          <div className="row row-wrap learner-actions">
            {congratulatedAt ? (
              <p className="small text-3">{`Marked as congratulated on ${shortDay(congratulatedAt)}`}</p>
            ) : (
              <CongratulateButton
                learner={learner}
                topicTitle={topic.title}
                needKey={topic.congratulation?.needKey}
              />
            )}
            {topic.can.reopen && (
              <Button variant="plain" small onClick={() => setReopening(true)}>
                Reopen topic
              </Button>
            )}
          </div>
        )}
        <LearnerSteps learnerProgram={learnerProgram} topic={topic} />
      </div>
      {isReopening && (
        <ReasonDialog
          title={`Reopen “${topic.title}”?`}
          label="Reason"
          verb="Reopen topic"
          draftKey={`reopen/${programId}/${learner.userId}/${topic.topicId}`}
          onClose={() => setReopening(false)}
          onSend={async (reason) => (await reopenTopic({ ...learnerTopic, reason: { reason } })).error}
        >
          <p>
            The topic counts as not completed until {learner.firstName} completes it again. Its steps stay
            done. {learner.firstName} can read your reason.
          </p>
        </ReasonDialog>
      )}
    </li>
  );
}

function TopicState({ topic: { state, completedAt, confirmation, done } }: { topic: LearnerTopicData }) {
  const { longDay, shortDay } = useFormats();
  if (state === 'completed')
    return <span className="small text-3">Completed{completedAt ? ` ${shortDay(completedAt)}` : ''}</span>;
  if (state === 'awaiting_confirmation')
    return (
      <>
        <Tag tone="sky">Awaiting confirmation</Tag>
        {confirmation && (
          <span className="small text-3">
            It will be confirmed automatically on {longDay(confirmation.acceptedOn)} if no one responds.
          </span>
        )}
      </>
    );
  if (state === 'ready') return <Tag tone="primary">Ready to complete</Tag>;
  return <span className="small text-3">{done > 0 ? 'In progress' : 'Not started'}</span>;
}
