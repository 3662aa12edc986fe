import { Lightbulb } from 'lucide-react';
import { fullName } from '#contract/people.ts';
import type { Topic } from '#contract/programs.ts';
import './proposals.css';

/** Who would choose a topic for the learner, and why. It is the learner who chooses. */
export function Proposals({ proposals }: { proposals: Topic['proposals'] }) {
  if (proposals.length === 0) return null;
  return (
    <ul className="proposals">
      {proposals.map(({ by, note }) => (
        <li key={by.userId}>
          <Lightbulb className="icon icon-small" aria-hidden="true" />
          <span>
            <span className="strong">{fullName(by)}</span> proposes it{note ? `: “${note}”` : '.'}
          </span>
        </li>
      ))}
    </ul>
  );
}
