import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Program } from '#contract/learning/programs.ts';
import { SUMMARY_TARGET } from '#contract/notifications/linkTargets.ts';
import type { Participant } from '#contract/people.ts';
import { useSuggestedMessage } from '#src/chat/useSuggestedMessage.ts';
import { isSelected } from '#src/programs/topics/topics.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import './completedSummary.css';

/** Summary of a completed program: what the learner did, a button to thank the coach, and the remaining topics. */
export function CompletedSummary({ program, children }: { program: Program; children: ReactNode }) {
  const { shortDay } = useFormats();
  const { programName, topics, progress, coach } = program;
  const completed = topics.filter(({ state }) => state === 'completed');
  const left = topics.filter((topic) => !isSelected(topic)).length;
  return (
    <section className="card banner" id={SUMMARY_TARGET} tabIndex={-1} aria-labelledby="ended">
      <h2 className="title-2" id="ended">
        You completed {programName}
      </h2>
      <p className="text-2">
        {`${plural(completed.length, '# topic', '# topics')} and ${plural(progress.done, '# step', '# steps')} completed.`}
      </p>
      <ul className="completed-topics" aria-label="Completed topics">
        {completed.map(({ topicId, title, completedAt }) => (
          <li key={topicId}>
            <Check className="icon icon-small" aria-hidden="true" />
            <span className="grow">{title}</span>
            {completedAt && <span className="small text-3 figures">{shortDay(completedAt)}</span>}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <p className="text-2">
          {plural(
            left,
            '# other topic of this program is listed below.',
            '# other topics of this program are listed below.',
          )}
        </p>
      )}
      {children}
      {coach && (
        <div className="row row-wrap">
          <ThankButton coach={coach} programName={programName} />
        </div>
      )}
    </section>
  );
}

function ThankButton({ coach, programName }: { coach: Participant; programName: string }) {
  const suggest = useSuggestedMessage(coach.userId);
  const text = `Thank you for your support in “${programName}”, ${coach.firstName}. What helped me most was `;
  return (
    <Button variant="primary" onClick={() => suggest(text)}>
      Thank {coach.firstName}
    </Button>
  );
}
