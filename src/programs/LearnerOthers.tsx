import { Lightbulb } from 'lucide-react';
import { useState } from 'react';
import type { LearnerProgram } from '#contract/learners.ts';
import { ReasonDialog } from '#src/forms/ReasonDialog.tsx';
import { Button } from '#src/ui/Button.tsx';
import { shortDay } from '#src/ui/dates.ts';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useProposeTopicMutation, useTakeProposalBackMutation } from '#store/programs/learnersApi.ts';
import './proposals.css';

type Topic = LearnerProgram['topics'][number];

/** What the learner has not chosen, and what one would choose for them. */
export function LearnerOthers({ of: learnerProgram }: { of: LearnerProgram }) {
  const { learner, topics } = learnerProgram;
  const others = topics.filter(({ can, proposal }) => can.propose || proposal !== null);
  if (others.length === 0) return null;
  return (
    <section className="learner-others" aria-labelledby="others">
      <h2 className="title-3" id="others">
        Not chosen
      </h2>
      <p className="text-2">You can propose a topic. {learner.firstName} decides.</p>
      <ul>
        {others.map((topic) => (
          <OtherTopic key={topic.topicId} of={learnerProgram} topic={topic} />
        ))}
      </ul>
    </section>
  );
}

function OtherTopic({ of: { programId, learner }, topic }: { of: LearnerProgram; topic: Topic }) {
  const [isProposing, setProposing] = useState(false);
  const [proposeTopic] = useProposeTopicMutation();
  const [takeBack, { isLoading, error }] = useTakeProposalBackMutation();
  const { topicId, title, behaviorName, proposal, can } = topic;
  const place = { programId, userId: learner.userId, topicId };
  return (
    <li>
      <div className="grow">
        <h3 className="strong">{title}</h3>
        <p className="text-2">{behaviorName}</p>
        {proposal && (
          <p className="own-proposal">
            <Lightbulb className="icon icon-small" aria-hidden="true" />
            <span>
              You proposed it on {shortDay(proposal.at)}
              {proposal.note ? `: “${proposal.note}”` : '.'}
            </span>
          </p>
        )}
        {error && <ErrorSummary>It is still proposed. {problemOf(error).message}</ErrorSummary>}
      </div>
      {proposal ? (
        <Button
          look="plain"
          small
          busy={isLoading}
          onClick={() => void takeBack(place)}
          aria-label={`Take back “${title}”`}
        >
          Take back
        </Button>
      ) : (
        can.propose && (
          <Button small onClick={() => setProposing(true)} aria-label={`Propose “${title}”`}>
            Propose
          </Button>
        )
      )}
      {isProposing && (
        <ReasonDialog
          title={`Propose “${title}”?`}
          label="Why this one"
          verb="Propose"
          draftKey={`propose/${programId}/${learner.userId}/${topicId}`}
          onClose={() => setProposing(false)}
          onSend={async (note) => (await proposeTopic({ ...place, words: { note } })).error}
        >
          <p>
            {learner.firstName} reads it beside the topic, with your name. Nobody else does, and it changes
            nothing that was chosen.
          </p>
        </ReasonDialog>
      )}
    </li>
  );
}
