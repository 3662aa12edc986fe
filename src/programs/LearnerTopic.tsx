import { Check } from 'lucide-react';
import { useState } from 'react';
import type { LearnerProgram } from '#contract/learners.ts';
import { ReasonDialog } from '#src/forms/ReasonDialog.tsx';
import { Button } from '#src/ui/Button.tsx';
import { longDay, shortDay } from '#src/ui/dates.ts';
import { Rungs, rungsOf } from '#src/ui/Rungs.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { useReopenTopicMutation } from '#store/programs/learnersApi.ts';
import { ConfirmBand } from './ConfirmBand.tsx';
import { CongratulateButton } from './CongratulateButton.tsx';
import { LearnerSteps } from './LearnerSteps.tsx';
import { topicShape } from './topics.ts';

export type LearnersTopic = LearnerProgram['topics'][number];

interface LearnerTopicProps {
  of: LearnerProgram;
  topic: LearnersTopic;
  number: number;
  /** The first that waits for a confirmation: a screen has one filled button. */
  isFirstAsking: boolean;
  /** The one that was completed last, about which the news was. */
  isLatest: boolean;
}

/** One topic of a learner, and what whoever helps can do about it. */
export function LearnerTopic({
  of: learnerProgram,
  topic,
  number,
  isFirstAsking,
  isLatest,
}: LearnerTopicProps) {
  const [isReopening, setReopening] = useState(false);
  const [reopenTopic] = useReopenTopicMutation();
  const { learner, programId, former } = learnerProgram;
  const place = { programId, userId: learner.userId, topicId: topic.topicId };
  const isCompleted = topic.state === 'completed';
  return (
    <li data-state={topicShape(topic.state)}>
      <span className="node" aria-hidden="true">
        {isCompleted ? <Check className="icon" /> : number}
      </span>
      <div className={isLatest ? 'learner-topic is-latest' : 'learner-topic'}>
        <div className="topic-head">
          <h3>{topic.title}</h3>
          <TopicWords topic={topic} />
          {isLatest && <Tag tone="primary">The latest</Tag>}
        </div>
        <p className="text-2">{topic.behaviorName}</p>
        <div className="learner-rungs">
          <Rungs small groups={rungsOf([topic])} label={`${topic.done} of ${topic.total} steps done`} />
          <p className="small text-3 figures">
            {topic.done} of {topic.total} steps
          </p>
        </div>
        {topic.can.confirm && (
          <ConfirmBand place={place} topic={topic} learner={learner} isFirst={isFirstAsking} />
        )}
        {isCompleted && !former && (
          <div className="row row-wrap learner-deeds">
            <CongratulateButton learner={learner} topicTitle={topic.title} />
            {topic.can.reopen && (
              <Button look="plain" small onClick={() => setReopening(true)}>
                Open again
              </Button>
            )}
          </div>
        )}
        <LearnerSteps of={learnerProgram} topic={topic} />
      </div>
      {isReopening && (
        <ReasonDialog
          title={`Open “${topic.title}” again?`}
          label="Reason"
          verb="Open again"
          draftKey={`reopen/${programId}/${learner.userId}/${topic.topicId}`}
          onClose={() => setReopening(false)}
          onSend={async (reason) => (await reopenTopic({ ...place, reason: { reason } })).error}
        >
          <p>
            It counts as not completed until {learner.firstName} completes it once more. Its steps stay done.{' '}
            {learner.firstName} reads your reason.
          </p>
        </ReasonDialog>
      )}
    </li>
  );
}

function TopicWords({ topic: { state, completedAt, confirmation, done } }: { topic: LearnersTopic }) {
  if (state === 'completed')
    return <span className="small text-3">Completed{completedAt ? ` ${shortDay(completedAt)}` : ''}</span>;
  if (state === 'awaiting_confirmation')
    return (
      <>
        <Tag tone="sky">Waits for confirmation</Tag>
        {confirmation && (
          <span className="small text-3">
            Without an answer it counts on {longDay(confirmation.acceptedOn)}.
          </span>
        )}
      </>
    );
  if (state === 'ready') return <Tag tone="primary">Ready to complete</Tag>;
  return <span className="small text-3">{done > 0 ? 'In progress' : 'Not started'}</span>;
}
