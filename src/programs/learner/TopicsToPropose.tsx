import { Lightbulb } from 'lucide-react';
import { useState } from 'react';
import type { LearnerProgram } from '#contract/learning/learners.ts';
import { ReasonDialog } from '#src/forms/ReasonDialog.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useProposeTopicMutation, useWithdrawProposalMutation } from '#store/programs/learnersApi.ts';
import '#src/programs/topics/topicProposals.css';

type Topic = LearnerProgram['topics'][number];

/** Topics that the learner has not selected, with the viewer's own proposals. */
export function TopicsToPropose({ learnerProgram }: { learnerProgram: LearnerProgram }) {
  const { learner, topics } = learnerProgram;
  const available = topics.filter(({ can, proposal }) => can.propose || proposal !== null);
  if (available.length === 0) return null;
  return (
    <section className="topics-to-propose" aria-labelledby="not-selected">
      <h2 className="title-3" id="not-selected">
        Topics not selected
      </h2>
      {available.some(({ can }) => can.propose) && (
        <p className="text-2">You can propose a topic. {learner.firstName} decides whether to select it.</p>
      )}
      <ul>
        {available.map((topic) => (
          <ProposableTopic key={topic.topicId} learnerProgram={learnerProgram} topic={topic} />
        ))}
      </ul>
    </section>
  );
}

function ProposableTopic({
  learnerProgram: { programId, learner },
  topic,
}: {
  learnerProgram: LearnerProgram;
  topic: Topic;
}) {
  const { shortDay } = useFormats();
  const [isProposing, setProposing] = useState(false);
  const [proposeTopic] = useProposeTopicMutation();
  const [withdrawProposal, { isLoading, error }] = useWithdrawProposalMutation();
  const { topicId, title, behaviorName, proposal, can } = topic;
  const isWaiting = proposal !== null && proposal.declinedAt === null;
  const learnerTopic = { programId, userId: learner.userId, topicId };
  return (
    <li>
      <div className="grow">
        <h3 className="strong">{title}</h3>
        <p className="text-2">{behaviorName}</p>
        {proposal && (
          <p className="own-proposal">
            <Lightbulb className="icon icon-small" aria-hidden="true" />
            <span>
              {proposal.note
                ? `You proposed this topic on ${shortDay(proposal.at)}: “${proposal.note}”`
                : `You proposed this topic on ${shortDay(proposal.at)}.`}
              {proposal.declinedAt && (
                <>
                  {' '}
                  <b className="strong">
                    {learner.firstName} declined it on {shortDay(proposal.declinedAt)}.
                  </b>
                </>
              )}
            </span>
          </p>
        )}
        {error && (
          <ErrorSummary>
            The proposal was not withdrawn. <ProblemText message={problemOf(error).message} />
          </ErrorSummary>
        )}
      </div>
      {isWaiting ? (
        <Button
          variant="plain"
          small
          busy={isLoading}
          onClick={() => void withdrawProposal(learnerTopic)}
          aria-label={`Withdraw proposal of “${title}”`}
        >
          Withdraw proposal
        </Button>
      ) : (
        can.propose && (
          <Button
            small
            onClick={() => setProposing(true)}
            aria-label={proposal ? `Propose “${title}” again` : `Propose “${title}”`}
          >
            {proposal ? 'Propose again' : 'Propose'}
          </Button>
        )
      )}
      {isProposing && (
        <ReasonDialog
          title={`Propose “${title}”?`}
          label="Reason"
          verb="Propose"
          draftKey={`propose/${programId}/${learner.userId}/${topicId}`}
          onClose={() => setProposing(false)}
          onSend={async (note) => (await proposeTopic({ ...learnerTopic, proposal: { note } })).error}
        >
          <p>
            {learner.firstName} sees your name and reason next to the topic, and can decline. No one else can
            see them. The selected topics do not change.
          </p>
        </ReasonDialog>
      )}
    </li>
  );
}
