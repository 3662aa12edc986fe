import { use } from 'react';
import type { Topic } from '#contract/learning/programs.ts';
import { PreviewContext } from '#src/programs/preview/previewContext.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useDeclineProposalsMutation } from '#store/programs/enrolmentApi.ts';
import './topicProposals.css';

interface ProposalAnswerProps {
  programId: string;
  topic: Pick<Topic, 'topicId' | 'title' | 'proposals'>;
}

/** Declines a proposed topic, or undoes that. One button does both, so that the focus stays on it. */
export function ProposalAnswer({ programId, topic: { topicId, title, proposals } }: ProposalAnswerProps) {
  const [declineProposals, { isLoading, error }] = useDeclineProposalsMutation();
  const isPreview = use(PreviewContext) !== null;
  if (proposals.length === 0 || isPreview) return null;
  const isOpen = proposals.some(({ declinedAt }) => declinedAt === null);
  const verb = isOpen ? 'Decline proposal' : 'Undo decline';
  return (
    <div className="proposal-answer">
      {error && (
        <ErrorSummary>
          Your answer was not saved. <ProblemText message={problemOf(error).message} />
        </ErrorSummary>
      )}
      <Button
        small
        busy={isLoading}
        onClick={() => void declineProposals({ programId, topicId, declined: isOpen })}
        aria-label={`${verb}: ${title}`}
      >
        {verb}
      </Button>
    </div>
  );
}
