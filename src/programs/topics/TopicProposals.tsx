import { Lightbulb } from 'lucide-react';
import type { Topic } from '#contract/learning/programs.ts';
import { fullName } from '#contract/people.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import './topicProposals.css';

/** Proposals by the manager or coach. The learner decides whether to select the topic. */
export function TopicProposals({ proposals }: { proposals: Topic['proposals'] }) {
  const { shortDay } = useFormats();
  if (proposals.length === 0) return null;
  return (
    <ul className="proposals">
      {proposals.map(({ by, note, declinedAt }) => (
        <li key={by.userId}>
          <Lightbulb className="icon icon-small" aria-hidden="true" />
          <span>
            {note ? `Proposed by ${fullName(by)}: “${note}”` : `Proposed by ${fullName(by)}`}
            {declinedAt && <span className="text-3"> You declined on {shortDay(declinedAt)}.</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
